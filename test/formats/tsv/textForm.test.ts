import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  detectTextForm,
  readableId,
  readEntityTexts,
  readTriples,
  type TextForm,
} from '../../../src/formats/tsv';
import { splitText } from '../../../src/formats/tsv/textForm';
import { describeSharedData, sharedData } from '../../support/sharedData';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'kindred-form-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const formOf = (texts: string[]) => {
  const file = path.join(folder, 'texts.tsv');
  writeFileSync(file, texts.map((text, i) => `${i}\t${text}`).join('\n'));
  return detectTextForm(file);
};

const prose =
  'A virus is a small infectious agent that replicates only inside the living cells of an organism, and so on.';

describe('the form of a table of texts', () => {
  it.each<[string, string[], TextForm | undefined]>([
    [
      'dashes',
      ['Jeremy Irons -- he is an actor, and tall', 'Rome -- the capital'],
      { style: 'dash', escaped: false },
    ],
    [
      'commas',
      ['stool, excrement, solid, from the bowels of men', 'quilt, stitch or sew together as for quilts'],
      { style: 'comma', escaped: false },
    ],
    [
      'names',
      ['idea or concept', 'virus', 'amino acid, peptide or protein'],
      { style: 'name', escaped: false },
    ],
    ['prose', [prose, prose, `In short, ${prose}`], { style: 'description', escaped: false }],
    [
      'escapes',
      ['Fred -- he is \\"Fred\\" in all the films that he was in'],
      { style: 'dash', escaped: true },
    ],
    ['nothing', [], undefined],
  ])('with %s', async (_, texts, form) => {
    expect(await formOf(texts)).toEqual(form);
  });

  it('does not change for one line in ten', async () => {
    const many = Array.from({ length: 9 }, (_, i) => `name ${i} -- text of some length that is no name`);
    expect(await formOf([...many, 'a name'])).toMatchObject({ style: 'dash' });
    expect(await formOf([...many.slice(1), 'a name', 'a name'])).not.toMatchObject({ style: 'dash' });
  });
});

describe('a text', () => {
  it.each<[TextForm, string, [string, string]]>([
    [{ style: 'dash', escaped: false }, 'a, b -- c -- d', ['a, b', 'c -- d']],
    [{ style: 'dash', escaped: false }, 'a, b', ['a, b', '']],
    [{ style: 'comma', escaped: false }, 'a -- b, c, d', ['a -- b', 'c, d']],
    [{ style: 'name', escaped: false }, 'a, b -- c', ['a, b -- c', '']],
    [{ style: 'description', escaped: false }, 'a, b -- c', ['some id', 'a, b -- c']],
    [{ style: 'dash', escaped: true }, 'a -- \\"b\\"\\n\\tc\\\\n \\x', ['a', '"b"\n\tc\\n \\x']],
    [{ style: 'dash', escaped: false }, 'a -- C:\\new', ['a', 'C:\\new']],
  ])('is split by %j: %j', (form, text, expected) => {
    expect(splitText('some_id', text, form)).toEqual(expected);
  });

  it('may lend its id as a name', () => {
    expect(readableId('_member_of_domain_usage')).toBe('member of domain usage');
    expect(readableId('___')).toBe('___');
  });
});

describeSharedData('the data sets (skipped without ../shared/data)', () => {
  it.each<[string, TextForm, number, [id: string, name: string, beginning: string]]>([
    [
      'wn18rr/entity2text.txt',
      { style: 'comma', escaped: false },
      40_943,
      ['02084071', 'domestic dog', 'a member of the genus'],
    ],
    [
      'umls/entity2text.txt',
      { style: 'name', escaped: false },
      135,
      ['idea_or_concept', 'idea or concept', ''],
    ],
    [
      'umls/entity2textlong.txt',
      { style: 'description', escaped: false },
      135,
      ['virus', 'virus', 'A virus is a small'],
    ],
    [
      'fb15k-237/entity2text.txt',
      { style: 'dash', escaped: true },
      14_951,
      ['/m/0ly5n', 'Fred MacMurray', 'Frederick Martin "Fred" Mac'],
    ],
  ])('%s', async (name, form, count, [id, entityName, beginning]) => {
    const file = sharedData(name);
    const found = await detectTextForm(file);
    expect(found).toEqual(form);
    const bad: unknown[] = [];
    const texts = new Map<string, { name: string; description: string }>();
    for await (const text of readEntityTexts(file, found, (line) => bad.push(line))) texts.set(text.id, text);
    expect(bad).toEqual([]);
    expect(texts.size).toBe(count);
    expect(texts.get(id)!.name).toBe(entityName);
    expect(texts.get(id)!.description).toMatch(new RegExp(`^${beginning}`));
  });

  it.each([
    ['wn18rr/train.tsv', 86_835],
    ['umls/train.tsv', 5_216],
    ['fb15k-237/train.txt', 272_115],
  ])('%s has %i triples', async (name, count) => {
    let triples = 0;
    const bad: unknown[] = [];
    for await (const _ of readTriples(sharedData(name), (line) => bad.push(line))) triples++;
    expect(bad).toEqual([]);
    expect(triples).toBe(count);
  });
});
