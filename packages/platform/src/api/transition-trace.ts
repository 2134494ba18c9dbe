import { identifierText } from '../base/bytes/identifier.js';
import type { Trace, TracedRead, TracedStep, TracedWrite, TracePhase } from '../execution/trace/trace.js';
import type { Block } from '../state/chain/block.js';
import type { StorageWork } from '../state/fee/storage-work.js';
import { traceEntry, traceValue, type TraceEntry, type TraceValue } from './trace-entry.js';
import type { TransitionRejection } from './transition-event.js';
import type { TransitionSummary } from './transition-summary.js';

/** Describes an entry, or a range of entries, that a step read. */
export interface TraceRead extends TraceEntry {
  /** Absent where there is no such entry, and for a range. */
  readonly found?: TraceValue;
  /** Entries that a range had; absent for one entry. */
  readonly count?: number;
}

/** Describes an entry that a step wrote. */
export interface TraceWrite extends TraceEntry {
  /** Value before the transition; absent where there was none. */
  readonly before?: TraceValue;
  /** Absent where the step removed the entry. */
  readonly after?: TraceValue;
  /** True if the rejection undid it. */
  readonly isUndone: boolean;
}

/** Describes a step of a transition. */
export interface TraceStep {
  /** Such as `nonce`, `signature`, `stored documents`, `Merk batch`. */
  readonly name: string;
  /** False for the step that rejected the transition. */
  readonly isPassed: boolean;
  readonly reads: readonly TraceRead[];
  readonly writes: readonly TraceWrite[];
  /** Credits for processing, the fee increase that the signer offers included; 0 for most steps. */
  readonly processingFee: bigint;
  /** Credits for storage. */
  readonly storageFee: bigint;
  /** Storage that identities get back. */
  readonly refunds: readonly {
    readonly identityId: string;
    readonly credits: bigint;
  }[];
  /** Nodes and bytes that the batch changes in the Merk trees; absent in other steps. */
  readonly trees?: StorageWork;
}

/** Describes how a transition was checked and executed. */
export interface TransitionTrace extends TransitionSummary {
  /** SHA-256 of its bytes in hexadecimal digits. */
  readonly id: string;
  /** The part of its way that the steps are of: the last one that it reached. */
  readonly phase: TracePhase;
  /** True for a trial on the current state, which changed nothing. */
  readonly isDryRun: boolean;
  /** The block that has it; absent where none has. */
  readonly block?: Block;
  /** Credits (estimate): the sum of the fees of the steps. */
  readonly fee?: bigint;
  readonly rejection?: TransitionRejection;
  readonly steps: readonly TraceStep[];
  /** Reads and writes that are left out, as there were more than 2,000. */
  readonly leftOut: number;
}

/** Returns the description of recorded steps. @param facts of the transition */
export const transitionTrace = (
  trace: Trace,
  facts: Omit<TransitionTrace, 'phase' | 'steps' | 'leftOut'>,
): TransitionTrace => ({
  ...facts,
  phase: trace.phase,
  steps: traceSteps(trace),
  leftOut: trace.leftOut,
});

/** Returns the recorded steps of a transition; steps in which nothing happened are left out. */
const traceSteps = (trace: Trace): TraceStep[] =>
  trace.steps.filter(hasContent).map((step) => ({
    name: step.name,
    isPassed: !step.isFailed,
    reads: step.reads.map(traceRead),
    writes: step.writes.map((write) => traceWrite(write, trace)),
    processingFee: step.fees.reduce((sum, { processingFee }) => sum + processingFee, 0n),
    storageFee: step.fees.reduce((sum, { storageFee }) => sum + storageFee, 0n),
    refunds: step.refunds.map(({ identityId, credits }) => ({
      identityId: identifierText(identityId),
      credits,
    })),
    ...(step.trees && { trees: step.trees }),
  }));

/** Lists steps that read and write nothing, and check all the same. */
const CHECKS: ReadonlySet<string> = new Set(['decode', 'structure', 'signature', 'balance']);

const hasContent = ({ name, reads, writes, fees, refunds, isFailed }: TracedStep): boolean =>
  isFailed || CHECKS.has(name) || reads.length + writes.length + fees.length + refunds.length > 0;

const traceRead = ({ key, value, count }: TracedRead): TraceRead => ({
  ...traceEntry(key),
  ...(value && { found: traceValue(key, value) }),
  ...(count !== undefined && { count }),
});

function traceWrite({ key, after, isUndone }: TracedWrite, trace: Trace): TraceWrite {
  const before = trace.before(key)?.value;
  return {
    ...traceEntry(key),
    ...(before && { before: traceValue(key, before) }),
    ...(after && { after: traceValue(key, after) }),
    isUndone,
  };
}
