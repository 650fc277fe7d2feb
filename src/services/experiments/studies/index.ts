import { parseTrainingSettings } from '../../../models/training';
import { makeResultFolder } from '../../../shared/files';
import { runPoint, type StudyPoint, type StudyRequest, writeStudy } from './study';

export type { StudyPoint, StudyRequest } from './study';

/**
 * MRR on the fixed test part after training on growing parts of the training entities, and the triples between them.
 * Source: Daza et al. 2021, figure 2.
 *
 * @param shares of the training entities, each above 0 and at most 1
 */
export async function trainingSizeStudy(
  request: StudyRequest,
  shares: readonly number[],
): Promise<StudyPoint[]> {
  begin(request, [{}]);
  const points: StudyPoint[] = [];
  for (const { name, settings } of request.systems)
    for (const share of shares)
      points.push(
        await runPoint(request, name, { study: 'training size', value: share, settings, share }, 'test'),
      );
  writeStudy(request.folder, 'training-size', points, {
    title: 'Links of new entities by size of the training set',
    x: 'share of the training entities',
    y: 'MRR (filtered)',
    measure: 'mrr',
  });
  return points;
}

/**
 * Validation MRR and training time by how many tokens of a text are read. Source: Daza et al. 2021, appendix C.
 *
 * @param lengths most tokens of a text, special ones included
 */
export async function descriptionLengthStudy(
  request: StudyRequest,
  lengths: readonly number[],
): Promise<StudyPoint[]> {
  begin(
    request,
    lengths.map((maxLength) => ({ maxLength })),
  );
  const points: StudyPoint[] = [];
  for (const { name, settings } of request.systems)
    for (const maxLength of lengths)
      points.push(
        await runPoint(
          request,
          name,
          { study: 'description length', value: maxLength, settings: { ...settings, maxLength } },
          'valid',
        ),
      );
  const chart = { x: 'tokens read', logarithmicX: true };
  writeStudy(request.folder, 'description-length', points, {
    ...chart,
    title: 'Links of new entities by length of the descriptions',
    y: 'validation MRR (filtered)',
    measure: 'mrr',
  });
  writeStudy(request.folder, 'description-length', points, {
    ...chart,
    title: 'Training time by length of the descriptions',
    y: 'seconds of training',
    measure: 'seconds',
  });
  return points;
}

/** @throws BAD_INPUT before anything is trained, for a folder or a variant that cannot be used */
function begin(
  { folder, systems }: StudyRequest,
  variants: readonly { readonly maxLength?: number }[],
): void {
  for (const { settings } of systems)
    for (const variant of variants) parseTrainingSettings({ ...settings, ...variant });
  makeResultFolder(folder);
}
