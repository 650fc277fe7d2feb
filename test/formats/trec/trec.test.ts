import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { readFolds, readJudgments, readQueries, readRun, runText } from '../../../src/formats/trec';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-trec-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));
const file = (text: string): string => {
  const name = path.join(folder, 'file');
  fs.writeFileSync(name, text);
  return name;
};

describe('files of TREC', () => {
  it('are read, with columns parted by spaces or tabs', async () => {
    const run = await readRun(file('q1 Q0 <a:b> 1 -11.5 x\nq1\tQ0\td2\t2\t1e-3\tx\r\n\nq2 Q0 d1 1 3 x\n'));
    expect(run).toEqual(
      new Map([
        [
          'q1',
          new Map([
            ['<a:b>', -11.5],
            ['d2', 0.001],
          ]),
        ],
        ['q2', new Map([['d1', 3]])],
      ]),
    );
    const judgments = await readJudgments(file('q1 0 d1 -1\nq1 Q0 d2 2\n'));
    expect(judgments).toEqual(
      new Map([
        [
          'q1',
          new Map([
            ['d1', -1],
            ['d2', 2],
          ]),
        ],
      ]),
    );
    expect(await readQueries(file('q1\twho is it?\n'))).toEqual(new Map([['q1', 'who is it?']]));
    expect(readFolds(file('\ufeff{"0": {"training": ["a"], "testing": ["b"]}}'))).toEqual([
      { training: ['a'], testing: ['b'] },
    ]);
  });

  it('are written as they are read', async () => {
    const score = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    const documents = fc.uniqueArray(fc.tuple(fc.stringMatching(/^\S{1,5}$/), score), {
      selector: ([id]) => id,
      minLength: 1,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(documents, async (some) => {
        const text = runText([['q', some]], 'kindred');
        expect(await readRun(file(text))).toEqual(new Map([['q', new Map(some)]]));
      }),
      { numRuns: 50 },
    );
  });

  it.each<[string, () => unknown, RegExp]>([
    [
      'a run of five columns',
      () => readRun(file('q Q0 d 1 2 x\nq Q0 d 1 2\n')),
      /file:2: Expected 6 columns.*found 5/,
    ],
    [
      'a score that is no number',
      () => readRun(file('q Q0 d 1 NaN x\n')),
      /file:1: The score "NaN" is not a finite/,
    ],
    ['a document twice', () => readRun(file('q Q0 d 1 2 x\nq Q0 d 2 1 x\n')), /file:2: .*document "d" twice/],
    ['a grade that is no grade', () => readJudgments(file('q 0 d 999999999\n')), /file:1: .* beyond ±1000/],
    [
      'a query that two folds ask',
      () => readFolds(file('{"0":{"training":[],"testing":["a"]},"1":{"training":[],"testing":["b","a"]}}')),
      /fold 1 asks the query "a" once more/,
    ],
    ['folds that are not there', () => readFolds(path.join(folder, 'none')), /none cannot be read/],
    [
      'a grade with a point',
      () => readJudgments(file('q 0 d 1.5\n')),
      /file:1: The grade "1.5" is not a whole/,
    ],
    ['a judgment twice', () => readJudgments(file('q 0 d 1\nq 0 d 2\n')), /file:2: .*document "d" twice/],
    ['a query without a text', () => readQueries(file('q1\n')), /file:1: Expected 2 columns/],
    ['a query twice', () => readQueries(file('q\ta\nq\tb\n')), /file:2: The query "q" is on an earlier line/],
    ['a file that is not there', () => readRun(path.join(folder, 'none')), /none cannot be read/],
    ['folds of another form', () => readFolds(file('{"0": []}')), /does not hold folds\. Expected JSON as/],
    [
      'a fold that asks what it learns',
      () => readFolds(file('{"0": {"training": ["a"], "testing": ["a"]}}')),
      /fold 0 has the query "a" in training and in testing/,
    ],
  ])('refuse %s', async (_, read, message) => {
    await expect((async () => read())()).rejects.toMatchObject({
      code: 'BAD_INPUT',
      message: expect.stringMatching(message) as string,
    });
  });
});
