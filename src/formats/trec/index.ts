export { readFolds } from './folds';
export { type Judgments, readJudgments } from './judgments';
export { readQueries } from './queries';
export { readRun, runText, type TrecRun } from './run';
