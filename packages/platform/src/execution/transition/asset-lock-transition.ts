import type { VerifiedAssetLock } from '../../state/asset-lock/verify-asset-lock.js';
import { PlatformError } from '../../base/errors/platform-error.js';
import type { ConsensusError } from '../../base/errors/consensus-error.js';
import type { WritableView } from '../../store/store.js';
import type { TransitionEnvironment } from './transition.js';

/** Describes what an executing transition of an asset lock sees. */
export interface AssetLockContext extends TransitionEnvironment {
  readonly view: WritableView;
  /** Credits that the lock has left. */
  readonly credits: bigint;
}

/** Describes what a transition has made of an asset lock, in credits. */
export interface AssetLockResult {
  /** The identity that has the credits now, and pays: 32 bytes. */
  readonly identityId: Uint8Array;
  /** Cost of processing beside the lock and the trees. */
  readonly processingFee: bigint;
}

/** Describes the use of an asset lock, which the key of its credit output signs. */
export interface AssetLockUse {
  readonly lock: VerifiedAssetLock;
  /** SHA-256 twice of the signable bytes: it distinguishes one use of a lock from another; 32 bytes. */
  readonly signableHash: Uint8Array;
  /** The credits that the lock must have left. */
  readonly minCredits: bigint;
  /** Checks the signature against the key of the credit output. @throws {ConsensusError} 20009, unpaid */
  readonly checkSignature: () => void;
}

/** Describes a transition that an asset lock pays for: signed by the key of its credit output, without a nonce. */
export interface AssetLockTransition extends AssetLockUse {
  /** The fee increase that the signer offers, in percent. */
  readonly userFeeIncrease: bigint;
  /** Cost of processing when {@link AssetLockTransition.execute} rejects and the lock pays all the same. */
  readonly rejectionFee: bigint;
  /** Does it. What is thrown undoes all that was written. @throws {ConsensusError} @throws {PenaltyError} */
  readonly execute: (context: AssetLockContext) => Promise<AssetLockResult>;
}

/** Wraps a rejection that takes a penalty from the asset lock or the addresses that pay. */
export class PenaltyError extends PlatformError {
  override readonly name = 'PenaltyError';

  readonly reason = 'penalty';

  /** @param penalty credits in addition to the cost of processing. */
  constructor(
    readonly error: ConsensusError,
    readonly penalty: bigint,
  ) {
    super(error.message);
  }
}
