import { bytesToHex } from '@noble/hashes/utils.js';
import { stateTransitionId } from '@dapikit/protocol';
import type { AssetLockSource } from '../state/asset-lock/asset-lock-source.js';
import { ConsensusError } from '../base/errors/consensus-error.js';
import { InputError } from '../base/errors/input-error.js';
import { decodeTransition, type SentTransition } from '../execution/signed-transition/decode-transition.js';
import { signedTransition } from '../execution/signed-transition/signed-transition.js';
import type { PlatformChain, SentOutcome, SignedTransition } from '../execution/transition/platform-chain.js';
import { findExecuted, type ExecutedTransition } from '../state/transition-result/executed-transition.js';
import { namedIdentifiers } from '../state/transition-result/named-identifiers.js';
import { KnownTransitionError } from '../state/transition-result/known-transition-error.js';
import { TransitionWaiters } from '../state/transition-result/transition-waiters.js';
import { runCall } from '../execution/transition/current-call.js';
import { signedSubject } from './fed-block.js';
import type { Trace } from '../execution/trace/trace.js';
import { rejectionOf, signedEvent, type TransitionListener } from './transition-event.js';
import { contentSummary } from './transition-summary.js';

/** Interval in which a waiting call polls for a block of another process, in milliseconds. */
const POLL_MS = 500;

/** The types of transitions that withdraw to layer 1. */
const WITHDRAWALS: ReadonlySet<string> = new Set(['identityCreditWithdrawal', 'addressCreditWithdrawal']);

/** Lists who is notified of state transitions. */
export interface TransitionListeners {
  /** Called after a withdrawal. */
  readonly settleSoon: () => void;
  readonly onTransition?: TransitionListener | undefined;
  /** Returns what records the steps of a transition; nothing where nobody asks for it. */
  readonly startTrace?: () => Trace | undefined;
}

/** Checks state transitions and executes them, and answers those that wait for one. */
export class TransitionMempool {
  readonly #waiters = new TransitionWaiters();
  readonly #pending = new Set<string>();

  constructor(
    private readonly chain: PlatformChain,
    private readonly assetLocks: AssetLockSource | undefined,
    private readonly listeners: TransitionListeners,
  ) {}

  async broadcast(sent: SentTransition): Promise<{ readonly id: string }> {
    const { chain } = this;
    const name = bytesToHex(sent.id);
    if (this.#pending.has(name)) throw new KnownTransitionError('mempool');
    this.#pending.add(name);
    this.#waiters.forget(sent.id);
    const trace = this.listeners.startTrace?.();
    let executing: Promise<void>;
    let collects: boolean;
    try {
      const transition = await this.#read(sent);
      await chain.check(transition, sent.id, trace).catch(throwUnpaid);
      collects = chain.collectsBlocks();
      executing = this.#execute(transition, sent, trace);
    } catch (error) {
      this.#pending.delete(name);
      this.#notifyOfRejection(sent, error, trace);
      throw error;
    }
    // Where blocks collect transitions, it waits for its block as in a mempool.
    if (collects) executing.catch((error: unknown) => this.#waiters.reject(sent.id, error));
    else await executing;
    return { id: name };
  }

  /** Returns the transition of signed bytes. @throws {KnownTransitionError} where it was executed, whatever its bytes show now. */
  async #read(sent: SentTransition): Promise<SignedTransition> {
    const { chain, assetLocks } = this;
    const { rules, contracts } = chain;
    try {
      return await signedTransition(sent, { rules, contracts, assetLocks });
    } catch (error) {
      if ((await findSent(chain, sent.id)) !== undefined) throw new KnownTransitionError('chain');
      throw error;
    }
  }

  async wait(id: Uint8Array, signal: AbortSignal | undefined): Promise<ExecutedTransition | undefined> {
    for (;;) {
      const executed = await findSent(this.chain, id);
      if (executed !== undefined || signal?.aborted === true) return executed;
      this.#waiters.throwRejection(id);
      await this.#waiters.wait(id, POLL_MS, signal);
    }
  }

  async #execute(
    transition: SignedTransition,
    sent: SentTransition,
    trace: Trace | undefined,
  ): Promise<void> {
    const { id, bytes, decoded } = sent;
    try {
      const named = namedIdentifiers(decoded);
      const subject = signedSubject(() => contentSummary(decoded), { id, bytes }, named);
      const outcome = await runCall({ subject }, async () =>
        this.chain.executeSent(transition, { id, bytes, named, trace }),
      );
      this.#notifyOfOutcome(sent, outcome, trace);
    } catch (error) {
      this.#notifyOfRejection(sent, error, trace);
      throw error;
    } finally {
      this.#pending.delete(bytesToHex(id));
    }
    this.#waiters.notify(id);
    if (WITHDRAWALS.has(decoded.type)) this.listeners.settleSoon();
  }

  #notifyOfOutcome(
    sent: SentTransition,
    { executed: { block, fee }, error }: SentOutcome,
    trace: Trace | undefined,
  ): void {
    const rejection = rejectionOf(error);
    this.listeners.onTransition?.(
      signedEvent(sent, {
        block,
        fee,
        ...(rejection && { rejection }),
        ...(trace && { trace }),
      }),
    );
  }

  #notifyOfRejection(sent: SentTransition, error: unknown, trace: Trace | undefined): void {
    const rejection = rejectionOf(error);
    if (rejection === undefined) return;
    trace?.drop();
    this.listeners.onTransition?.(signedEvent(sent, { rejection, ...(trace && { trace }) }));
  }
}

/** Reads sent bytes, and notifies of those that cannot be decoded. */
export function notifyingOfUnreadable(
  input: unknown,
  chain: PlatformChain,
  { onTransition, startTrace }: TransitionListeners,
): SentTransition {
  try {
    return readSent(input, chain);
  } catch (error) {
    const rejection = rejectionOf(error);
    if (rejection === undefined || !(input instanceof Uint8Array)) throw error;
    const trace = startTrace?.();
    trace?.drop();
    onTransition?.(
      signedEvent(
        { id: stateTransitionId(input), bytes: input, decoded: undefined },
        { rejection, ...(trace && { trace }) },
      ),
    );
    throw error;
  }
}

/** Finds an executed transition by its id; nothing where no block has it. */
export const findSent = async (
  chain: PlatformChain,
  id: Uint8Array,
): Promise<ExecutedTransition | undefined> => chain.read(async (view) => findExecuted(view, id));

/** Decodes sent bytes. @throws {InputError} where they are none; as {@link decodeTransition} does */
export const readSent = (input: unknown, { rules }: PlatformChain): SentTransition =>
  decodeTransition(readBytes(input), rules);

/** Copies sent bytes. @throws {InputError} where they are none */
export function readBytes(input: unknown): Uint8Array {
  if (input instanceof Uint8Array) return Uint8Array.from(input);
  throw new InputError('stateTransition', { expected: 'bytes', found: input });
}

/** Throws a rejection as one that nobody pays for: no block has the transition. */
export function throwUnpaid(error: unknown): never {
  if (error instanceof ConsensusError) error.isPaid = false;
  throw error;
}
