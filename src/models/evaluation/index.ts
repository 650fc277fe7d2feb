export * from './figures';
export * from './groups';
export * from './rankings';
export * from './rankTriples';
