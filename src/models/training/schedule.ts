export type Schedule = 'none' | 'linear-warmup-decay';

/**
 * Share of the learning rate at one step.
 *
 * `linear-warmup-decay` grows linearly to 1 over the first `warmUpShare` of the steps, then falls linearly to 0
 * after the last (Daza et al. 2021, section 4; Devlin et al. 2019). `none` is always 1.
 *
 * @param step  0 … steps − 1
 * @param steps how many the whole run takes
 */
export function scheduleFactor(schedule: Schedule, step: number, steps: number, warmUpShare: number): number {
  if (schedule === 'none') return 1;
  const warmUp = Math.round(steps * warmUpShare);
  return step < warmUp ? (step + 1) / warmUp : (steps - step) / Math.max(1, steps - warmUp);
}
