import type { Relation } from '../../graph/types';

export type PartOfSpeech = 'noun' | 'verb' | 'adj' | 'adv';

/**
 * WordNet's pointers (manual page wninput(5WN)) as relations. Read each as "the tail is the head's …": the triple
 * (dog, hypernym, canine) says that canine is the hypernym of dog.
 */
export const wordNetRelations: Relation[] = [
  relation('hypernym', 'The tail is the more general kind that the head belongs to: dog, canine.'),
  relation('hyponym', 'The tail is a more special kind of the head: canine, dog.'),
  relation(
    'instance_hypernym',
    'The tail is the kind that the head, a single thing, belongs to: Danube, river.',
  ),
  relation('instance_hyponym', 'The tail is a single thing of the kind that the head names: river, Danube.'),
  relation('member_holonym', 'The tail is the group that the head is a member of: ship, fleet.'),
  relation('member_meronym', 'The tail is a member of the head, a group: fleet, ship.'),
  relation('part_holonym', 'The tail is the whole that the head is a part of: finger, hand.'),
  relation('part_meronym', 'The tail is a part of the head: hand, finger.'),
  relation('substance_holonym', 'The tail is made with the head, a substance: flour, bread.'),
  relation('substance_meronym', 'The tail is a substance that the head is made with: bread, flour.'),
  relation('attribute', 'One is an adjective that gives a value of the other, a noun: heavy, weight.'),
  relation(
    'derivationally_related_form',
    'A word of the tail is formed from the same root as a word of the head: decide, decision.',
  ),
  relation('antonym', 'A word of the tail is the opposite of a word of the head: hot, cold.'),
  relation('similar_to', 'The tail is close in meaning to the head, both adjectives: dry, arid.'),
  relation('also_see', 'The tail is worth reading together with the head: clean, pure.'),
  relation('entailment', 'Whoever does the head also does the tail: snore, sleep.'),
  relation('cause', 'The head brings the tail about: feed, eat.'),
  relation('verb_group', 'Head and tail are verbs whose senses belong together: breathe, respire.'),
  relation('participle_of', 'The head is an adjective made from the verb in the tail: beaten, beat.'),
  relation('pertainym', 'The head is an adjective that means "of or relating to" the tail: lunar, moon.'),
  relation(
    'derived_from_adjective',
    'The head is an adverb made from the adjective in the tail: quickly, quick.',
  ),
  relation('domain_topic', 'The tail is the field in which the head is used: tort, law.'),
  relation('member_of_domain_topic', 'The tail is a term of the field that the head names: law, tort.'),
  relation('domain_region', 'The tail is the place where the head is used: miso, Japan.'),
  relation(
    'member_of_domain_region',
    'The tail is a term used in the place that the head names: Japan, miso.',
  ),
  relation('domain_usage', 'The tail is the manner of speech that the head belongs to: Walkman, trademark.'),
  relation(
    'member_of_domain_usage',
    'The tail is a term in the manner of speech that the head names: trademark, Walkman.',
  ),
];

const bySymbol: Record<string, string> = {
  '@': 'hypernym',
  '~': 'hyponym',
  '@i': 'instance_hypernym',
  '~i': 'instance_hyponym',
  '#m': 'member_holonym',
  '%m': 'member_meronym',
  '#p': 'part_holonym',
  '%p': 'part_meronym',
  '#s': 'substance_holonym',
  '%s': 'substance_meronym',
  '=': 'attribute',
  '+': 'derivationally_related_form',
  '!': 'antonym',
  '&': 'similar_to',
  '^': 'also_see',
  '*': 'entailment',
  '>': 'cause',
  $: 'verb_group',
  '<': 'participle_of',
  '\\': 'pertainym',
  ';c': 'domain_topic',
  '-c': 'member_of_domain_topic',
  ';r': 'domain_region',
  '-r': 'member_of_domain_region',
  ';u': 'domain_usage',
  '-u': 'member_of_domain_usage',
};

/** The relation that a pointer symbol stands for in a data file, or undefined for no symbol of WordNet's. */
export function relationOf(symbol: string, partOfSpeech: PartOfSpeech): string | undefined {
  if (symbol === '\\' && partOfSpeech === 'adv') return 'derived_from_adjective';
  return bySymbol[symbol];
}

function relation(id: string, description: string): Relation {
  return { id, name: id.replaceAll('_', ' '), description };
}
