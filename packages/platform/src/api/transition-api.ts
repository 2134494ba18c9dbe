import { describeChanges, type SimulatedChange } from './simulated-change.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { stateTransitionId } from '@dapikit/protocol';
import type { AssetLockSource } from '../state/asset-lock/asset-lock-source.js';
import { InputError } from '../base/errors/input-error.js';
import { readId, readUnsigned, type IntegerInput } from '../state/input/read-input.js';
import { readPageLimit } from '../state/input/list-page.js';
import { decodeTransition, type SentTransition } from '../execution/signed-transition/decode-transition.js';
import { signedTransition } from '../execution/signed-transition/signed-transition.js';
import type { PlatformChain } from '../execution/transition/platform-chain.js';
import { type ExecutedTransition } from '../state/transition-result/executed-transition.js';
import { listExecuted } from '../state/transition-result/list-executed.js';
import { Trace } from '../execution/trace/trace.js';
import type { AliasBook } from './aliases.js';
import { rejectionOf } from './transition-event.js';
import { readTransitionId, type TransitionName } from './transition-name.js';
import { contentSummary } from './transition-summary.js';
import { transitionTrace, type TransitionTrace } from './transition-trace.js';
import {
  TransitionMempool,
  findSent,
  notifyingOfUnreadable,
  readSent,
  readBytes,
  throwUnpaid,
  type TransitionListeners,
} from './transition-mempool.js';

/** Describes what a block would make of a state transition. */
export interface SimulatedStateTransition {
  /** SHA-256 of its bytes in hexadecimal digits. */
  readonly id: string;
  /** Credits. */
  readonly fee: bigint;
  /** Why the block would reject it, where its signer pays. */
  readonly rejection?: { readonly code: number | undefined; readonly name: string; readonly message: string };
  readonly changes: readonly SimulatedChange[];
}

/** Selects executed state transitions. */
export interface TransitionPage {
  /** Base58: only those that name this identity. */
  readonly identityId?: string;
  /** Only those of lower blocks. */
  readonly beforeHeight?: IntegerInput;
  /** 1 to 100; 100 when absent. */
  readonly limit?: number;
}

/** Describes an executed state transition. */
export interface ExecutedStateTransition extends Omit<ExecutedTransition, 'id'> {
  /** SHA-256 of its bytes in hexadecimal digits. */
  readonly id: string;
}

/** Describes a page of executed state transitions. */
export interface StateTransitionList {
  /** The newest first. */
  readonly transitions: readonly ExecutedStateTransition[];
  /** The `beforeHeight` of the next page; absent behind the last one. */
  readonly nextBeforeHeight?: bigint;
}

/** Takes state transitions as official SDKs sign them. */
export interface TransitionApi {
  /**
   * Checks a state transition as a node does before it takes it into its mempool, then executes it in a block. Where blocks collect
   * transitions, it resolves as soon as the transition waits for its block; otherwise when the block is stored, also where the block rejects it and its signer pays: {@link TransitionApi.getStateTransition} returns the result.
   * Rejects with `ConsensusError` or `ContractRejectedError` when nobody pays; then nothing has changed. Rejects with
   * `KnownTransitionError` when it was sent before, with `UnsupportedTransitionError` for a kind that is not executed here, with
   * `StoreUnavailableError` when too many transitions wait for their block.
   */
  broadcastStateTransition(input: { readonly stateTransition: Uint8Array }): Promise<{
    /** SHA-256 of its bytes in hexadecimal digits. */
    readonly id: string;
  }>;
  /**
   * Executes a state transition as the next block would, and changes nothing. Rejects as `broadcastStateTransition` does where nobody
   * pays for it.
   */
  simulateStateTransition(input: { readonly stateTransition: Uint8Array }): Promise<SimulatedStateTransition>;
  /**
   * Executes a state transition as the next block would, changes nothing, and returns the steps: what each read, wrote and cost. A
   * rejection is part of the result.
   */
  traceStateTransition(input: { readonly stateTransition: Uint8Array }): Promise<TransitionTrace>;
  /** Returns an executed state transition; nothing where no block has it. */
  getStateTransition(input: TransitionName): Promise<ExecutedStateTransition | undefined>;
  /** Returns executed state transitions, the newest first. Unsigned calls have no bytes and are not among them: see `listUnsignedTransitions`. */
  listStateTransitions(input?: TransitionPage): Promise<StateTransitionList>;
  /** Returns an executed state transition as soon as a block has it, also a block of another process; nothing when the signal is aborted first. Rejects as `broadcastStateTransition` does where it waited for a block of this process and nobody pays for its rejection. */
  waitForStateTransition(
    input: TransitionName & { readonly signal?: AbortSignal },
  ): Promise<ExecutedStateTransition | undefined>;
}

/** Creates the methods of state transitions for a chain. @param aliases name contracts and signers in dry runs */
export function transitionApi(
  chain: PlatformChain,
  assetLocks: AssetLockSource | undefined,
  listeners: TransitionListeners,
  aliases: AliasBook,
): TransitionApi {
  const mempool = new TransitionMempool(chain, assetLocks, listeners);
  return {
    broadcastStateTransition: async ({ stateTransition }) =>
      mempool.broadcast(notifyingOfUnreadable(stateTransition, chain, listeners)),
    simulateStateTransition: async ({ stateTransition }) => {
      const sent = readSent(stateTransition, chain);
      const { rules, contracts } = chain;
      const transition = await signedTransition(sent, { rules, contracts, assetLocks });
      const { fee, rejection, changes } = await chain.simulate(transition).catch(throwUnpaid);
      return {
        id: bytesToHex(sent.id),
        fee,
        ...(rejection && {
          rejection: { code: rejection.code, name: rejection.name, message: rejection.message },
        }),
        changes: describeChanges(changes, rules.network),
      };
    },
    traceStateTransition: async ({ stateTransition }) =>
      dryRun(readBytes(stateTransition), chain, assetLocks, aliases),
    getStateTransition: async ({ id }) => withIdText(await findSent(chain, readTransitionId(id))),
    listStateTransitions: async ({ identityId, beforeHeight, limit } = {}) => {
      const page = {
        identityId: identityId === undefined ? undefined : readId(identityId, 'identityId'),
        beforeHeight: beforeHeight === undefined ? undefined : readUnsigned(beforeHeight, 'beforeHeight'),
        limit: readPageLimit(limit),
      };
      const { transitions, ...rest } = await chain.read(async (view) => listExecuted(view, page));
      return {
        ...rest,
        transitions: transitions.map((executed) => withIdText(executed)),
      };
    },
    waitForStateTransition: async ({ id, signal }) => {
      const bytes = readTransitionId(id);
      if (signal !== undefined && !((signal as unknown) instanceof AbortSignal))
        throw new InputError('signal', { expected: 'an AbortSignal', found: signal });
      return withIdText(await mempool.wait(bytes, signal));
    },
  };
}

/** Returns an executed transition with its id as callers give it. */
function withIdText(executed: ExecutedTransition): ExecutedStateTransition;
function withIdText(executed: ExecutedTransition | undefined): ExecutedStateTransition | undefined;
function withIdText(executed: ExecutedTransition | undefined): ExecutedStateTransition | undefined {
  return executed && { ...executed, id: bytesToHex(executed.id) };
}

/** Traces signed bytes on the current state. */
async function dryRun(
  bytes: Uint8Array,
  chain: PlatformChain,
  assetLocks: AssetLockSource | undefined,
  aliases: AliasBook,
): Promise<TransitionTrace> {
  const { rules, contracts } = chain;
  const steps = new Trace();
  let sent: SentTransition | undefined;
  let outcome: Pick<TransitionTrace, 'fee' | 'rejection'>;
  try {
    sent = decodeTransition(bytes, rules);
    const transition = await signedTransition(sent, {
      rules,
      contracts,
      assetLocks,
    });
    const { fee, rejection: error } = await chain.simulate(transition, steps).catch(throwUnpaid);
    const rejection = rejectionOf(error);
    outcome = { fee, ...(rejection && { rejection }) };
  } catch (error) {
    const rejection = rejectionOf(error);
    if (rejection === undefined) throw error;
    steps.drop();
    outcome = { rejection };
  }
  return transitionTrace(steps, {
    ...aliases.namedSummary(contentSummary(sent?.decoded)),
    id: bytesToHex(stateTransitionId(bytes)),
    isDryRun: true,
    ...outcome,
  });
}
