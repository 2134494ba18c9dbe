import type { ContractRejectedError } from '../../state/contract/contract-error.js';
import type { ConsensusError } from '../../base/errors/consensus-error.js';
import type { Block } from '../../state/chain/block.js';
import type { ContractBook } from '../../state/contract/contract-book.js';
import type { StateChange, StoreView, WritableView } from '../../store/store.js';
import type { AddressTransition } from './address-transition.js';
import type { AssetLockTransition } from './asset-lock-transition.js';
import type { FreeTransition } from './free-transition.js';
import type { Transition } from './transition.js';
import type { ExecutedTransition } from '../../state/transition-result/executed-transition.js';
import type { Trace } from '../trace/trace.js';
import type { PlatformRules } from '../../state/rules/platform-rules.js';

/** Describes the fee and the block of an executed transition. */
export interface Receipt {
  /** The credits that it cost, refunds not taken off. */
  readonly fee: bigint;
  /** The block that executed it. */
  readonly block: Block;
}

/** Describes a transition of signed bytes: its identity pays for it, addresses, an asset lock, or nobody. */
export type SignedTransition =
  | Transition<unknown>
  | AddressTransition<unknown>
  | AssetLockTransition
  | FreeTransition;

/** Describes what a block would make of a transition. */
export interface SimulatedTransition {
  /** Credits. */
  readonly fee: bigint;
  /** Why the block would reject it, where its signer pays. */
  readonly rejection: ConsensusError | ContractRejectedError | undefined;
  /** Entries of the store, with what they have now. */
  readonly changes: readonly StateChange[];
}

/** Describes a transition of signed bytes that a block executed, with the error where it rejected it. */
export interface SentOutcome {
  readonly executed: ExecutedTransition;
  readonly error: ConsensusError | ContractRejectedError | undefined;
}

/** Describes the blocks of a platform: what changes its state, one change a block unless blocks collect changes. */
export interface PlatformChain {
  readonly rules: PlatformRules;
  readonly contracts: ContractBook;
  /**
   * Returns whether changes wait for a block that has several of them; otherwise each has a block of its own at once.
   * @throws {StoreUnavailableError} where too many wait for one more.
   */
  readonly collectsBlocks: () => boolean;
  /** Reads one state. */
  readonly read: <Result>(work: (view: StoreView) => Promise<Result>) => Promise<Result>;
  /**
   * Executes a transition in a block.
   * @throws {ConsensusError} when it is rejected. When that is paid, the fee is charged and the nonce used; else nothing has changed.
   */
  readonly execute: <Result>(
    transition: Transition<Result> | AddressTransition<Result>,
  ) => Promise<Result & Receipt>;
  /**
   * Checks a transition as a node does before it takes it into its mempool. Nothing changes.
   * @param id SHA-256 of its bytes, 32 bytes
   * @param trace gets the steps
   * @throws {KnownTransitionError} when a block has executed it already. @throws {ConsensusError} when it is rejected.
   */
  readonly check: (transition: SignedTransition, id: Uint8Array, trace?: Trace) => Promise<void>;
  /**
   * Executes a transition of signed bytes as the next block would, and drops what it writes.
   * @param trace gets the steps
   * @throws {ConsensusError} when it is rejected and nobody pays.
   */
  readonly simulate: (transition: SignedTransition, trace?: Trace) => Promise<SimulatedTransition>;
  /**
   * Executes a transition of signed bytes in a block, and stores its result with the block: also a rejection that is paid.
   * @param sent its id and bytes, the identifiers that it names, and what gets the steps
   * @throws {ConsensusError} when it is rejected and nobody pays. @throws {KnownTransitionError} when a block has executed it already.
   */
  readonly executeSent: (
    transition: SignedTransition,
    sent: Pick<ExecutedTransition, 'id' | 'bytes'> & {
      readonly named: readonly Uint8Array[];
      readonly trace?: Trace | undefined;
    },
  ) => Promise<SentOutcome>;
  /** Changes the state in a block, with no signer and no fee. What `work` throws undoes it, with the block where that has nothing else. */
  readonly applySystemEvent: <Result>(
    work: (view: WritableView, block: Block) => Promise<Result>,
  ) => Promise<Result>;
  /** Does the same with what layer 1 knows, in a block of its own: it neither waits for the interval of blocks nor ends it for others. */
  readonly applyLayer1Event: <Result>(work: (view: WritableView) => Promise<Result>) => Promise<Result>;
}
