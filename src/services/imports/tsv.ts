import { type BadLine, readEntityTexts, readTriples, type TextForm } from '../../formats/tsv';
import type { BareEntity, ImportedEntity } from '../../graph/bulk';
import type { Database } from '../../graph/database';
import type { Triple } from '../../graph/types';
import { badInput } from '../../shared/errors';
import { Loading, type LoadingOptions } from './loading';
import { type ImportReport, namedBadLines } from './report';
import { surveyTsv, type TsvFiles, type TsvSurvey } from './tsvSurvey';

export interface TsvOptions extends TsvFiles, LoadingOptions {
  /** stop at the first bad line, before anything is written */
  strict?: boolean;
  /** `source` of entities and relations: an import updates texts of its own source only */
  source?: string;
}

/**
 * Import tab-separated tables. The files are read twice: once to check and count, once to write what is good. May be
 * run again at any time: what is missing comes back, what a curator has edited keeps its texts.
 *
 * @throws BAD_INPUT for a file that cannot be read and, when strict, naming file:line of the first bad line;
 *         CANCELLED between batches
 */
export async function importTsv(db: Database, options: TsvOptions): Promise<ImportReport> {
  const started = performance.now();
  const { strict = false, source = 'tsv' } = options;
  const badLines: BadLine[] = [];
  let badLineCount = 0;
  const onBadLine = (bad: BadLine) => {
    if (strict) throw badInput(`${bad.file}:${bad.line}: ${bad.why} Nothing was imported.`, { ...bad });
    if (++badLineCount <= namedBadLines) badLines.push(bad);
  };
  const survey = await surveyTsv(options, onBadLine, options);
  if (badLineCount > 0 && survey.tripleCount === 0 && survey.textCount === 0) {
    const [{ file, line, why }] = badLines as [BadLine];
    throw badInput(
      `None of the ${badLineCount} lines could be read, so nothing was imported. The first is ${file}:${line}: ${why}`,
      { badLineCount, file, line },
    );
  }

  const loading = new Loading(db, source, options);
  await loading.relations(survey.relations);
  if (options.texts !== undefined) {
    await loading.entities(entitiesOf(options.texts, survey, source), survey.textCount);
  }
  await loading.bareEntities(bareEntitiesOf(survey), survey.bare.size);
  await loading.triples(triplesOf(options.triples), survey.tripleCount);

  return {
    source,
    ...loading.counts,
    badLines,
    badLineCount,
    notes: [...noteOnForm(survey.form), ...noteOnBare(survey.bare.size)],
    seconds: (performance.now() - started) / 1000,
    triplesPerSecond: loading.triplesPerSecond,
    alreadyDone: false,
  };
}

async function* entitiesOf(
  file: string,
  { form, types }: TsvSurvey,
  source: string,
): AsyncGenerator<ImportedEntity> {
  for await (const text of readEntityTexts(file, form, alreadyReported)) {
    const own = types && { types: types.get(text.id) ?? [] };
    yield { ...text, ...own, aliases: [], examples: [], language: 'und', source };
  }
}

function* bareEntitiesOf({ bare, types }: TsvSurvey): Generator<BareEntity> {
  for (const id of bare) yield { id, types: types?.get(id) ?? [] };
}

async function* triplesOf(files: string[]): AsyncGenerator<Triple> {
  for (const file of files) yield* readTriples(file, alreadyReported);
}

function alreadyReported(): void {
  // the survey has named the line
}

function noteOnForm(form: TextForm | undefined): string[] {
  if (!form) return [];
  const where = {
    dash: 'The name of an entity is what stands before " -- " in its text.',
    comma: 'The name of an entity is what stands before the first comma in its text.',
    name: 'The text of an entity is its name.',
    description: 'The text of an entity is its description; its name is its id.',
  };
  return [where[form.style], ...(form.escaped ? ['Escapes (\\", \\n) in the texts were undone.'] : [])];
}

function noteOnBare(count: number): string[] {
  return count === 0 ? [] : [`Entities without a text, named by their ids: ${count}.`];
}
