import type { Identifier } from '../document/identifier.js';

/** Says more about a transition of tokens. */
export interface TokenNote {
  /** Anybody can read it. */
  readonly note?: string;
}

/** Price of a token in credits: one for all amounts, or by the smallest amount that it is for. */
export type TokenPrices = bigint | ReadonlyMap<bigint, bigint>;

/** Reads a token, and sends some. All results are verified. Amounts are in the smallest unit. */
export interface Token {
  id(): Promise<Identifier>;
  /** Returns the tokens of an identity; of the one that signs when left out. */
  balance(of?: Identifier): Promise<bigint>;
  /** Returns the tokens of identities by their ids in base58. */
  balances(of: readonly Identifier[]): Promise<ReadonlyMap<string, bigint>>;
  /** Returns the tokens of all. */
  supply(): Promise<bigint>;
  isPaused(): Promise<boolean>;
  /** Returns the price of a token in credits, where the contract sells it. */
  price(): Promise<bigint | undefined>;
  /** Returns whether an identity cannot send tokens; the one that signs when left out. */
  isFrozen(of?: Identifier): Promise<boolean>;
  transfer(to: Identifier, amount: bigint, options?: TokenNote): Promise<void>;
}

/** Creates tokens. */
export interface Mintable {
  /** @param options with the identity that gets them, where the contract lets it be chosen */
  mint(amount: bigint, options?: TokenNote & { readonly to?: Identifier }): Promise<void>;
}

/** Creates tokens of which the contract does not say who gets them. */
export interface MintableTo {
  mint(amount: bigint, options: TokenNote & { readonly to: Identifier }): Promise<void>;
}

/** Destroys tokens of the identity that signs. */
export interface Burnable {
  burn(amount: bigint, options?: TokenNote): Promise<void>;
}

/** Stops an identity from sending tokens. */
export interface Freezable {
  freeze(identity: Identifier, options?: TokenNote): Promise<void>;
}

/** Lets a frozen identity send tokens again. */
export interface Unfreezable {
  unfreeze(identity: Identifier, options?: TokenNote): Promise<void>;
}

/** Destroys the tokens of a frozen identity. */
export interface Destroyable {
  destroyFrozen(identity: Identifier, options?: TokenNote): Promise<void>;
}

/** Stops all transfers, and starts them again. */
export interface Pausable {
  pause(options?: TokenNote): Promise<void>;
  resume(options?: TokenNote): Promise<void>;
}

/** Sets the price at which anybody buys tokens from the contract. */
export interface Priceable {
  /** @param price in credits; `undefined` ends the sale */
  setPrice(price: TokenPrices | undefined, options?: TokenNote): Promise<void>;
}

/** Buys tokens at the price of the contract. */
export interface Buyable {
  /** @param maxCredits most that all of them cost */
  buy(amount: bigint, maxCredits: bigint): Promise<void>;
}

/** Claims tokens of a distribution. */
export interface Claimable<Distribution extends string> {
  claim(distribution: Distribution, options?: TokenNote): Promise<void>;
}

/** Actions that a group decides: each returns the id of the action, with which the other members approve it. */
export type ByGroup<Actions> = {
  readonly [Name in keyof Actions]: Actions[Name] extends (...args: infer Given) => Promise<void>
    ? (...args: Given) => Promise<Identifier>
    : never;
};

/** Actions that members of a group propose and approve; the last approval that is needed executes one. */
export interface InGroup<Actions> {
  /** Proposes an action. */
  propose(): ByGroup<Actions>;
  /** Approves an action that another member proposed: its method and arguments are the same. */
  approve(actionId: Identifier): ByGroup<Actions>;
}
