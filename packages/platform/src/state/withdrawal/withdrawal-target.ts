/** Describes a transaction of layer 1 that pays a withdrawal out. */
export interface AssetUnlock {
  readonly index: bigint;
  /** Amount that the script gets. */
  readonly duffs: bigint;
  readonly outputScript: Uint8Array;
  /** Fee of the miners, in duffs. */
  readonly fee: number;
}

/**
 * Says how far layer 1 has an asset unlock: not at all or no more, in its mempool or a block, or so that no reorg removes it; `other` where
 * its number belongs to another payment.
 */
export type AssetUnlockStatus = 'unknown' | 'pending' | 'final' | 'other';

/** Pays withdrawals out on layer 1. The program that opens the platform implements it; the platform itself knows no layer 1. */
export interface WithdrawalTarget {
  /** Returns the number after the highest that layer 1 has used. */
  readonly nextIndex: () => bigint;
  /**
   * Requests the signature of the platform's quorum for an asset unlock, and sends it. Returns the height of layer 1 at which it was
   * signed;
   * nothing while no quorum signs, or layer 1 does not take it now.
   */
  readonly send: (unlock: AssetUnlock) => Promise<number | undefined>;
  readonly statusOf: (unlock: AssetUnlock) => Promise<AssetUnlockStatus>;
}
