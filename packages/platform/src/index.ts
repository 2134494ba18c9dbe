export { openLmdbStore, type LmdbStoreOptions } from './store/lmdb-store.js';
export { openPostgresStore, type PostgresStoreOptions } from './store/postgres-store.js';
export {
  StoreUnavailable,
  type Entry,
  type KeyRange,
  type Store,
  type StoreView,
  type WritableView,
} from './store/store.js';
