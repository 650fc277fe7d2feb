import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readWordNet, type Synset, type WordNet, wordNetRelations } from '../../../src/formats/wordnet';
import { lexicographerFiles } from '../../../src/formats/wordnet/lexicographerFiles';
import { textLimits } from '../../../src/shared/text';

let wordNet: WordNet;
let byId: Map<string, Synset>;

beforeAll(async () => {
  wordNet = await readWordNet();
  byId = new Map(wordNet.synsets.map((synset) => [synset.entity.id, synset]));
});

const tailsOf = (id: string, relation: string) =>
  byId
    .get(id)!
    .triples.filter((triple) => triple.relation === relation)
    .map(({ tail }) => byId.get(tail)!.entity.name);

describe('WordNet 3.0 whole', () => {
  it('has 117,659 synsets, each once, and 377,592 pointers, 364,552 of them different, all to synsets', () => {
    expect(wordNet.synsets).toHaveLength(117_659);
    expect(byId.size).toBe(117_659);
    const triples = wordNet.synsets.flatMap((synset) => synset.triples);
    expect(triples).toHaveLength(377_592);
    expect(new Set(triples.map(({ head, relation, tail }) => `${head} ${relation} ${tail}`)).size).toBe(
      364_552,
    );
    expect(triples.filter(({ tail }) => !byId.has(tail))).toEqual([]);
    expect(triples.filter(({ head, tail }) => head === tail)).toHaveLength(19);
  });

  it('has the parts of speech and all 45 lexicographer files', () => {
    const counts = new Map<string, number>();
    for (const type of wordNet.synsets.flatMap(({ entity }) => entity.types)) {
      counts.set(type, (counts.get(type) ?? 0) + 1);
    }
    expect(counts.get('noun')).toBe(82_115);
    expect(counts.get('verb')).toBe(13_767);
    expect(counts.get('adjective')).toBe(18_156);
    expect(counts.get('adverb')).toBe(3_621);
    expect([...counts.keys()].sort()).toEqual(
      ['noun', 'verb', 'adjective', 'adverb', ...lexicographerFiles].sort(),
    );
    expect(counts.size).toBe(4 + 45);
    const satellites = wordNet.synsets.filter(({ entity: { id } }) => id.endsWith('-s'));
    expect(satellites).toHaveLength(10_693);
  });

  it('keeps within the bounds of the store, with a name and a definition each', () => {
    const wrong = wordNet.synsets.filter(({ entity: { name, aliases, description, examples } }) => {
      const bounded = name.length <= textLimits.name && description.length <= textLimits.description;
      const clean = !/[_()]/.test([name, ...aliases].join('')) && !examples.includes('');
      const distinct = new Set([name, ...aliases]).size === 1 + aliases.length;
      return !(bounded && clean && distinct && name !== '' && description !== '');
    });
    expect(wrong).toEqual([]);
  });

  it('uses each of its relations, and their examples are true', () => {
    const used = new Set(wordNet.synsets.flatMap(({ triples }) => triples.map(({ relation }) => relation)));
    expect(used).toEqual(new Set(wordNetRelations.map(({ id }) => id)));

    const lemmas = ({ entity }: Synset) => [entity.name, ...entity.aliases];
    const examples = new Map(
      wordNetRelations.map(({ id, description }) => [
        id,
        /: ([^:,]+), ([^:,]+)\.$/.exec(description)!.slice(1),
      ]),
    );
    const shown = new Set<string>();
    for (const synset of wordNet.synsets) {
      for (const { relation, tail } of synset.triples) {
        const [head, other] = examples.get(relation)!;
        if (lemmas(synset).includes(head!) && lemmas(byId.get(tail)!).includes(other!)) shown.add(relation);
      }
    }
    expect([...used].filter((relation) => !shown.has(relation))).toEqual([]);
  });
});

describe('a synset', () => {
  it('becomes an entity', () => {
    expect(byId.get('wn30:02084071-n')!.entity).toEqual({
      id: 'wn30:02084071-n',
      name: 'dog',
      aliases: ['domestic dog', 'Canis familiaris'],
      description:
        'a member of the genus Canis (probably descended from the common wolf) that has been domesticated by man since prehistoric times; occurs in many breeds',
      examples: ['the dog barked all night'],
      types: ['noun', 'noun.animal'],
      language: 'en',
      source: 'wordnet-3.0',
    });
  });

  it('keeps the direction of its pointers', () => {
    expect(tailsOf('wn30:02084071-n', 'hypernym')).toEqual(['canine', 'domestic animal']);
    expect(tailsOf('wn30:02084071-n', 'hyponym')).toContain('poodle');
    expect(tailsOf('wn30:02084071-n', 'part_meronym')).toEqual(['flag']);
    expect(tailsOf('wn30:02084071-n', 'member_holonym')).toContain('pack');
    const [london] = wordNet.synsets.filter(({ entity }) => entity.name === 'London');
    expect(tailsOf(london!.entity.id, 'instance_hypernym')).toEqual(['national capital']);
  });

  it('may be a satellite, which pointers call a plain adjective', () => {
    const satellite = wordNet.synsets.find(({ entity }) => entity.id.endsWith('-s'))!;
    const [similar] = satellite.triples.filter(({ relation }) => relation === 'similar_to');
    expect(byId.get(similar!.tail)!.triples).toContainEqual({
      head: similar!.tail,
      relation: 'similar_to',
      tail: satellite.entity.id,
    });
  });
});

describe('files that are not WordNet’s', () => {
  let folder: string;
  const write = (part: string, text: string) => writeFileSync(path.join(folder, `data.${part}`), text);
  const able = '00001740 00 a 01 able 0 000 | having the means; "able to swim"  \n';

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'kindred-wordnet-'));
    for (const part of ['noun', 'verb', 'adj', 'adv']) write(part, '');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are read where they have its form', async () => {
    write('adj', `  1 a licence  \n${able}`);
    const { synsets } = await readWordNet(folder);
    expect(synsets.map(({ entity }) => [entity.id, entity.name])).toEqual([['wn30:00001740-a', 'able']]);
  });

  it('are named when one is missing', async () => {
    rmSync(path.join(folder, 'data.verb'));
    await expect(readWordNet(folder)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringContaining(path.join(folder, 'data.verb')) as string,
    });
  });

  it.each([
    ['no gloss', able.replace(' | ', ' ')],
    ['cut', `${able.slice(0, 20)}\n`],
    ['an offset that is none', able.replace('00001740', '0000174x')],
    ['a pointer too few', able.replace('000 |', '001 |')],
    ['an unknown pointer', able.replace('000 |', '001 ?? 00001740 a 0000 |')],
    ['an unknown part of speech', able.replace('000 |', '001 & 00001740 x 0000 |')],
    ['an unknown lexicographer file', able.replace(' 00 a', ' 45 a')],
    ['no word', able.replace('01 able 0', '00')],
    ['something else', 'id\tname\n'],
  ])('are refused with file and line: %s', async (_, line) => {
    write('adj', able + line);
    await expect(readWordNet(folder)).rejects.toMatchObject({
      code: 'CORRUPT_FILE',
      message: `${path.join(folder, 'data.adj')}:2 is no synset in WordNet's format. Reinstall the WordNet files.`,
    });
  });
});
