import type { IntegerInput } from '../state/input/read-input.js';
import type { TokenAccount } from '../state/token/token-account.js';
import type { Token } from '../state/token/token-store.js';
import type { PriceInput, SignedTokenInput } from '../execution/token-transition/read-token-request.js';
import type { TokenResult } from '../execution/token-transition/run-token-transition.js';
import type { Receipt } from '../execution/transition/platform-chain.js';

/** Describes a token and its price. */
export interface TokenState extends Omit<Token, 'id' | 'contractId'> {
  /** Base58. */
  readonly id: string;
  /** Base58. */
  readonly contractId: string;
  /** In credits, in the official JSON; absent while the token is not for sale. */
  readonly price?: unknown;
}

/** Describes the account of an identity of a list. */
export interface ListedTokenAccount extends TokenAccount {
  /** Base58. */
  readonly identityId: string;
}

/** Describes new tokens. */
export interface MintTokens extends SignedTokenInput {
  readonly amount: IntegerInput;
  /** Recipient of the tokens, in base58; newTokensDestinationIdentity of the contract when absent. */
  readonly recipientId?: string;
}

/** Describes tokens of the signer that are burnt. */
export interface BurnTokens extends SignedTokenInput {
  readonly amount: IntegerInput;
}

/** Describes a transfer of tokens. */
export interface TransferTokens extends SignedTokenInput {
  readonly recipientId: string;
  readonly amount: IntegerInput;
}

/** Describes a change of the account of an identity. */
export interface ChangeTokenAccount extends SignedTokenInput {
  readonly identityId: string;
}

/** Describes the change of a setting of a token. */
export interface UpdateTokenConfiguration extends SignedTokenInput {
  /** The setting and its new value, in the official JSON. */
  readonly item: unknown;
}

/** Describes a claim of tokens. */
export interface ClaimTokens extends SignedTokenInput {
  readonly distribution: 'perpetual' | 'preProgrammed' | 'oncePerIdentity';
}

/** Describes a purchase of tokens. */
export interface PurchaseTokens extends SignedTokenInput {
  readonly amount: IntegerInput;
  /** The most credits that the signer agrees to pay in all. */
  readonly totalAgreedPrice: IntegerInput;
}

/** Describes the price of a token. */
export interface SetTokenPrice extends SignedTokenInput {
  readonly price: PriceInput;
}

/** Describes an executed change of a token. */
export interface TokenReceipt extends TokenResult, Receipt {}
