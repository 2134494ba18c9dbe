import { bytesKey } from '../../base/bytes/bytes-key.js';
import type { Fee } from '../../state/fee/processing-cost.js';
import type { StorageWork } from '../../state/fee/storage-work.js';

/** Names the part of the way of a transition: reading its bytes, the check before the mempool, the block. */
export type TracePhase = 'bytes' | 'mempool' | 'block';

/** Lists the steps of transitions; each has what happens until the next one begins. */
export type TraceStepName =
  | 'decode'
  | 'mempool check'
  | 'known transition'
  | 'signer'
  | 'nonce'
  | 'structure'
  | 'signature'
  | 'balance'
  | 'inputs'
  | 'asset lock'
  | 'execution'
  | 'contract and document'
  | 'token payment'
  | 'moderation'
  | 'stored documents'
  | 'data trigger'
  | 'document'
  | 'token and group'
  | 'token change'
  | 'contract'
  | 'base fee'
  | 'Merk batch'
  | 'fee'
  | 'refund'
  | 'penalty';

/** Describes a value that a step read or wrote; text has a byte a character. */
export interface TracedValue {
  readonly length: number;
  /** The value, where it is short. */
  readonly text?: string;
}

/** Describes an entry, or a range of entries, that a step read. */
export interface TracedRead {
  /** The key, or the first one of a range; a byte a character. */
  readonly key: string;
  /** Absent where there is no such entry, and for a range. */
  readonly value?: TracedValue;
  /** Entries that the range had; absent for one entry. */
  readonly count?: number;
}

/** Describes an entry that a step wrote. */
export interface TracedWrite {
  readonly key: string;
  /** Absent where the key is removed. */
  readonly after?: TracedValue;
  /** True if the rejection undid it. */
  isUndone: boolean;
}

/** Describes what a step read, wrote and cost. */
export interface TracedStep {
  readonly name: TraceStepName;
  readonly reads: TracedRead[];
  readonly writes: TracedWrite[];
  readonly fees: Fee[];
  readonly refunds: {
    readonly identityId: Uint8Array;
    readonly credits: bigint;
  }[];
  /** Changes of the trees: only in the step that meters it. */
  trees?: StorageWork;
  /** True if the step rejects the transition. */
  isFailed: boolean;
}

/** Values up to this length are kept: amounts and nonces. */
const MAX_KEPT_BYTES = 8;

/** Entries that a trace keeps; what follows is counted only. */
const MAX_ENTRIES = 2_000;

/** Memory of an entry beside its key, about. */
const ENTRY_BYTES = 120;
const STEP_BYTES = 400;
const BEFORE_BYTES = 60;

/** Records the steps of one transition while it runs. Nothing is decoded then: keys are kept as they are. */
export class Trace {
  #phase: TracePhase = 'bytes';
  #steps: TracedStep[] = [];
  #step: TracedStep = newStep('decode');
  /** Values of entries before the transition, as far as they are known. */
  readonly #before = new Map<string, TracedValue | undefined>();
  #entries = 0;
  #bytes = 0;

  constructor() {
    this.#steps.push(this.#step);
  }

  /** The last part of the way that began. */
  get phase(): TracePhase {
    return this.#phase;
  }

  /** The steps of the phase in their order. */
  get steps(): readonly TracedStep[] {
    return this.#steps;
  }

  /** Number of entries that were left out, as there were too many. */
  get leftOut(): number {
    return Math.max(0, this.#entries - MAX_ENTRIES);
  }

  /** Memory that it takes, in bytes, about. */
  get bytes(): number {
    return this.#bytes + this.#steps.length * STEP_BYTES;
  }

  /** Begins a phase; the steps of the former one are dropped: it let the transition pass, or is run again. */
  enter(phase: TracePhase, first: TraceStepName): void {
    this.#phase = phase;
    this.#step = newStep(first);
    this.#steps = [this.#step];
    this.#before.clear();
    this.#entries = 0;
    this.#bytes = 0;
  }

  /** Begins a step. */
  begin(name: TraceStepName): void {
    this.#step = newStep(name);
    this.#steps.push(this.#step);
  }

  /** Notes a read of an entry. */
  read(key: Uint8Array, value: Uint8Array | undefined): void {
    const text = bytesKey(key);
    const traced = tracedValue(value);
    this.#noteBefore(text, traced);
    if (this.#hasRoom(text)) this.#step.reads.push({ key: text, ...(traced && { value: traced }) });
  }

  /** Notes a read of a range of entries. */
  scan(from: Uint8Array, count: number): void {
    const key = bytesKey(from);
    if (this.#hasRoom(key)) this.#step.reads.push({ key, count });
  }

  /** Notes what an entry had before the transition. */
  found(key: Uint8Array, value: Uint8Array | undefined): void {
    this.#noteBefore(bytesKey(key), tracedValue(value));
  }

  /** Notes a write of an entry; returns it, or nothing where there were too many. */
  write(key: Uint8Array, value: Uint8Array | undefined): TracedWrite | undefined {
    const text = bytesKey(key);
    if (!this.#hasRoom(text)) return undefined;
    const after = tracedValue(value);
    const write: TracedWrite = {
      key: text,
      ...(after && { after }),
      isUndone: false,
    };
    this.#step.writes.push(write);
    return write;
  }

  /** Returns what an entry had before the transition. @returns nothing where it is not known; `value` is absent where there was none */
  before(key: string): { readonly value?: TracedValue } | undefined {
    if (!this.#before.has(key)) return undefined;
    const value = this.#before.get(key);
    return value === undefined ? {} : { value };
  }

  /** Adds a fee to the step. */
  charge({ storageFee = 0n, processingFee = 0n }: Partial<Fee>): void {
    if (storageFee !== 0n || processingFee !== 0n) this.#step.fees.push({ storageFee, processingFee });
  }

  /** Says what the transition changes in the trees. */
  meter(work: StorageWork): void {
    this.#step.trees = work;
  }

  /** Adds a refund of storage to the step. */
  refund(identityId: Uint8Array, credits: bigint): void {
    this.#step.refunds.push({
      identityId: Uint8Array.from(identityId),
      credits,
    });
  }

  /** Marks the step as the one that rejects the transition. */
  fail(): void {
    this.#step.isFailed = true;
  }

  /** Ends the trace of a transition that nobody pays for: nothing stays of it. Where no step failed, the last one rejects it. */
  drop(): void {
    if (!this.#steps.some(({ isFailed }) => isFailed)) this.fail();
    for (const { writes, fees, refunds } of this.#steps) {
      for (const write of writes) write.isUndone = true;
      fees.length = 0;
      refunds.length = 0;
    }
  }

  #noteBefore(key: string, value: TracedValue | undefined): void {
    if (this.#before.size >= MAX_ENTRIES || this.#before.has(key)) return;
    this.#before.set(key, value);
    this.#bytes += BEFORE_BYTES + key.length;
  }

  #hasRoom(key: string): boolean {
    this.#entries += 1;
    if (this.#entries > MAX_ENTRIES) return false;
    this.#bytes += ENTRY_BYTES + key.length;
    return true;
  }
}

const newStep = (name: TraceStepName): TracedStep => ({
  name,
  reads: [],
  writes: [],
  fees: [],
  refunds: [],
  isFailed: false,
});

function tracedValue(value: Uint8Array | undefined): TracedValue | undefined {
  if (value === undefined) return undefined;
  const { length } = value;
  return length > MAX_KEPT_BYTES ? { length } : { length, text: bytesKey(value) };
}
