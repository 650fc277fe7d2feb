export type { ModelCard } from './modelCard';
export { readCard } from './modelFolder';
export {
  linkQuery,
  type LinkQuery,
  relationModelKinds,
  type RelationModelKind,
  type Scoring,
} from './relationModels';
export type { Metric } from './similarity';
export { TrainedModel } from './trainedModel';
