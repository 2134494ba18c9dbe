import type { RootDatabase, Transaction } from 'lmdb';
import { lmdbFailure } from './lmdb-failure.js';
import { afterOpenCommit, isCommitOpen } from './lmdb-open-commit.js';
import type { Entry, KeyRange, StoreView } from './store.js';

/** Largest key of a file with pages of 8192 bytes. */
const MAX_KEY_BYTES = 4026;

/** Key of the number of writes: a writer sees by it whether another one came first. Below every key of the platform. */
export const WRITES_KEY = Uint8Array.of(0);

/** View of a store in a file, as it is at one transaction. */
export class LmdbView implements StoreView {
  readonly #options: { readonly transaction: Transaction };

  constructor(
    private readonly path: string,
    private readonly file: string,
    private readonly database: RootDatabase<Buffer, Uint8Array>,
    private readonly transaction: Transaction,
  ) {
    this.#options = { transaction };
  }

  async get(key: Uint8Array): Promise<Uint8Array | undefined> {
    while (isCommitOpen(this.file)) await afterOpenCommit(this.file);
    return this.#get(key);
  }

  async getMany(keys: readonly Uint8Array[]): Promise<(Uint8Array | undefined)[]> {
    while (isCommitOpen(this.file)) await afterOpenCommit(this.file);
    return keys.map((key) => this.#get(key));
  }

  async scan({ from, to, reverse = false, limit }: KeyRange): Promise<Entry[]> {
    while (isCommitOpen(this.file)) await afterOpenCommit(this.file);
    if (limit === 0 || Buffer.compare(from, to) >= 0) return [];
    const [first, behind] = [bound(from), bound(to)];
    return asked(this.path, () => {
      const range = this.database.getRange({
        ...(reverse
          ? { start: behind, end: first, inclusiveEnd: true, exclusiveStart: true }
          : { start: first, end: behind }),
        reverse,
        ...(limit === undefined ? {} : { limit }),
        transaction: this.transaction,
      });
      return Array.from(range, ({ key, value }) => ({ key, value }));
    });
  }

  /** Returns the number of writes that it shows. */
  writes(): bigint {
    return countOf(this.#get(WRITES_KEY));
  }

  #get(key: Uint8Array): Buffer | undefined {
    if (key.length > MAX_KEY_BYTES) return undefined;
    return asked(this.path, () => this.database.get(key, this.#options));
  }
}

/** Returns the response of the database. @throws {StoreUnavailableError} when it cannot. */
export function asked<Result>(path: string, question: () => Result): Result {
  try {
    return question();
  } catch (error) {
    throw lmdbFailure(error, path);
  }
}

/** Returns a key that is as long as any: no entry lies between it and those that begin with it. */
const bound = (key: Uint8Array): Uint8Array =>
  key.length > MAX_KEY_BYTES ? key.subarray(0, MAX_KEY_BYTES) : key;

const COUNT_BYTES = 8;

/** Returns a number of writes as bytes. */
export function countBytes(count: bigint): Buffer {
  const bytes = Buffer.alloc(COUNT_BYTES);
  bytes.writeBigUInt64BE(count);
  return bytes;
}

/** Returns a number of writes. */
export function countOf(bytes: Buffer | undefined): bigint {
  return bytes?.readBigUInt64BE() ?? 0n;
}
