/** Lists the reasons why data of a node do not verify. Stable: programs may match on them. */
export type VerificationReason =
  /** Bytes or JSON that have not the form they must have. */
  | 'malformed'
  /** A version that this program does not know, where a root depends on it. */
  | 'unsupported-version'
  /** A diff from another block than that of the list. */
  | 'wrong-base'
  /** A diff that removes, repeats or adds what it cannot. */
  | 'inapplicable-diff'
  /** The masternodes have not the root of the coinbase. */
  | 'list-root'
  /** The quorums have not the root of the coinbase. */
  | 'quorum-root'
  /** The coinbase is not proven to be the first transaction of a block. */
  | 'coinbase-proof'
  /** The coinbase names another height than its block has. */
  | 'coinbase-height'
  /** A header has another hash than its block. */
  | 'header-hash'
  /** A header does not follow the one before it. */
  | 'header-link'
  /** A header lacks the work that it claims, or claims too little. */
  | 'header-work'
  /** A header claims another target than the network's rule gives. */
  | 'header-target'
  /** A header, or the transactions of a block, have another merkle root. */
  | 'merkle-root'
  /** Blocks of a mining window without a commitment that must be there. */
  | 'missing-commitment'
  /** Blocks have other quorums than the state that they are walked from: one of both is of another chain. */
  | 'other-quorums'
  /** There are no ChainLock quorums, or more than can be active. */
  | 'no-signer'
  /** The quorum whose turn it was has no trusted key: another ChainLock may be signed by a known one. */
  | 'unknown-signer'
  /** The signature is not one of the quorum whose turn it was. */
  | 'chain-lock-signature'
  /** No ChainLock of a trusted quorum covers the block. */
  | 'not-chain-locked'
  /** Blocks conflict with a ChainLock. */
  | 'chain-lock-conflict'
  /** Data of another network. */
  | 'wrong-network'
  /** A checkpoint that is too old to be trusted. */
  | 'old-checkpoint'
  /** A checkpoint whose quorums signed a chain that contradicts it: it was made wrong, or changed. */
  | 'wrong-checkpoint'
  /** A stored state that was changed or cut, or is older than its checkpoint. */
  | 'damaged-state';

/** Reports data that do not verify: their sender is wrong, or outdated. */
export class VerificationError extends Error {
  override readonly name = 'VerificationError';

  constructor(
    readonly reason: VerificationReason,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
