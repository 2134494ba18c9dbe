import type { Store } from './store.js';

/** Options of {@link openStore}. An engine ignores those that it has no use for. */
export interface StoreOptions {
  /** Durability of a write to a file, as in `LmdbStoreOptions`; a database decides by itself. */
  readonly durability?: 'process' | 'disk';
  /** Called after each commit to a file with its duration in seconds. */
  readonly onCommit?: (seconds: number) => void;
}

/** Engine of stores. Its module is loaded when a store is opened: the help of a command does not need it. */
interface StoreEngine {
  /** Form of a URL in help texts. */
  readonly form: string;
  readonly accepts: (url: string) => boolean;
  /** @throws {StoreUnavailableError} (rejects with it) when the store cannot be opened. */
  readonly open: (url: string, options: StoreOptions) => Promise<Store>;
}

const LMDB: StoreEngine = {
  form: 'a file (LMDB)',
  accepts: (url) => url !== '' && !url.includes('://'),
  open: async (path, options) => {
    const { openLmdbStore } = await import('./lmdb-store.js');
    return openLmdbStore({ path, ...options });
  },
};

const POSTGRESQL: StoreEngine = {
  form: 'postgres://user:password@host/database',
  accepts: (url) => /^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url),
  open: async (url) => {
    const { openPostgresStore } = await import('./postgres-store.js');
    return openPostgresStore({ url });
  },
};

const ENGINES: readonly StoreEngine[] = [LMDB, POSTGRESQL];

/** Forms of what names a store: "a file (LMDB) or postgres://user:password@host/database". */
export const STORE_FORMS: string = ENGINES.map(({ form }) => form).join(' or ');

/** Forms of the URLs among them: "postgres://user:password@host/database". */
export const STORE_URL_FORMS: string = ENGINES.filter((engine) => engine !== LMDB)
  .map(({ form }) => form)
  .join(' or ');

const findEngine = (url: string): StoreEngine | undefined => ENGINES.find(({ accepts }) => accepts(url));

/** Returns whether a text names a store: a file, or a URL of a database. */
export const isStoreUrl = (text: string): boolean => findEngine(text) !== undefined;

/**
 * Opens the store that a file or URL names, and makes it where there is none.
 *
 * @throws {RangeError} when the text names no store. The message shows nothing of it: it may contain a password.
 * @throws {StoreUnavailableError} when the store cannot be opened, or is none of ours.
 */
export async function openStore(url: string, options: StoreOptions = {}): Promise<Store> {
  const engine = findEngine(url);
  if (engine === undefined) throw new RangeError(`the text names no store: expected ${STORE_FORMS}`);
  return engine.open(url, options);
}
