import type { Block } from '../block.js';
import type { ContractBook } from '../contract/contract-book.js';
import type { Identity } from '../identity/identity-store.js';
import type { IntegerInput } from '../input/read-input.js';
import type { NonceOwner } from '../identity/nonce-store.js';
import type { PublicKey } from '../identity/public-key.js';
import type { KeyDemand } from '../identity/signing-key.js';
import type { WritableView } from '../store/store.js';
import type { Terms } from './terms.js';

/** Who acts, and how. */
export interface Signed {
  /** The id of the identity that acts, in base58. */
  readonly by: string;
  /** The key that signs; the strongest enabled one that may when absent. */
  readonly keyId?: number;
  /** The one after the highest used when absent. */
  readonly nonce?: IntegerInput;
  /** 0 to 65535 percent on top of what processing costs; 0 when absent. */
  readonly userFeeIncrease?: number;
}

/** What an operation finds when it is executed. */
export interface OperationContext {
  /** What is written here is dropped when the operation is refused. */
  readonly view: WritableView;
  readonly block: Block;
  readonly terms: Terms;
  readonly contracts: ContractBook;
  readonly signer: Identity;
  readonly key: PublicKey;
  /** The nonce that was used up. */
  readonly nonce: bigint;
}

/** What an operation is executed in. */
export type Surroundings = Pick<OperationContext, 'block' | 'contracts' | 'terms'>;

/** What an executed operation gives and costs, in credits. */
export interface Executed<Result> {
  readonly result: Result;
  readonly storageFee: bigint;
  /** With a signature of the usual type, and before the increase that the signer offers. */
  readonly processingFee: bigint;
  /** What identities get back for storage that is free again. */
  readonly refunds?: readonly { readonly identityId: string; readonly credits: bigint }[];
}

/** An operation that an identity signs. */
export interface Operation<Result> {
  readonly signed: Signed;
  /** Whose nonce it uses: that of the identity, or that of the identity and a contract (base58). */
  readonly nonceOf: Omit<NonceOwner, 'identityId'>;
  readonly keyDemand: KeyDemand;
  /**
   * Refuses what is too large to be read, or not allowed yet. It comes before everything else, but is only asked when something
   * else refuses that comes next: {@link Operation.requiredBalance} refuses it as well. @throws {PlatformError}
   */
  readonly checkFirst?: (
    surroundings: Surroundings & { readonly view: WritableView },
  ) => Promise<void> | void;
  /** Refuses what needs no look at the state beside the signer; unpaid. @throws {PlatformError} */
  readonly checkStructure?: (signer: Identity) => void;
  /** Credits that the signer must have before anything is executed (40210, unpaid). */
  readonly requiredBalance: (context: OperationContext) => Promise<bigint> | bigint;
  /** What processing costs when {@link Operation.execute} refuses and the signer pays all the same. */
  readonly refusalFee: bigint;
  /** Does it. What is thrown undoes all that was written. @throws {PlatformError} */
  readonly execute: (context: OperationContext) => Promise<Executed<Result>>;
}
