/**
 * English function words: they carry grammar rather than meaning, and the bag-of-words encoders drop them (BLP,
 * section 4.1). The tokenizer cuts "don't" into "don", "'", "t", so the halves of contractions are here too.
 */
const byKind = {
  articles: 'a an the',
  pronouns:
    'i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers ' +
    'herself it its itself they them their theirs themselves one oneself',
  demonstratives: 'this that these those such',
  interrogatives: 'who whom whose which what when where why how',
  auxiliaries:
    'am is are was were be been being have has had having do does did doing will would shall should can could may ' +
    'might must ought',
  conjunctions:
    'and or but nor so yet if then else than because while although though unless until whether as',
  prepositions:
    'of in on at by to from for with without about against between into through during before after above below up ' +
    'down out off over under within upon per via',
  quantifiers: 'all any both each few more most other some no not only own same too very just',
  adverbs: 'again further once here there now also ever',
  contractions:
    's t d ll m o re ve don isn aren wasn weren hasn haven hadn doesn didn won wouldn couldn shouldn ain',
};

export const stopWords: ReadonlySet<string> = new Set(
  Object.values(byKind).flatMap((words) => words.split(' ')),
);
