/** Describes a value of a poll in JSON: identifiers in base58, other bytes in base64, large integers as decimal text. */
export type PollValueJson = string | number | boolean | null;

/** Describes a poll as clients write it. */
export interface PollJson {
  readonly $type: 'contestedDocumentResourceVotePoll';
  /** Base58. */
  readonly contractId: string;
  readonly documentTypeName: string;
  readonly indexName: string;
  readonly indexValues: readonly PollValueJson[];
}
