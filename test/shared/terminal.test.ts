import fc from 'fast-check';
import { duration, fit, painter, wrap } from '../../src/shared/terminal';

const out = (isTTY: boolean) => ({ isTTY, write: () => true });
const escape = '\u001b';

describe('painter', () => {
  it.each([
    ['a terminal', out(true), {}, true],
    ['a pipe', out(false), {}, false],
    ['a terminal with NO_COLOR', out(true), { NO_COLOR: '1' }, false],
    ['a terminal with an empty NO_COLOR, which does not count', out(true), { NO_COLOR: '' }, true],
    ['a dumb terminal', out(true), { TERM: 'dumb' }, false],
  ])('for %s', (_what, stream, environment, coloured) => {
    expect(painter(stream, environment)('bold', 'text').includes(escape)).toBe(coloured);
  });
});

describe('wrap', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { maxLength: 60 });

  it('keeps all words in order and every line within the width', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 14, max: 80 }), (given, columns) => {
        const wrapped = wrap(given.join(' '), columns, '  ');
        expect(wrapped.split(/\s+/).filter(Boolean)).toEqual(given);
        for (const line of wrapped.split('\n')) expect(line.length).toBeLessThanOrEqual(columns);
      }),
    );
  });

  it('leaves a word that is too long on a line of its own', () => {
    expect(wrap('see https://example.org/long now', 10)).toBe('see\nhttps://example.org/long\nnow');
  });
});

describe('fit', () => {
  it('cuts to the width and says so', () => {
    expect(fit('abcdef', 6)).toBe('abcdef');
    expect(fit('abcdefg', 6)).toBe('abcde…');
    expect(fit('abcdefg', 0)).toBe('…');
  });
});

describe('duration', () => {
  it.each([
    [0.04, '0.0 s'],
    [9.94, '9.9 s'],
    [9.96, '10 s'],
    [59.6, '1 min 0 s'],
    [200, '3 min 20 s'],
    [3900, '1 h 5 min'],
  ])('%d seconds are %s', (seconds, text) => expect(duration(seconds)).toBe(text));
});
