import { ChainError } from '../../base/bytes/chain-error.js';

/** Lists the reasons why a transaction is not sent to a node. Stable: programs may match on them. */
export type UnsafeTransactionReason =
  /** Its type is not one of Dash Core 23.1.2, so that its payload cannot be checked. */
  | 'transaction-type-unknown'
  /** Its type occurs in blocks only. */
  | 'transaction-type-not-relayed'
  /** Its bytes are not a payload of its type. */
  | 'payload-malformed'
  /** A field of its payload has a value that no node accepts. */
  | 'payload-out-of-range'
  /** A node disconnected while it had the transaction. */
  | 'transaction-quarantined';

/** Describes the problem of an unsafe transaction, and its fix. */
export interface UnsafeTransactionDetails {
  readonly expected: string;
  readonly found: string | number;
  /** Where in the transaction: a JSON pointer, such as `/payload/versionBit`. */
  readonly at?: string;
  /** The suggested fix. */
  readonly fix: string;
}

/** Reports that a transaction is not sent, because it could stop a node. Sending it again fails in the same way. */
export class UnsafeTransactionError extends ChainError {
  override readonly name = 'UnsafeTransactionError';

  constructor(
    readonly reason: UnsafeTransactionReason,
    message: string,
    readonly details: UnsafeTransactionDetails,
  ) {
    super(message);
  }
}
