import fs from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readCard } from '../../../models/blp';
import { writeFileAtomically } from '../../../shared/files';
import { isObject, readJsonFile } from '../../../shared/jsonFile';
import { type ClassificationReport, evaluateClassification, type Features } from '../classification';
import { evaluateLinkPrediction, type EvaluationReport } from '../evaluation';
import type { DatasetName } from './published';
import type { RowContext } from './trainRow';

/** Figures of a system by their name, as the table has them. */
export interface Measured {
  readonly ours: Readonly<Record<string, number>>;
  /** what is not measured as in the paper */
  readonly differs: readonly string[];
}

/** Links of the test part; filtered, realistic ranks. */
export async function measureLinks(model: string, context: RowContext): Promise<Measured> {
  const { split, text, relationText, onProgress, signal } = context;
  const report = await once<EvaluationReport>(model, 'evaluation', () =>
    evaluateLinkPrediction({ model, split, text, relationText, part: 'test', onProgress, signal }),
  );
  const { mrr, 'hits@1': first, 'hits@3': third, 'hits@10': tenth } = report.all.filtered.realistic;
  return {
    ours: { mrr, 'hits@1': first, 'hits@3': third, 'hits@10': tenth },
    differs: report.sampledFrom
      ? [`${report.triples} triples among ${report.candidates} candidates each`]
      : [],
  };
}

/** Classes of the test part's entities. */
export async function measureClasses(
  features: Features,
  dataset: DatasetName,
  { split, text, onProgress, signal }: RowContext,
): Promise<Measured> {
  const labels = dataset === 'wn18rr' ? 'wordnet' : 'domains';
  const evaluate = () => evaluateClassification({ features, split, text, labels, onProgress, signal });
  const report =
    'model' in features
      ? await once<ClassificationReport>(features.model, 'classification', evaluate)
      : await evaluate();
  return {
    ours: { accuracy: report.accuracy, 'balanced accuracy': report.balancedAccuracy },
    differs: labels === 'domains' ? ['types read off the relations'] : [],
  };
}

/** What was found about a model, kept beside it; another model in its place is measured anew. */
async function once<Report>(model: string, name: string, measure: () => Promise<Report>): Promise<Report> {
  const { sha256 } = readCard(model);
  const file = path.join(path.dirname(model), `${name}-${sha256.slice(0, 12)}.json`);
  if (!fs.existsSync(file)) writeFileAtomically(file, JSON.stringify(await measure(), null, 2));
  return readJsonFile(
    file,
    z.custom<Report>(isObject),
    'the report of an evaluation',
    'Delete it to evaluate again.',
  );
}
