import { decodeEntries, encodeEntries } from './entry-list.js';
import { Overlay } from './overlay.js';
import { shown } from '../query/query-error.js';
import type { Store, StoreView, WritableView } from './store.js';

/** There is no snapshot of that number: it was never taken, or an older one was reverted to. */
export class UnknownSnapshot extends Error {
  override readonly name = 'UnknownSnapshot';
}

/** Below the keys of the platform; in front of all that a snapshot store keeps for itself. */
const OWN_PREFIX = 1;
/** How many writes were recorded, and after how many of them each snapshot was taken. */
const SNAPSHOTS_KEY = Uint8Array.of(OWN_PREFIX, 0);
const RECORD_PREFIX = [OWN_PREFIX, 1];
const RECORDS_END = Uint8Array.of(OWN_PREFIX, 2);

interface Snapshots {
  readonly next: number;
  readonly records: number;
  readonly taken: readonly { readonly id: number; readonly records: number }[];
}

/**
 * A store that can go back to what it was. While there is a snapshot, every write stores what was there before beside
 * what it changes, so that going back costs as much as what was written since.
 */
export class SnapshotStore implements Store {
  constructor(private readonly store: Store) {}

  async read<Result>(work: (view: StoreView) => Promise<Result>): Promise<Result> {
    return this.store.read(work);
  }

  async write<Result>(work: (view: WritableView) => Promise<Result>): Promise<Result> {
    return this.store.write(async (view) => {
      const snapshots = await readSnapshots(view);
      if (snapshots.taken.length === 0) return work(view);
      const overlay = new Overlay(view);
      const result = await work(overlay);
      const changes = overlay.changes();
      if (changes.length === 0) return result;
      const before = await view.getMany(changes.map(({ key }) => key));
      const record = changes.map(({ key }, index) => ({ key, value: before[index] }));
      view.put(recordKey(snapshots.records), encodeEntries(record));
      writeSnapshots(view, { ...snapshots, records: snapshots.records + 1 });
      overlay.applyTo(view);
      return result;
    });
  }

  /** Remembers what the store holds now; gives the number to go back with. */
  async takeSnapshot(): Promise<number> {
    return this.store.write(async (view) => {
      const { next, records, taken } = await readSnapshots(view);
      writeSnapshots(view, { next: next + 1, records, taken: [...taken, { id: next, records }] });
      return next;
    });
  }

  /**
   * Makes the store what it was when the snapshot was taken. That snapshot and those after it are gone then.
   * @throws {UnknownSnapshot} when there is none of that number; nothing is changed.
   */
  async revert(id: number): Promise<void> {
    await this.store.write(async (view) => {
      const { next, taken } = await readSnapshots(view);
      const snapshot = taken.find((candidate) => candidate.id === id);
      if (snapshot === undefined) {
        const known = taken.map((candidate) => candidate.id).join(', ');
        throw new UnknownSnapshot(
          `there is no snapshot ${shown(id)}${known === '' ? '' : `; there are ${known}`}`,
        );
      }
      const records = await view.scan({ from: recordKey(snapshot.records), to: RECORDS_END, reverse: true });
      for (const { key, value } of records) {
        for (const change of decodeEntries(value)) {
          if (change.value === undefined) view.delete(change.key);
          else view.put(change.key, change.value);
        }
        view.delete(key);
      }
      writeSnapshots(view, {
        next,
        records: snapshot.records,
        taken: taken.filter((candidate) => candidate.id < id),
      });
    });
  }

  async close(): Promise<void> {
    return this.store.close();
  }
}

async function readSnapshots(view: StoreView): Promise<Snapshots> {
  const bytes = await view.get(SNAPSHOTS_KEY);
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
