import type { Entry, KeyRange, StateChange, StoreView, WritableView } from '../../store/store.js';
import type { Trace, TracedWrite } from './trace.js';

/** Notes what is read of a state in a trace. */
export class TracedReads implements StoreView {
  constructor(
    private readonly read: StoreView,
    protected readonly trace: Trace,
  ) {}

  async get(key: Uint8Array): Promise<Uint8Array | undefined> {
    const value = await this.read.get(key);
    this.trace.read(key, value);
    return value;
  }

  async getMany(keys: readonly Uint8Array[]): Promise<(Uint8Array | undefined)[]> {
    const values = await this.read.getMany(keys);
    for (const [at, key] of keys.entries()) this.trace.read(key, values[at]);
    return values;
  }

  async scan(range: KeyRange): Promise<Entry[]> {
    const entries = await this.read.scan(range);
    this.trace.scan(range.from, entries.length);
    return entries;
  }
}

/** Notes what is read and written of a state in a trace. */
export class TracedView extends TracedReads implements WritableView {
  readonly #writes: { readonly mark: number; readonly write: TracedWrite }[] = [];

  constructor(
    private readonly view: WritableView,
    trace: Trace,
  ) {
    super(view, trace);
  }

  put(key: Uint8Array, value: Uint8Array): void {
    this.#note(key, value);
    this.view.put(key, value);
  }

  delete(key: Uint8Array): void {
    this.#note(key, undefined);
    this.view.delete(key);
  }

  mark(): number {
    return this.view.mark();
  }

  undoTo(mark: number): void {
    for (
      let last = this.#writes.at(-1);
      last !== undefined && last.mark >= mark;
      last = this.#writes.at(-1)
    ) {
      last.write.isUndone = true;
      this.#writes.pop();
    }
    this.view.undoTo(mark);
  }

  async changesSince(mark: number): Promise<readonly StateChange[]> {
    const changes = await this.view.changesSince(mark);
    for (const { key, before } of changes) this.trace.found(key, before);
    return changes;
  }

  #note(key: Uint8Array, value: Uint8Array | undefined): void {
    const write = this.trace.write(key, value);
    if (write !== undefined) this.#writes.push({ mark: this.view.mark(), write });
  }
}

/** Returns a view that notes in a trace what is read and written; the view itself without a trace. */
export const traced = (view: WritableView, trace: Trace | undefined): WritableView =>
  trace === undefined ? view : new TracedView(view, trace);
