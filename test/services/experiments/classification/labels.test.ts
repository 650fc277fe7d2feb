import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { detectTextForm, readEntityTexts } from '../../../../src/formats/tsv';
import { readWordNet } from '../../../../src/formats/wordnet';
import { newVocabulary, tripleRows } from '../../../../src/services/experiments/dataset';
import {
  domainLabels,
  domainOf,
  mostTypes,
} from '../../../../src/services/experiments/classification/domainLabels';
import { partsOfSpeech } from '../../../../src/services/experiments/classification/partsOfSpeech';
import type { StoredSplit } from '../../../../src/services/experiments/splitFolder';
import { describeSharedData, sharedData } from '../../../support/sharedData';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-labels-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** A split with these triples and own entities. */
async function splitOf(
  given: Record<'train' | 'valid' | 'test', [own: string, triples: string[]]>,
): Promise<StoredSplit> {
  const vocabulary = newVocabulary();
  const read = async (part: keyof typeof given) => {
    const [own, triples] = given[part];
    const file = path.join(folder, 'part.tsv');
    fs.writeFileSync(file, triples.map((triple) => triple.split(' ').join('\t')).join('\n'));
    const entities = Int32Array.from(own.split(' '), (id) => vocabulary.entities.add(id));
    return { entities, triples: await tripleRows([file], vocabulary) };
  };
  const parts = { train: await read('train'), valid: await read('valid'), test: await read('test') };
  return { kind: 'inductive', vocabulary, parts };
}

describe('the types that relations tell', () => {
  it.each([
    ['/film/film/genre', '/film/film'],
    ['/award/award_nominee/award_nominations./award/award_nomination/award', '/award/award_nominee'],
    ['/base/popstra/celebrity/dated./base/popstra/dated/participant', '/base/popstra/celebrity'],
    ['/film/film/release_date_s./film/film_regional_release_date/film_release_region', '/film/film'],
    ['_hypernym', undefined],
    ['/film', undefined],
  ])('%s leads from %s', (relation, type) => expect(domainOf(relation)).toBe(type));

  it('are those of heads, in each part by its own triples; of several the one that most training entities have', async () => {
    const split = await splitOf({
      train: [
        'a b c d t',
        [
          'd /people/person/x t',
          'a /people/person/x t',
          'b /people/person/x t',
          'b /film/actor/y t',
          'c /film/actor/y t',
          'a /film/actor/y./z/z/z t',
          't /common/topic/z a',
        ],
      ],
      valid: ['v', ['v /people/person/x a', 'c /people/person/x v']],
      test: ['u w', ['u /film/unheard/x a', 'w /film/actor/y u']],
    });
    const { list } = split.vocabulary.entities;
    const named = Object.fromEntries([...domainLabels(split)].map(([row, label]) => [list[row], label]));
    expect(named).toEqual({
      a: '/film/actor',
      b: '/film/actor',
      c: '/film/actor',
      d: '/people/person',
      v: '/people/person',
      w: '/film/actor',
    });
  });

  it('are classes only where they label a training entity', async () => {
    // Whoever has the rare type in training has the common one too, which labels it.
    const split = await splitOf({
      train: ['a b c', ['a /x/common/r c', 'b /x/common/r c', 'b /x/rare/r c']],
      valid: ['v w', ['v /x/rare/r a', 'w /x/common/r a', 'w /x/rare/r a']],
      test: ['u', ['u /x/rare/r a']],
    });
    const { list } = split.vocabulary.entities;
    const named = Object.fromEntries([...domainLabels(split)].map(([row, label]) => [list[row], label]));
    expect(named).toEqual({ a: '/x/common', b: '/x/common', w: '/x/common' });
  });

  it('are none where relations name none', async () => {
    const split = await splitOf({ train: ['a', ['a of b']], valid: ['v', []], test: ['u', []] });
    expect(() => domainLabels(split)).toThrow(/No relation .* names the type of its heads/);
  });
});

describe('parts of speech', () => {
  it('are told by id, and by offset and word where an offset is of several synsets', async () => {
    const { synsets } = await readWordNet();
    const offsetOf = (id: string) => id.slice(5, 13);
    const { entity: verb } = synsets.find(({ entity }) => entity.types[0] === 'verb')!;
    const several = synsets.filter(({ entity }) => offsetOf(entity.id) === offsetOf(verb.id));
    expect(several.length).toBeGreaterThan(1);
    const file = path.join(folder, 'synsets.tsv');
    for (const { entity } of several) {
      const offset = offsetOf(entity.id);
      fs.writeFileSync(file, `${offset}\t${entity.name.toUpperCase()}\t${entity.description}\n`);
      expect([...(await partsOfSpeech(['nothing', offset, entity.id], file))]).toEqual([
        [1, entity.types[0]],
        [2, entity.types[0]],
      ]);
    }
    await expect(partsOfSpeech(['Q42'], file)).rejects.toThrow(/No entity of the split is a synset/);
  });
});

describeSharedData('on the benchmark graphs', () => {
  it('every entity of WN18RR has a part of speech', async () => {
    const text = sharedData('wn18rr', 'entity2text.txt');
    const ids: string[] = [];
    for await (const { id } of readEntityTexts(text, await detectTextForm(text), () => {})) ids.push(id);
    const counts = new Map<string, number>();
    for (const label of (await partsOfSpeech(ids, text)).values())
      counts.set(label, (counts.get(label) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({ noun: 32_093, verb: 7_714, adjective: 1_105, adverb: 31 });
  });

  it('nearly every entity of FB15k-237 that is a head has one of the 50 types', async () => {
    const vocabulary = newVocabulary();
    const triples = await tripleRows([sharedData('fb15k-237', 'train.txt')], vocabulary);
    const entities = Int32Array.from(vocabulary.entities.list.keys());
    const none = { entities: new Int32Array(0), triples: new Int32Array(0) };
    const split: StoredSplit = {
      kind: 'inductive',
      vocabulary,
      parts: { train: { entities, triples }, valid: none, test: none },
    };
    const labels = domainLabels(split);
    const classes = new Set(labels.values());
    expect(classes.size).toBeLessThanOrEqual(mostTypes);
    expect(classes).toContain('/people/person');
    expect(labels.size / entities.length).toBeGreaterThan(0.85);
  });
});
