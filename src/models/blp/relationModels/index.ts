export * from './createRelationModel';
export * from './linkQuery';
export * from './relationModel';
