import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Analyzer } from '../../../src/models/search/analysis';
import { buildSegment } from '../../../src/models/search/segments/buildSegment';
import { mergePlan } from '../../../src/models/search/segments/mergePlan';
import { readSegment, writeSegment } from '../../../src/models/search/segments/segmentFile';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kindred-segment-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));
const file = path.join(folder, 'part.segment');
const segment = buildSegment(
  ['東京', 'dog', 'a house of fire'].map((name, i) => ({
    id: `e${i}`,
    version: 1.5e12 + i,
    popularity: i,
    texts: { names: [name], aliases: [], description: ['it is there'], types: ['thing'], related: [] },
    keys: ['type:thing'],
  })),
  new Analyzer(),
);

describe('a segment’s file', () => {
  it('gives the segment again', () => {
    writeSegment(file, segment);
    expect(readSegment(file)).toEqual(segment);
  });

  it('is refused when a byte of it is another, or some are missing', () => {
    writeSegment(file, segment);
    const good = fs.readFileSync(file);
    for (let at = 0; at < good.length; at += 13) {
      const bad = Buffer.from(good);
      bad[at]! ^= 1;
      fs.writeFileSync(file, bad);
      expect(() => readSegment(file)).toThrow(/does not hold a part of a search index/);
    }
    for (const length of [0, 5, 100, good.length - 1]) {
      fs.writeFileSync(file, good.subarray(0, length));
      expect(() => readSegment(file)).toThrow(/does not hold a part of a search index.*Delete it/);
    }
  });
});

describe('merging', () => {
  const sizes = (...all: number[]) => all.map((live) => ({ count: live, live }));

  it('takes what is of about one size, the small first', () => {
    expect(mergePlan(sizes(1, 1, 1))).toBeUndefined();
    expect(mergePlan(sizes(5000, 1, 2, 3, 4, 5, 6, 7, 7))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(mergePlan(sizes(9, 10, 11, 12, 13, 14, 15, 16, 1, 1, 1, 1, 1, 1, 1, 1))).toEqual([
      8, 9, 10, 11, 12, 13, 14, 15,
    ]);
  });

  it('takes one of which much is gone', () => {
    expect(
      mergePlan([
        { count: 100, live: 80 },
        { count: 100, live: 70 },
      ]),
    ).toEqual([1]);
  });

  it('writes a document again a few times, however many come one by one', () => {
    let segments: number[] = [];
    let written = 0;
    for (let i = 0; i < 4096; i++) {
      segments.push(1);
      for (let plan = mergePlan(sizes(...segments)); plan; plan = mergePlan(sizes(...segments))) {
        const merged = plan.reduce((sum, place) => sum + segments[place]!, 0);
        written += merged;
        const old = new Set(plan);
        segments = [...segments.filter((_, place) => !old.has(place)), merged];
      }
      expect(segments.length).toBeLessThanOrEqual(7 * 5);
    }
    expect(written / 4096).toBeLessThan(5);
  });
});
