import { bytesToHex } from '@noble/hashes/utils.js';
import { readPageLimit } from '../state/input/list-page.js';
import { InputError } from '../base/errors/input-error.js';
import { KnownTransitionError } from '../state/transition-result/known-transition-error.js';
import type { Trace } from '../execution/trace/trace.js';
import type { Block } from '../state/chain/block.js';
import { BoundedLog, type LogPage } from './bounded-log.js';
import { FeeReport, type FeeReportRow } from './fee-report.js';
import type { StateApi } from './state-api.js';
import type { TransitionEvent, TransitionListener, TransitionRejection } from './transition-event.js';
import type { TransitionSummary } from './transition-summary.js';
import { transitionTrace, type TransitionTrace } from './transition-trace.js';
import { readTransitionId, type TransitionName } from './transition-name.js';

/** Describes a transition of the recent past. */
export interface RecentTransition extends TransitionSummary {
  /** Counts from 1 since the platform was opened. */
  readonly number: number;
  /** True for a signed transition, false for an unsigned call. */
  readonly isSigned: boolean;
  /** SHA-256 of the bytes of a signed transition in hexadecimal digits. */
  readonly id?: string;
  /** Time of the host when it ended, in milliseconds since the beginning of 1970. */
  readonly time: number;
  /** The block that has it; absent where none has, or the call does not say it. */
  readonly block?: Block;
  /** Credits. */
  readonly fee?: bigint;
  /** Official JSON of a signed transition, or input of an unsigned call; absent where the bytes cannot be decoded or it is too large. */
  readonly content?: unknown;
  /** The bytes of a signed transition. */
  readonly bytes?: Uint8Array;
}

/** Describes a rejected transition. */
export interface RejectedTransition extends RecentTransition {
  readonly rejection: TransitionRejection;
}

/** Selects recent transitions. */
export interface RecentPage {
  /** Only those with a lower `number`. */
  readonly before?: number;
  /** 1 to 100; 100 when absent. */
  readonly limit?: number;
}

/** Lists transitions of the recent past, where the option `recordsTransitions` keeps them in memory. */
export interface RecentApi {
  /** Returns rejected transitions, the newest first: the last 1,000, at most 16 MB. */
  listRejections(input?: RecentPage): Promise<{
    readonly isRecording: boolean;
    readonly rejections: readonly RejectedTransition[];
    /** The `before` of the next page; absent behind the last one. */
    readonly nextBefore?: number;
  }>;
  /** Returns executed unsigned calls, the newest first: the last 1,000, at most 16 MB. A revert drops those that it undoes. */
  listUnsignedTransitions(input?: RecentPage): Promise<{
    readonly isRecording: boolean;
    readonly transitions: readonly RecentTransition[];
    /** The `before` of the next page; absent behind the last one. */
    readonly nextBefore?: number;
  }>;
  /** Returns the steps of a signed transition, executed or rejected: of the last 1,000, at most 16 MB. A revert keeps them. */
  getTransitionTrace(input: TransitionName): Promise<{
    readonly isRecording: boolean;
    readonly trace?: TransitionTrace;
  }>;
  /** Returns the fees that transitions cost since the platform was opened, by what they do. A revert does not change it. */
  getFeeReport(): Promise<{ readonly isRecording: boolean; readonly rows: readonly FeeReportRow[] }>;
}

const KNOWN = new KnownTransitionError('chain').name;
const MAX_ENTRIES = 1_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Memory of an entry beside its content, about. */
const ENTRY_BYTES = 1_000;
/** A character of text takes up to two bytes. */
const CHARACTER_BYTES = 2;

/** An entry as it is kept: content as text takes the least memory, and its size is known. */
interface Kept extends Omit<RecentTransition, 'number' | 'content'> {
  readonly contentText: string | undefined;
}

type KeptRejection = Kept & { readonly rejection: TransitionRejection };

/** A signed transition with its recorded steps. */
interface KeptTrace extends Pick<TransitionEvent, 'summary' | 'block' | 'fee' | 'rejection'> {
  readonly id: string;
  readonly steps: Trace;
}

/** Keeps transitions of the recent past in memory. */
export class RecentTransitions {
  readonly #rejections = new BoundedLog<KeptRejection>(MAX_ENTRIES, MAX_BYTES);
  readonly #unsigned = new BoundedLog<Kept>(MAX_ENTRIES, MAX_BYTES);
  readonly #traces = new BoundedLog<KeptTrace>(MAX_ENTRIES, MAX_BYTES);
  readonly #fees = new FeeReport();
  /** The number of the next unsigned call at each snapshot. */
  readonly #marks = new Map<number, number>();

  /** @param now the time of the host in milliseconds */
  constructor(private readonly now: () => number) {}

  /** Keeps what is listed of a transition. */
  readonly note: TransitionListener = (event) => {
    this.#fees.note(event);
    const { rejection, id } = event;
    this.#keepTrace(event);
    if (rejection !== undefined) {
      const kept = this.#kept(event);
      this.#rejections.add(
        { ...kept, rejection },
        bytesOf(kept) + rejection.message.length * CHARACTER_BYTES,
      );
    } else if (id === undefined) {
      const kept = this.#kept(event);
      this.#unsigned.add(kept, bytesOf(kept));
    }
  };

  #keepTrace({ id, trace: steps, summary, block, fee, rejection }: TransitionEvent): void {
    // Who sends bytes again asks for what happened to them the first time.
    if (id === undefined || steps === undefined || rejection?.name === KNOWN) return;
    const trace = {
      id,
      steps,
      summary,
      ...(block && { block }),
      ...(fee !== undefined && { fee }),
      ...(rejection && { rejection }),
    };
    this.#traces.add(trace, ENTRY_BYTES + steps.bytes);
  }

  #kept({ summary, id, block, fee, bytes, content }: TransitionEvent): Kept {
    return {
      ...summary,
      isSigned: id !== undefined,
      ...(id !== undefined && { id }),
      time: this.now(),
      ...(block !== undefined && { block }),
      ...(fee !== undefined && { fee }),
      ...(bytes !== undefined && { bytes }),
      contentText: textOf(content()),
    };
  }

  /** Creates the methods. */
  api(): RecentApi {
    return {
      listRejections: async (input = {}) => {
        const { entries, ...rest } = await pageOf(this.#rejections, input);
        return { isRecording: true, rejections: entries, ...rest };
      },
      listUnsignedTransitions: async (input = {}) => {
        const { entries, ...rest } = await pageOf(this.#unsigned, input);
        return { isRecording: true, transitions: entries, ...rest };
      },
      /* oxlint-disable typescript/require-await -- as all methods of a platform */
      getTransitionTrace: async ({ id }) => {
        const name = bytesToHex(readTransitionId(id));
        const [found] = this.#traces.page(undefined, 1, (kept) => kept.id === name).entries;
        return {
          isRecording: true,
          ...(found && { trace: traceOf(found[1]) }),
        };
      },
      getFeeReport: async () => ({
        isRecording: true,
        rows: this.#fees.rows(),
      }),
      /* oxlint-enable typescript/require-await */
    };
  }

  /** Returns the same methods; a change to another state drops the unsigned calls that it undoes. */
  following<Methods extends Pick<StateApi, 'snapshot' | 'revert' | 'importState'>>(
    methods: Methods,
  ): Methods {
    return {
      ...methods,
      snapshot: async () => {
        const taken = await methods.snapshot();
        this.#marks.set(taken.id, this.#unsigned.next);
        return taken;
      },
      revert: async (input) => {
        const status = await methods.revert(input);
        this.#unsigned.dropFrom(this.#marks.get(input.id) ?? 0);
        for (const id of this.#marks.keys()) if (id >= input.id) this.#marks.delete(id);
        return status;
      },
      importState: async (file) => {
        const status = await methods.importState(file);
        this.#unsigned.dropFrom(0);
        return status;
      },
    };
  }
}

/** Creates the methods of a platform that keeps nothing. */
export const unrecordedApi = (): RecentApi => ({
  /* oxlint-disable typescript/require-await -- as all methods of a platform */
  listRejections: async () => ({ isRecording: false, rejections: [] }),
  listUnsignedTransitions: async () => ({
    isRecording: false,
    transitions: [],
  }),
  getTransitionTrace: async ({ id }) => {
    readTransitionId(id);
    return { isRecording: false };
  },
  getFeeReport: async () => ({ isRecording: false, rows: [] }),
  /* oxlint-enable typescript/require-await */
});

const traceOf = ({ steps, summary, ...rest }: KeptTrace): TransitionTrace =>
  transitionTrace(steps, { ...summary, ...rest, isDryRun: false });

// oxlint-disable-next-line typescript/require-await -- what is thrown becomes a rejection
async function pageOf<Entry extends Kept>(log: BoundedLog<Entry>, { before, limit }: RecentPage) {
  if (before !== undefined && !Number.isSafeInteger(before))
    throw new InputError('before', { expected: 'a whole number', found: before });
  const { entries, ...rest }: LogPage<Entry> = log.page(before, readPageLimit(limit));
  return {
    ...rest,
    entries: entries.map(([number, { contentText, ...entry }]) => ({
      ...entry,
      number,
      ...(contentText !== undefined && { content: contentOf(contentText) }),
    })),
  };
}

const bytesOf = ({ contentText = '', bytes }: Kept): number =>
  ENTRY_BYTES + contentText.length * CHARACTER_BYTES + (bytes?.length ?? 0);

const contentOf = (text: string): unknown => JSON.parse(text);

/** Returns a content as JSON: 64-bit integers as decimal text, bytes in base64. */
function textOf(content: unknown): string | undefined {
  return content === undefined ? undefined : JSON.stringify(content, plain);
}

function plain(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}
