export { migrate, type Migrated } from './migrate';
