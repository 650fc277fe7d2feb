import { knownOnes, nearestSpelling } from '../../src/shared/spelling';

describe('the nearest spelling', () => {
  it('comes first: what holds the text or is held by it, then by letters that differ, then by name', () => {
    const ids = ['instance_hypernym', 'verb_group', 'hyponym', 'hypernym', 'also_see'];
    expect(nearestSpelling('Hypernym', ids).slice(0, 3)).toEqual([
      'hypernym',
      'instance_hypernym',
      'hyponym',
    ]);
    expect(nearestSpelling('hypernim', ids).slice(0, 2)).toEqual(['hypernym', 'hyponym']);
    expect(nearestSpelling('', ['b', 'a', 'cc'])).toEqual(['a', 'b', 'cc']);
  });

  it('is found among thousands of long names at once', () => {
    const ids = Array.from({ length: 5_000 }, (_, i) => `http://example.org/${'relation/'.repeat(20)}${i}`);
    const start = performance.now();
    expect(nearestSpelling(`${ids[7]}`, ids)[0]).toBe(ids[7]);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});

describe('what there is', () => {
  it.each([
    [[], 'There are no relations yet.'],
    [['over', 'near'], 'There are: near, over.'],
  ])('of %j', (ids, message) => {
    expect(knownOnes('relation', 'neer', ids)).toBe(message);
  });

  it('may be narrowed', () => {
    const which = 'that be-bow@1 can answer';
    expect(knownOnes('relation', 'neer', ['over', 'near'], which)).toBe(
      'The relations that be-bow@1 can answer: near, over.',
    );
    expect(knownOnes('relation', 'neer', [], which)).toBe(
      'There are no relations that be-bow@1 can answer yet.',
    );
    expect(
      knownOnes(
        'relation',
        'r',
        Array.from({ length: 12 }, (_, i) => `r${i}`),
        which,
      ),
    ).toMatch(/^Of the 12 that be-bow@1 can answer the nearest in spelling: r0, /);
  });

  it('of many is ten, and where the others are', () => {
    const ids = Array.from({ length: 30 }, (_, i) => `r${i}`);
    expect(knownOnes('relation', 'r29', ids)).toMatch(
      /^Of the 30 that there are the nearest in spelling: r29, r2,( \w+,){7} \w+\. The query "relations" lists all\.$/,
    );
  });
});
