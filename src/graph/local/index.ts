export { type LocalNeo4j, type LocalNeo4jOptions, startLocalNeo4j } from './localNeo4j';
export { localFolder, openStore, type Store, type StoreOptions } from './openStore';
