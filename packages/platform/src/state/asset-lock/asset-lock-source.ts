/** Describes a transaction of layer 1, as far as asset locks need it. */
export interface Layer1Transaction {
  /** In internal order. */
  readonly id: Uint8Array;
  readonly inputs: number;
  /** The credit outputs of its payload; nothing where it is no asset lock. */
  readonly creditOutputs: readonly CreditOutput[] | undefined;
}

/** Describes a credit output. */
export interface CreditOutput {
  readonly duffs: bigint;
  /** The hash of the key that it pays to, 20 bytes; nothing for another script. */
  readonly keyHash: Uint8Array | undefined;
}

/** Reads from layer 1 what asset locks need. The program that opens the platform implements it; the platform itself knows no layer 1. */
export interface AssetLockSource {
  /** Decodes a transaction; returns nothing where the bytes are none. */
  readonly readTransaction: (bytes: Uint8Array) => Layer1Transaction | undefined;
  /** Returns the id of the transaction that an InstantSend lock is for, in internal order; nothing where the bytes are no lock. */
  readonly lockedTransaction: (instantLock: Uint8Array) => Uint8Array | undefined;
  /** Returns whether a quorum of the chain has signed an InstantSend lock. */
  readonly isSigned: (instantLock: Uint8Array) => Promise<boolean>;
  /** Finds a transaction by its id in internal order, and the height of its block; nothing where there is none. */
  readonly findTransaction: (
    id: Uint8Array,
  ) => Promise<{ readonly bytes: Uint8Array; readonly height: number | undefined } | undefined>;
}
