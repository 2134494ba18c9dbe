import { existsSync, realpathSync } from 'node:fs';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { open, type RootDatabase } from 'lmdb';
import { asBuffer } from '../base/bytes/as-buffer.js';
import { checkFile, makeLockFile } from './lmdb-file.js';
import { lmdbFailure } from './lmdb-failure.js';
import { afterOpenCommit, isCommitOpen, runOpenCommit } from './lmdb-open-commit.js';
import { WriteTurn } from './lmdb-turn.js';
import { asked, countBytes, countOf, LmdbView, WRITES_KEY } from './lmdb-view.js';
import { Overlay, type EntryChange } from './overlay.js';
import { StoreUnavailableError } from './store-unavailable-error.js';
import type { Store, StoreView, WritableView } from './store.js';
import { TimeSlices } from './time-slices.js';
import { runTogether, WriteQueue, type QueuedWrite, type WriteOutcome } from './write-queue.js';

/** Lists the options of {@link openLmdbStore}. */
export interface LmdbStoreOptions {
  /** A file; it is made where there is none. */
  readonly path: string;
  /**
   * Durability of a write that is done: `'process'` (the default) outlives the end of the process however it comes; `'disk'`
   * outlives a power cut as well, and every write waits for the disk.
   */
  readonly durability?: 'process' | 'disk';
  /**
   * Called after each commit with its duration in seconds. A commit of at most 4,096 entries runs in one turn of the event loop,
   * with its wait for the disk: the process serves nobody else meanwhile.
   */
  readonly onCommit?: (seconds: number) => void;
}

/** Keys may then have 4026 bytes. */
const PAGE_SIZE = 8192;
const MAX_ATTEMPTS = 100;
/** Number of failed commits after which a writer requests the turn. */
const LATE_ATTEMPTS = 3;
/** Wait of a writer before the next attempt while it is the turn of another one, in milliseconds. */
const PAUSE_MS = 2;

/**
 * After so many calls the event loop gets a turn. The driver answers at once, and releases the memory of a call only
 * then: of a caller who never waits for anything else, memory would grow for ever.
 */
const CALLS_A_TURN = 100;

/** Stale readers are searched after so many writes: what they read cannot be written over. */
const WRITES_A_LOOK = 100;

/** Largest number of entries that are stored in one turn of the event loop: more give way to other work. */
const MAX_ENTRIES_AT_ONCE = 4_096;

/** After how many of them the clock is read. */
const ENTRIES_A_LOOK = 100;

/** Opens a store in a file. @throws {StoreUnavailableError} when the file cannot be opened, or is none of ours. */
export function openLmdbStore({ path, durability = 'process', onCommit }: LmdbStoreOptions): Store {
  try {
    checkFile(path);
    // Opening waits for the commit with all of this process, and the commit for this process.
    if (existsSync(path) && isCommitOpen(realpathSync(path)))
      throw new StoreUnavailableError(`the store at ${path}`, 'busy');
    makeLockFile(path);
    return new LmdbStore(
      path,
      open<Buffer, Uint8Array>({
        path,
        noSubdir: true,
        pageSize: PAGE_SIZE,
        keyEncoding: 'binary',
        encoding: 'binary',
        cache: false,
        noSync: durability === 'process',
      }),
      onCommit,
    );
  } catch (error) {
    throw lmdbFailure(error, path);
  }
}

class LmdbStore implements Store {
  readonly #writers = new WriteQueue(async (writes) => this.#store(writes));
  readonly #reads = new Set<Promise<unknown>>();
  readonly #turn: WriteTurn;
  #isClosed = false;
  #writes = 0;
  #calls = 0;
  readonly #slices = new TimeSlices();
  /** The path of the file as every store of this process finds it. */
  readonly #file: string;
  readonly name: string;

  constructor(
    private readonly path: string,
    private readonly database: RootDatabase<Buffer, Uint8Array>,
    private readonly onCommit: LmdbStoreOptions['onCommit'],
  ) {
    this.name = `the store at ${path}`;
    this.#file = realpathSync(path);
    this.#turn = new WriteTurn(database);
  }

  async read<Result>(work: (view: StoreView) => Promise<Result>): Promise<Result> {
    this.#checkOpen();
    const reading = this.#withView(work);
    this.#reads.add(reading);
    try {
      return await reading;
    } finally {
      this.#reads.delete(reading);
    }
  }

  async write<Result>(
    work: (view: WritableView) => Promise<Result>,
    reads: readonly Uint8Array[] = [],
  ): Promise<Result> {
    this.#checkOpen();
    return this.#writers.run(work, reads);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#writers.idle();
    await Promise.allSettled(this.#reads);
    await this.database.close();
  }

  async #store(writes: readonly QueuedWrite[]): Promise<readonly WriteOutcome[]> {
    try {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
        await this.#afterOpenCommit();
        if (attempt >= LATE_ATTEMPTS) asked(this.path, () => this.#turn.ask());
        await this.#turnOfOthers();
        const { outcomes, changes, known } = await this.#withView(async (view) => {
          const overlay = new Overlay(view);
          await overlay.getMany(writes.flatMap(({ reads }) => reads));
          const outcomes = await runTogether(overlay, writes);
          return { outcomes, changes: await overlay.changesInTurns(), known: view.writes() };
        });
        await this.#afterOpenCommit();
        const begun = performance.now();
        const isStored =
          changes.length > MAX_ENTRIES_AT_ONCE
            ? await this.#commitInTurns(known, changes)
            : this.#commit(known, changes);
        if (!isStored) continue;
        if (changes.length > 0) this.onCommit?.((performance.now() - begun) / 1000);
        return outcomes;
      }
      throw new StoreUnavailableError(this.name, 'conflict');
    } finally {
      await this.#afterOpenCommit();
      this.#turn.end();
    }
  }

  async #afterOpenCommit(): Promise<void> {
    while (isCommitOpen(this.#file)) await afterOpenCommit(this.#file);
  }

  /** Waits for as long as it is the turn of another writer. */
  async #turnOfOthers(): Promise<void> {
    while (asked(this.path, () => this.#turn.isOfAnother())) {
      await sleep(PAUSE_MS);
      this.database.resetReadTxn();
    }
  }

  /**
   * Stores changes that are based on a state after so many writes. Returns false if another process has written since,
   * or has requested a turn.
   */
  #commit(writes: bigint, changes: readonly EntryChange[]): boolean {
    if (changes.length === 0) return true;
    this.#writes += 1;
    if (this.#writes % WRITES_A_LOOK === 0) this.database.readerCheck();
    return asked(this.path, () =>
      this.database.transactionSync(() => {
        if (!this.#isNewest(writes)) return false;
        for (const change of changes) this.#make(change);
        this.database.putSync(WRITES_KEY, countBytes(writes + 1n));
        return true;
      }),
    );
  }

  /** Does the same in several turns of the event loop. Other processes leave it the turn to write, and need not wait for the file. */
  async #commitInTurns(writes: bigint, changes: readonly EntryChange[]): Promise<boolean> {
    asked(this.path, () => this.#turn.ask());
    const slices = new TimeSlices();
    const store = async (): Promise<boolean> => {
      if (!this.#isNewest(writes)) return false;
      for (const [at, change] of changes.entries()) {
        this.#make(change);
        if (at % ENTRIES_A_LOOK === 0) await slices.next();
      }
      this.database.putSync(WRITES_KEY, countBytes(writes + 1n));
      return true;
    };
    try {
      // A child transaction is taken back as a whole when it fails.
      const isStored = await runOpenCommit(this.#file, async () => this.database.childTransaction(store));
      // It is committed before it is on the disk.
      await this.database.flushed;
      return isStored;
    } catch (error) {
      throw lmdbFailure(error, this.path);
    }
  }

  /** Returns whether nobody has written since there were so many writes, nor has requested a turn. */
  #isNewest(writes: bigint): boolean {
    return countOf(this.database.get(WRITES_KEY)) === writes && !this.#turn.isOfAnother();
  }

  #make({ key, value }: EntryChange): void {
    if (value === undefined) this.database.removeSync(key);
    else this.database.putSync(key, asBuffer(value));
  }

  async #withView<Result>(work: (view: LmdbView) => Promise<Result>): Promise<Result> {
    await this.#afterOpenCommit();
    this.#calls += 1;
    if (this.#calls % CALLS_A_TURN === 0) await nextTurn();
    else await this.#slices.next();
    const transaction = asked(this.path, () => {
      // The driver hands out one for a while: another process may have written since.
      this.database.resetReadTxn();
      return this.database.useReadTransaction();
    });
    try {
      return await work(new LmdbView(this.path, this.#file, this.database, transaction));
    } finally {
      transaction.done();
    }
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new StoreUnavailableError(this.name, 'closed');
  }
}
