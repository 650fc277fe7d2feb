import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { KindredError } from '../../shared/errors';

/** What is used of the library's tokenizer: its steps, one by one. */
interface TokenizerSteps {
  readonly normalizer: { normalize(text: string): string } | null;
  readonly pre_tokenizer: { pre_tokenize_text(text: string): string[] } | null;
  readonly model: {
    encode(words: string[]): string[];
    readonly tokens_to_ids: ReadonlyMap<string, number>;
    readonly vocab: readonly string[];
    readonly unk_token_id?: number;
  } | null;
}

interface Tokenizer {
  encode(text: string): number[];
  readonly _tokenizer: TokenizerSteps;
}

// Loaded by its CommonJS build, the one that every module here shares; the package has types for its ES module only.
const { PreTrainedTokenizer } = createRequire(__filename)('@huggingface/transformers') as {
  PreTrainedTokenizer: new (definition: object, config: object) => Tokenizer;
};

/** Words whose pieces are remembered; natural text repeats its words, so a few megabytes save most of the work. */
const cachedWords = 200_000;

/** Longest word that is remembered. Longer ones are rare, and V8 keeps the whole text that a long part was cut from. */
const cachedLength = 12;

/**
 * A checkpoint's own tokenizer (transformers.js), in the two steps the encoders need: text to words, word to pieces.
 *
 * User text never becomes a special token: the marks `[CLS]`, `[SEP]`, `[MASK]`… are taken out of the tokenizer's
 * definition before it is built, so they are spelt like any other characters and cannot forge the model's input. The
 * one id of that kind that text can cause is the unknown word's.
 */
export class WordPieces {
  private readonly cache = new Map<string, readonly number[]>();

  private constructor(
    private readonly steps: {
      readonly normalize: (text: string) => string;
      readonly split: (text: string) => string[];
      readonly encode: (words: string[]) => string[];
      readonly idOf: ReadonlyMap<string, number>;
    },
    private readonly special: ReadonlySet<number>,
    readonly unknownId: number,
    /** ids that stand before and after a text: `[CLS]` and `[SEP]` for BERT */
    readonly frame: readonly [first: number, last: number],
    /** id of the mark that hides a token in training, where the checkpoint has one */
    readonly maskId: number | undefined,
    /** number of ids */
    readonly size: number,
  ) {}

  /**
   * @param folder holds `tokenizer.json` (and `tokenizer_config.json` where the checkpoint has one); read here, no network
   * @throws CORRUPT_FILE when it cannot be read or is not a tokenizer with two special tokens around a text
   */
  static load(folder: string): WordPieces {
    const file = path.join(folder, 'tokenizer.json');
    try {
      const definition = readJson(file);
      const configFile = path.join(folder, 'tokenizer_config.json');
      const config = fs.existsSync(configFile) ? readJson(configFile) : {};
      const frame = new PreTrainedTokenizer(definition, config).encode('');
      if (frame.length !== 2) throw new Error(`an empty text becomes ${frame.length} tokens instead of 2`);
      const withoutMarks = new PreTrainedTokenizer({ ...definition, added_tokens: [] }, config);
      const { normalizer, pre_tokenizer: splitter, model } = withoutMarks._tokenizer;
      if (!model || !splitter) throw new Error('its model or its pre-tokenizer is missing');
      if (model.unk_token_id === undefined) throw new Error('it has no token for unknown words');
      const added = (definition['added_tokens'] ?? []) as { id: number; special: boolean; content: string }[];
      return new WordPieces(
        {
          normalize: (text) => (normalizer ? normalizer.normalize(text) : text),
          split: (text) => splitter.pre_tokenize_text(text),
          encode: (words) => model.encode(words),
          idOf: model.tokens_to_ids,
        },
        new Set(added.filter((token) => token.special).map((token) => token.id)),
        model.unk_token_id,
        [frame[0]!, frame[1]!],
        added.find(({ content }) => content === '[MASK]')?.id,
        model.vocab.length,
      );
    } catch (cause) {
      throw new KindredError(
        'CORRUPT_FILE',
        `${file} is not a usable tokenizer: ${(cause as Error).message}. Restore it from the checkpoint's source.`,
        { file },
        { cause },
      );
    }
  }

  /** Ids of all tokens but the special ones. */
  get ordinary(): Int32Array {
    return Int32Array.from({ length: this.size }, (_, id) => id).filter((id) => !this.special.has(id));
  }

  /** Normalised words (lower case for uncased checkpoints), each punctuation mark a word of its own. */
  words(text: string): string[] {
    return this.steps.split(this.steps.normalize(text));
  }

  /** Ids of one word's pieces; never empty. */
  pieces(word: string): readonly number[] {
    const known = this.cache.get(word);
    if (known) return known;
    const found = this.steps.encode([word]).map((piece) => {
      const id = this.steps.idOf.get(piece) ?? this.unknownId;
      return this.special.has(id) ? this.unknownId : id;
    });
    const pieces = found.length > 0 ? found : [this.unknownId];
    if (word.length <= cachedLength) {
      if (this.cache.size >= cachedWords) this.cache.clear();
      this.cache.set(word, pieces);
    }
    return pieces;
  }

  /** Ids of the words' pieces, at most `limit`, and whether there were more. */
  piecesOf(words: readonly string[], limit: number): { ids: number[]; truncated: boolean } {
    const ids: number[] = [];
    for (const word of words) {
      for (const id of this.pieces(word)) {
        if (ids.length === limit) return { ids, truncated: true };
        ids.push(id);
      }
    }
    return { ids, truncated: false };
  }
}

function readJson(file: string): Record<string, unknown> {
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
}
