/** Describes a transaction, and the block that it is in. */
export interface Confirmation {
  readonly txid: string;
  readonly blockHash: string;
}
