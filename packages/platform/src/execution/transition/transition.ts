import type { Block } from '../../state/chain/block.js';
import type { ContractBook } from '../../state/contract/contract-book.js';
import type { Identity } from '../../state/identity/identity-store.js';
import type { IdInput, IntegerInput } from '../../state/input/read-input.js';
import type { NonceOwner } from '../../state/identity/nonce-store.js';
import type { PublicKey } from '../../state/identity/public-key.js';
import type { KeyRequirement } from '../../state/identity/signing-key.js';
import type { WritableView } from '../../store/store.js';
import type { Trace } from '../trace/trace.js';
import type { PlatformRules } from '../../state/rules/platform-rules.js';

/** Describes the signer of a transition. */
export interface Signed {
  /** The id of the identity that acts. */
  readonly by: IdInput;
  /** The key that signs; the strongest enabled one that may when absent. */
  readonly keyId?: number;
  /** The one after the highest used when absent. */
  readonly nonce?: IntegerInput;
  /** 0 to 65535 percent on top of what processing costs; 0 when absent. */
  readonly userFeeIncrease?: number;
}

/** Describes the signer of a transition, as it was read. */
export interface SignedRequest extends Signed {
  /** 32 bytes. */
  readonly by: Uint8Array;
}

/** Describes the state and the signer that an executing transition sees. */
export interface TransitionContext {
  /** State with the changes of the transition; they are dropped when it is rejected. */
  readonly view: WritableView;
  readonly block: Block;
  readonly rules: PlatformRules;
  readonly contracts: ContractBook;
  readonly signer: Identity;
  readonly key: PublicKey;
  /** The nonce that was used up. */
  readonly nonce: bigint;
  /** Records the steps; absent where nobody asks for it. */
  readonly trace?: Trace;
}

/** Describes the block, the contracts and the rules of an executing transition. */
export type TransitionEnvironment = Pick<TransitionContext, 'block' | 'contracts' | 'rules' | 'trace'>;

/** Describes the result and the fees of an executed transition, in credits. */
export interface TransitionResult<Result> {
  readonly result: Result;
  /** Fee beside that of the bytes that are stored; 0 when absent. */
  readonly storageFee?: bigint;
  /** Cost of processing beside {@link Transition.baseFee} and the trees, before the increase that the signer offers; 0 when absent. */
  readonly processingFee?: bigint;
  /** True if changes of the trees are not charged for; `false` when absent. */
  readonly isUnmetered?: boolean;
  /** Refunds of identities for storage that is free again. */
  readonly refunds?: readonly { readonly identityId: Uint8Array; readonly credits: bigint }[];
  /** Identity that pays the fee in the place of the signer, if able. */
  readonly sponsor?: {
    /** 32 bytes. */
    readonly identityId: Uint8Array;
    /** True if nobody else pays. */
    readonly isRequired: boolean;
    /** Credits that the sponsor must have beside the fee. */
    readonly owes: bigint;
  };
  /** Charges what is paid beside the fee to who pays the fee. @throws {ConsensusError} 40210 */
  readonly settle?: (payerId: Uint8Array) => Promise<void>;
  /** Credits that the signer must have beside the fee although nobody gets them. */
  readonly reserved?: bigint;
}

/** Describes a transition that an identity signs. */
export interface Transition<Result> {
  readonly signed: SignedRequest;
  /** Whose nonce it uses: that of the identity, or that of the identity and a contract. */
  readonly nonceOwner: Omit<NonceOwner, 'identityId'>;
  readonly keyRequirement: KeyRequirement;
  /**
   * Rejects a transition that is too large or not allowed yet. It precedes everything else, but is only called when
   * something else rejects that comes next: {@link Transition.requiredBalance} rejects it as well. @throws
   * {ConsensusError}
   */
  readonly checkFirst?: (
    surroundings: TransitionEnvironment & { readonly view: WritableView },
  ) => Promise<void> | void;
  /** Checks the signature of signed bytes against the key that signs. Transitions of unsigned controls have none. @throws {ConsensusError} 20002 */
  readonly checkSignature?: (key: PublicKey) => void;
  /** Applies the checks that need no state other than the signer's; unpaid. @throws {ConsensusError} */
  readonly checkStructure?: (signer: Identity) => void;
  /** Credits that the signer must have before anything is executed (40210, unpaid). */
  readonly requiredBalance: (context: TransitionContext) => Promise<bigint> | bigint;
  /**
   * Rejects by contract, schema and stored documents what a node does not take into its mempool. {@link Transition.execute} checks
   * the same; a rejection is paid there. @throws {ConsensusError}
   */
  readonly checkContent?: (context: TransitionContext) => Promise<void>;
  /** Cost of processing beside the trees, with a signature of the usual type. A rejection that the signer pays costs it too. */
  readonly baseFee: bigint;
  /** Does it. What is thrown undoes all that was written. @throws {ConsensusError} */
  readonly execute: (context: TransitionContext) => Promise<TransitionResult<Result>>;
}
