/**
 * Lists the types of special transactions (DIP-2), 16 bits on the wire. Others can be read; the network rejects them.
 *
 * Source: `src/primitives/transaction.h` of dashpay/dash.
 */
export const TransactionType = {
  /** A plain transaction, without a payload. */
  normal: 0,
  /** DIP-3: registers a masternode. */
  providerRegister: 1,
  /** DIP-3: the operator says where the masternode is reached, and ends a ban. */
  providerUpdateService: 2,
  /** DIP-3: the owner changes operator, voter or payee. */
  providerUpdateRegistrar: 3,
  /** DIP-3: the operator revokes the masternode. */
  providerUpdateRevoke: 4,
  /** DIP-4: the first transaction of every block. */
  coinbase: 5,
  /** DIP-6: the final commitment of a quorum; has neither inputs nor outputs. */
  quorumCommitment: 6,
  /** DIP-23: a quorum of masternodes signals for a hard fork. */
  mnHardForkSignal: 7,
  /** DIP-27: moves coins to Dash Platform. */
  assetLock: 8,
  /** DIP-27: moves coins back from Dash Platform; has no inputs. */
  assetUnlock: 9,
} as const;

export type TransactionType = (typeof TransactionType)[keyof typeof TransactionType];
