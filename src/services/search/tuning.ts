import type { Database } from '../../graph/database';
import { readSearchTuning } from '../../graph/searchTuning';
import type { Bm25fParameters } from '../../models/search/ranking/bm25f';
import { defaultParameters } from '../../models/search/ranking/defaultParameters';
import { bm25fParametersSchema } from '../../models/search/ranking/parametersSchema';
import { type AlphaTuning, alphaTuningSchema } from '../../models/search/reranking/alphaTuning';
import { log } from '../../shared/log';

/** How long what was read is believed: another process may have trained. */
const believedMs = 2_000;

interface Tuned {
  readonly parameters: Bm25fParameters;
  readonly alphas: ReadonlyMap<string, AlphaTuning>;
}

/** What was learned of searching, as the store has it; defaults where nothing was. */
export class Tuning {
  private last: { readonly at: number; readonly tuned: Promise<Tuned> } | undefined;

  constructor(private readonly db: Database) {}

  async parameters(): Promise<Bm25fParameters> {
    return (await this.read()).parameters;
  }

  /** @param model its id */
  async alphas(model: string): Promise<AlphaTuning | undefined> {
    return (await this.read()).alphas.get(model);
  }

  private read(): Promise<Tuned> {
    const now = performance.now();
    if (!this.last || now - this.last.at > believedMs) {
      const tuned = readTuned(this.db);
      this.last = { at: now, tuned };
      tuned.catch(() => (this.last = undefined));
    }
    return this.last.tuned;
  }
}

async function readTuned(db: Database): Promise<Tuned> {
  const { parameters, reranking } = await readSearchTuning(db);
  const alphas = Object.entries(reranking).flatMap(([model, text]): [string, AlphaTuning][] => {
    const parsed = alphaTuningSchema.safeParse(parsedJson(text));
    if (!parsed.success) log.warn({ model }, 'the tuned α of a model cannot be read');
    return parsed.success ? [[model, parsed.data]] : [];
  });
  const parsed = parameters === null ? undefined : bm25fParametersSchema.safeParse(parsedJson(parameters));
  if (parsed && !parsed.success) log.warn('the trained parameters of the search cannot be read');
  return { parameters: parsed?.data ?? defaultParameters, alphas: new Map(alphas) };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
