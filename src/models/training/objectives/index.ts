export * from './createObjective';
export { logScale, relationProjection, relationVectors } from './linkObjective';
export type { Objective } from './objective';
