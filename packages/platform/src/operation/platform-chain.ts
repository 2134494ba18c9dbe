import type { Block } from '../block.js';
import type { ContractBook } from '../contract/contract-book.js';
import type { StoreView, WritableView } from '../store/store.js';
import type { Operation } from './operation.js';
import type { Terms } from './terms.js';

/** What an operation left behind. */
export interface Receipt {
  /** The credits that it cost, refunds not taken off. */
  readonly fee: bigint;
  /** The block that executed it. */
  readonly block: Block;
}

/** The blocks of a platform: what changes its state, one change a block. */
export interface PlatformChain {
  readonly terms: Terms;
  readonly contracts: ContractBook;
  /** Looks at one state. */
  readonly read: <Result>(work: (view: StoreView) => Promise<Result>) => Promise<Result>;
  /**
   * Executes an operation in a block of its own.
   * @throws {PlatformError} when it is refused. When that is paid, the fee is charged and the nonce used; else nothing has changed.
   */
  readonly execute: <Result>(operation: Operation<Result>) => Promise<Result & Receipt>;
  /** Changes the state in a block of its own, with no signer and no fee. What `work` throws undoes it, the block included. */
  readonly change: <Result>(work: (view: WritableView, block: Block) => Promise<Result>) => Promise<Result>;
}
