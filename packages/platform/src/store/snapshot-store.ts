import { PlatformError } from '../base/errors/platform-error.js';
import { excerpt } from '@dapikit/proof/document-query';
import { decodeEntries, encodeEntries } from './entry-list.js';
import { Overlay, type EntryChange } from './overlay.js';
import { TimeSlices } from './time-slices.js';
import type { Store, StoreView, WritableView } from './store.js';

/** Rejects the id of a snapshot that was never taken, or that a revert removed. */
export class UnknownSnapshotError extends PlatformError {
  override readonly name = 'UnknownSnapshotError';
  readonly reason = 'unknown-snapshot';

  constructor(problem: string) {
    super(problem, { at: '/id' });
  }
}

/** Below the keys of the platform; the prefix of all internal keys of a snapshot store. */
const OWN_PREFIX = 1;
/** Key of the number of records of writes, with the number after which each snapshot was taken. */
const SNAPSHOTS_KEY = Uint8Array.of(OWN_PREFIX, 0);
const RECORD_PREFIX = [OWN_PREFIX, 1];
const RECORDS_END = Uint8Array.of(OWN_PREFIX, 2);

/** The number of changes in a record: a write of more has several. */
const MAX_RECORDED = 1000;

interface Snapshots {
  readonly next: number;
  readonly records: number;
  readonly taken: readonly { readonly id: number; readonly records: number }[];
}

/**
 * Represents a store with snapshots. While there is a snapshot, every write stores the former value of
 * what it changes, so that a restore costs as much as the writes since.
 */
export class SnapshotStore implements Store {
  readonly name: string;

  constructor(private readonly store: Store) {
    this.name = store.name;
  }

  async read<Result>(work: (view: StoreView) => Promise<Result>): Promise<Result> {
    return this.store.read(work);
  }

  write<Result>(
    work: (view: WritableView) => Promise<Result>,
    reads: readonly Uint8Array[] = [],
  ): Promise<Result> {
    return this.store.write(async (view) => recorded(view, work), [SNAPSHOTS_KEY, ...reads]);
  }

  /** Takes a snapshot of the store; returns the number to revert to. */
  async takeSnapshot(): Promise<number> {
    return this.store.write(async (view) => {
      const { next, records, taken } = await readSnapshots(view);
      writeSnapshots(view, { next: next + 1, records, taken: [...taken, { id: next, records }] });
      return next;
    });
  }

  /**
   * Makes the store what it was when the snapshot was taken. That snapshot and those after it are gone then.
   *
   * @param prepare reads the state that goes, and returns what still changes the one that comes, in the same transaction
   * @returns what that gives
   * @throws {UnknownSnapshotError} when there is none of that number; nothing is changed.
   */
  async revert<Result>(
    id: number,
    prepare: (before: StoreView) => Promise<(view: WritableView) => Promise<Result>>,
  ): Promise<Result> {
    return this.store.write(async (view) => {
      const { next, taken } = await readSnapshots(view);
      const snapshot = taken.find((candidate) => candidate.id === id);
      if (snapshot === undefined) throw unknownSnapshot(id, taken);
      const finish = await prepare(view);
      const records = await view.scan({ from: recordKey(snapshot.records), to: RECORDS_END, reverse: true });
      const slices = new TimeSlices();
      for (const { key, value } of records) {
        for (const change of decodeEntries(value)) make(view, change);
        view.delete(key);
        await slices.next();
      }
      writeSnapshots(view, {
        next,
        records: snapshot.records,
        taken: taken.filter((candidate) => candidate.id < id),
      });
      return recorded(view, finish);
    });
  }

  /**
   * Removes a snapshot; the state and the other snapshots stay. Former values that no snapshot needs any more go.
   *
   * @throws {UnknownSnapshotError} when there is none of that number; nothing is changed.
   */
  async dropSnapshot(id: number): Promise<void> {
    await this.store.write(async (view) => {
      const { next, records, taken } = await readSnapshots(view);
      if (!taken.some((candidate) => candidate.id === id)) throw unknownSnapshot(id, taken);
      const left = taken.filter((candidate) => candidate.id !== id);
      const first = left[0]?.records ?? records;
      const slices = new TimeSlices();
      for (const { key } of await view.scan({ from: recordKey(0), to: recordKey(first) })) {
        view.delete(key);
        await slices.next();
      }
      writeSnapshots(view, { next, records, taken: left });
    });
  }

  async close(): Promise<void> {
    return this.store.close();
  }
}

function unknownSnapshot(id: number, taken: Snapshots['taken']): UnknownSnapshotError {
  const known = taken.map((candidate) => candidate.id).join(', ');
  return new UnknownSnapshotError(
    `there is no snapshot ${excerpt(id)}${known === '' ? '' : `; there are ${known}`}`,
  );
}

/** Runs work on a view, and stores what was there before while there is a snapshot. */
async function recorded<Result>(
  view: WritableView,
  work: (view: WritableView) => Promise<Result>,
): Promise<Result> {
  const snapshots = snapshotsOf(await view.get(SNAPSHOTS_KEY));
  if (snapshots.taken.length === 0) return work(view);
  const overlay = new Overlay(view);
  const result = await work(overlay);
  const changes = overlay.changes();
  if (changes.length === 0) return result;
  const slices = new TimeSlices();
  let { records } = snapshots;
  for (let at = 0; at < changes.length; at += MAX_RECORDED) {
    const part = changes.slice(at, at + MAX_RECORDED);
    const before = await view.getMany(part.map(({ key }) => key));
    const record = part.map(({ key }, index) => ({ key, value: before[index] }));
    view.put(recordKey(records), encodeEntries(record));
    for (const change of part) make(view, change);
    records += 1;
    await slices.next();
  }
  writeSnapshots(view, { ...snapshots, records });
  return result;
}

function make(view: WritableView, { key, value }: EntryChange): void {
  if (value === undefined) view.delete(key);
  else view.put(key, value);
}

const readSnapshots = async (view: StoreView): Promise<Snapshots> =>
  snapshotsOf(await view.get(SNAPSHOTS_KEY));

function snapshotsOf(bytes: Uint8Array | undefined): Snapshots {
  if (bytes === undefined) return { next: 1, records: 0, taken: [] };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only writeSnapshots writes it
  return JSON.parse(new TextDecoder().decode(bytes)) as Snapshots;
}

function writeSnapshots(view: WritableView, snapshots: Snapshots): void {
  view.put(SNAPSHOTS_KEY, new TextEncoder().encode(JSON.stringify(snapshots)));
}

function recordKey(number: number): Uint8Array {
  const key = Buffer.alloc(RECORD_PREFIX.length + 8);
  key.set(RECORD_PREFIX);
  key.writeBigUInt64BE(BigInt(number), RECORD_PREFIX.length);
  return key;
}
