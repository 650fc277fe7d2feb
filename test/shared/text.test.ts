import fc from 'fast-check';
import { quoted, shortened } from '../../src/shared/errors';
import { publicError } from '../../src/shared/publicError';
import { KindredError } from '../../src/shared/errors';
import { cleanText, textLimits } from '../../src/shared/text';

const clean = (value: string) => {
  try {
    return cleanText('id', value);
  } catch {
    return undefined;
  }
};

describe('an id', () => {
  it('that is taken is one line, bounded, and the same when it is cleaned again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (value) => {
        const id = clean(value);
        if (id === undefined) return;
        expect(cleanText('id', id)).toBe(id);
        expect(cleanText('id', id.normalize('NFD'))).toBe(id);
        expect(id).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(id.length).toBeLessThanOrEqual(textLimits.id);
      }),
    );
  });

  it.each(['\u0000', '\t', '\n', '\r', '\u007f', '\u0085', '\u2028', '\u2029'])(
    'with %j inside is refused, not made another one',
    (control) => {
      expect(() => cleanText('id', `a${control}b`)).toThrow(/^The id holds the control character U\+/);
    },
  );

  it.each(['', ' ', '\u200b', '\u2060\ufeff', '\u00ad', '\u3164', '\u200e \u200f', '\ufe0f'])(
    'of %j is refused: nobody sees it',
    (blank) => {
      for (const kind of ['id', 'name', 'alias', 'type'] as const)
        expect(() => cleanText(kind, blank)).toThrow(`The ${kind} is empty.`);
    },
  );
});

describe('the beginning of a name', () => {
  it('keeps the blank at its end', () => {
    expect(cleanText('name', ' New ', { isPrefix: true, required: false })).toBe('New ');
  });
});

describe('what errors repeat', () => {
  it('is cut, between characters', () => {
    expect(quoted('short')).toBe('"short"');
    expect(shortened('x'.repeat(80), 80)).toHaveLength(80);
    expect(shortened('x'.repeat(81), 80)).toBe(`${'x'.repeat(79)}…`);
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 30 }),
        fc.integer({ min: 1, max: 12 }),
        (text, most) => {
          const cut = shortened(text, most);
          expect(cut.length).toBeLessThanOrEqual(most);
          if (text.isWellFormed()) expect(cut.isWellFormed()).toBe(true);
        },
      ),
    );
  });

  it('tells of a file its folder and name, not where it lies', () => {
    const file = '/home/somebody/data/models/bert@1/encoder.safetensors';
    const error = new KindredError('CORRUPT_FILE', `${file} cannot be used: ENOENT '${file}'.`, { file });
    expect(publicError(error)).toEqual({
      message: "bert@1/encoder.safetensors cannot be used: ENOENT 'bert@1/encoder.safetensors'.",
      details: { file: 'bert@1/encoder.safetensors' },
    });
    const folder = '/home/somebody/reader';
    expect(publicError(new KindredError('CORRUPT_FILE', `${folder} has no config.json`, { folder }))).toEqual(
      {
        message: 'reader has no config.json',
        details: { folder: 'reader' },
      },
    );
  });
});
