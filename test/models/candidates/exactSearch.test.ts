import { ExactSearch } from '../../../src/models/candidates/exactSearch';
import { candidateSearchContract } from '../../contract/candidateSearch';

candidateSearchContract('ExactSearch', (dimension) => new ExactSearch(dimension));

describe('ExactSearch', () => {
  it('leaves the event loop free while it scans', async () => {
    const search = new ExactSearch(384);
    const count = 20_000;
    await search.upsert(
      Array.from({ length: count }, (_, i) => `n${i}`),
      Float32Array.from({ length: count * 384 }, (_, i) => Math.cos(i)),
    );
    const vector = new Float32Array(384).fill(0.1);
    let turns = 0;
    const turning = setInterval(() => turns++, 1);
    await Promise.all(Array.from({ length: 60 }, () => search.top({ metric: 'l1', vector }, 10)));
    clearInterval(turning);
    await search.close();
    expect(turns).toBeGreaterThan(5);
  });

  it('fails calls with the reason when its thread cannot start', async () => {
    const search = new ExactSearch(5000);
    await expect(search.vectorOf('a')).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: 'The candidate search failed: A vector of 1 to 4096 values was expected, not of 5000.',
    });
    expect(search.alive).toBe(false);
  });
});
