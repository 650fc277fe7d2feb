import {
  detectTextForm,
  type OnBadLine,
  readableId,
  readEntityTexts,
  readEntityTypes,
  readRelationTexts,
  readTriples,
  type TextForm,
  type TextStyle,
} from '../../formats/tsv';
import type { ImportedRelation } from '../../graph/bulk';
import { noProgress } from '../../shared/progress';
import { type LoadingOptions, throwIfStopped } from './loading';

export interface TsvFiles {
  /** files of `head relation tail` lines */
  triples: string[];
  /** a file of `id text` or `id name description` lines */
  texts?: string;
  /** a file of `id type` lines; an entity may have several */
  types?: string;
  /** a file of `id name` or `id name description` lines */
  relationTexts?: string;
  /** where the name ends in the texts; told from the file by default */
  textStyle?: TextStyle;
}

/** What a first reading finds in the files. */
export interface TsvSurvey {
  /** of the texts in one column; undefined where there are none, or name and description have a column each */
  form: TextForm | undefined;
  /** lines with an entity's text */
  textCount: number;
  tripleCount: number;
  /** entities of which no text is known, only triples or types */
  bare: Set<string>;
  /** of each entity that has some; undefined where no file tells types */
  types: Map<string, string[]> | undefined;
  /** those with texts and those that only triples name */
  relations: ImportedRelation[];
}

/** Lines between two reports of progress. */
const reportEvery = 20_000;

/** Read all files once, to check every line and to know the totals before anything is written. */
export async function surveyTsv(
  { triples, texts, types: typesFile, relationTexts, textStyle }: TsvFiles,
  onBadLine: OnBadLine,
  { onProgress = noProgress, signal }: LoadingOptions,
): Promise<TsvSurvey> {
  let lines = 0;
  const look = () => {
    if (++lines % reportEvery > 0) return;
    throwIfStopped(signal, `${lines} checked lines, before anything was written`);
    onProgress({ stage: 'checking the files', unit: 'lines', done: lines });
  };

  const relations = new Map<string, ImportedRelation>();
  for await (const relation of rowsOf(relationTexts, (file) => readRelationTexts(file, onBadLine))) {
    relations.set(relation.id, relation);
    look();
  }
  const detected = texts === undefined ? undefined : await detectTextForm(texts);
  const form = detected && { ...detected, style: textStyle ?? detected.style };
  const described = new Set<string>();
  for await (const { id } of rowsOf(texts, (file) => readEntityTexts(file, form, onBadLine))) {
    described.add(id);
    look();
  }
  const types = new Map<string, string[]>();
  for await (const { id, type } of rowsOf(typesFile, (file) => readEntityTypes(file, onBadLine))) {
    const known = types.get(id);
    if (!known) types.set(id, [type]);
    else if (!known.includes(type)) known.push(type);
    look();
  }
  const bare = new Set<string>();
  let tripleCount = 0;
  for (const file of triples) {
    for await (const { head, relation, tail } of readTriples(file, onBadLine)) {
      tripleCount++;
      if (!described.has(head)) bare.add(head);
      if (!described.has(tail)) bare.add(tail);
      if (!relations.has(relation)) relations.set(relation, bareRelation(relation));
      look();
    }
  }
  for (const id of types.keys()) if (!described.has(id)) bare.add(id);
  return {
    form,
    textCount: described.size,
    tripleCount,
    bare,
    types: typesFile === undefined ? undefined : types,
    relations: [...relations.values()],
  };
}

async function* rowsOf<T>(
  file: string | undefined,
  read: (file: string) => AsyncIterable<T>,
): AsyncGenerator<T> {
  if (file !== undefined) yield* read(file);
}

function bareRelation(id: string): ImportedRelation {
  return { id, name: readableId(id), description: '', isBare: true };
}
