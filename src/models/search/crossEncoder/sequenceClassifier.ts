import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { KindredError } from '../../../shared/errors';
import { log } from '../../../shared/log';

interface Tensor {
  readonly dims: readonly number[];
  readonly data: Float32Array;
}

interface Tokenizer {
  (texts: readonly string[], options: object): object;
  readonly all_special_tokens?: readonly string[];
}

type Model = (inputs: object) => Promise<{ readonly logits: Tensor }>;

interface Library {
  readonly env: { allowRemoteModels: boolean; allowLocalModels: boolean; localModelPath: string };
  readonly AutoTokenizer: { from_pretrained(name: string, options: object): Promise<Tokenizer> };
  readonly AutoModelForSequenceClassification: {
    from_pretrained(name: string, options: object): Promise<Model>;
  };
}

/** Texts that are read at once. */
const batch = 16;

/** Files of a model in transformers.js's form; the weights lie in `onnx/`. */
const needed = ['config.json', 'tokenizer.json', 'onnx'];

/** A cross-encoder of transformers.js: reads a query and a text together and says how well they fit. */
export class SequenceClassifier {
  private constructor(
    private readonly tokenizer: Tokenizer,
    private readonly model: Model,
    private readonly maxLength: number,
  ) {}

  /**
   * @param folder with `config.json`, `tokenizer.json` and `onnx/model.onnx`; read here, no network
   * @throws CORRUPT_FILE when it cannot be used
   */
  static async load(folder: string, maxLength: number): Promise<SequenceClassifier> {
    const missing = needed.find((name) => !fs.existsSync(path.join(folder, name)));
    if (missing) throw unusable(folder, `it has no ${missing}`);
    try {
      const library = createRequire(__filename)('@huggingface/transformers') as Library;
      Object.assign(library.env, {
        allowRemoteModels: false,
        allowLocalModels: true,
        localModelPath: path.dirname(folder),
      });
      const options = { local_files_only: true, dtype: 'fp32' };
      const name = path.basename(folder);
      const tokenizer = await library.AutoTokenizer.from_pretrained(name, options);
      const model = await library.AutoModelForSequenceClassification.from_pretrained(name, options);
      return new SequenceClassifier(tokenizer, model, maxLength);
    } catch (cause) {
      log.error({ err: cause, folder }, 'a cross-encoder could not be loaded');
      throw unusable(folder, 'its files cannot be loaded, and the log says why', cause);
    }
  }

  /** @returns `[texts]` logits, those of the second class less those of the first where there are two */
  async scores(query: string, texts: readonly string[]): Promise<Float32Array> {
    const scores = new Float32Array(texts.length);
    for (let from = 0; from < texts.length; from += batch) {
      const part = texts.slice(from, from + batch).map((text) => this.plain(text));
      const inputs = this.tokenizer(
        part.map(() => this.plain(query)),
        { text_pair: part, padding: true, truncation: true, max_length: this.maxLength },
      );
      const { logits } = await this.model(inputs);
      const classes = logits.dims[1]!;
      part.forEach((_, i) => {
        const at = i * classes;
        scores[from + i] = classes === 1 ? logits.data[at]! : logits.data[at + 1]! - logits.data[at]!;
      });
    }
    return scores;
  }

  /** The library takes a mark such as `[SEP]` in a text for the mark itself. */
  private plain(text: string): string {
    const marks = this.tokenizer.all_special_tokens ?? [];
    return marks.reduce((left, mark) => left.replaceAll(mark, mark.split('').join(' ')), text);
  }
}

function unusable(folder: string, why: string, cause?: unknown): KindredError {
  return new KindredError(
    'CORRUPT_FILE',
    `${folder} is no cross-encoder that can be used: ${why}. Expected a model of transformers.js for sequence ` +
      'classification: config.json, tokenizer.json, onnx/model.onnx.',
    { folder },
    { cause },
  );
}
