import type { AddressInput, AddressOutput, FeeStep } from '../../state/address/address-funds.js';
import type { WritableView } from '../../store/store.js';
import type { AssetLockUse } from './asset-lock-transition.js';
import type { TransitionEnvironment } from './transition.js';

/** Describes what an executing transition of addresses sees. */
export interface AddressContext extends TransitionEnvironment {
  readonly view: WritableView;
  /** The inputs with the nonces that they use. */
  readonly spent: readonly { readonly address: Uint8Array; readonly nonce: number }[];
}

/** Describes what a transition of addresses has made, with the fees of addresses in credits: what it changes beside them is added. */
export interface AddressResult<Result> {
  readonly result: Result;
  readonly storageFee: bigint;
  /** Before the increase that the signer offers. */
  readonly processingFee: bigint;
}

/** Describes a transition that platform addresses pay for: each input has a nonce of its own, and no identity signs. */
export interface AddressTransition<Result> {
  /** In the order of addresses. */
  readonly inputs: readonly AddressInput[];
  /** Returns the outputs, in the order of addresses. @param locked what the asset lock has left, in credits; 0 without one */
  readonly outputs: (locked: bigint) => readonly AddressOutput[];
  readonly feeStrategy: readonly FeeStep[];
  /** In percent of the processing fee. */
  readonly userFeeIncrease: bigint;
  /** The credits that those who pay the fee must have before anything is executed; 0 where an asset lock pays. */
  readonly minFee: bigint;
  /** Cost of processing when {@link AddressTransition.execute} rejects and the inputs pay all the same. */
  readonly rejectionFee: bigint;
  /** The asset lock whose credits the outputs receive in addition to those of the inputs. */
  readonly fundingLock?: AssetLockUse;
  /** Checks the witnesses of signed bytes. Transitions of unsigned controls have none. @throws {ConsensusError} 10802 or 20002 */
  readonly checkWitnesses?: (environment: TransitionEnvironment) => void;
  /** Rejects what needs no look at the state. @throws {ConsensusError} unpaid */
  readonly checkStructure: () => void;
  /**
   * Performs the part of the transition other than its outputs. A thrown error reverts all writes.
   * @throws {ConsensusError} unpaid. @throws {PenaltyError} paid by the inputs
   */
  readonly execute: (context: AddressContext) => Promise<AddressResult<Result>>;
}
