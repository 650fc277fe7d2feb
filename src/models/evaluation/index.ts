export * from './candidates';
export * from './candidateSample';
export * from './figures';
export * from './groups';
export * from './rankings';
export * from './rankSampled';
export * from './rankTriples';
export * from './report';
