import type { Data } from './data.js';

/** Holds a document of the state that a reference finds. */
export interface OutsideDocument {
  /** 32 bytes. */
  readonly id: Uint8Array;
  /** 32 bytes. */
  readonly ownerId: Uint8Array;
  /** 32 bytes; undefined where the type records no creator. */
  readonly creatorId?: Uint8Array | undefined;
  readonly values: ReadonlyMap<string, Data>;
  /** Times in milliseconds and heights by name, such as `$createdAtBlockHeight`. */
  readonly times: ReadonlyMap<string, bigint>;
  /** True for the record that remains of a document that moderators deleted. */
  readonly isRemoved?: boolean | undefined;
}

/** Holds a key of an identity. */
export interface OutsideKey {
  readonly isDisabled: boolean;
  readonly purpose?: string | undefined;
  /** Document type of the contract to which the key is bound. */
  readonly boundTo?: string | undefined;
}

/** Holds a contract of the state. */
export interface OutsideContract {
  /** 32 bytes. */
  readonly ownerId: Uint8Array;
  /** Milliseconds; undefined where they are not recorded. */
  readonly createdAt?: bigint | undefined;
  readonly updatedAt?: bigint | undefined;
  readonly isReadonly: boolean;
  readonly keepsHistory: boolean;
  /** Its elected moderation; undefined where it has none. */
  readonly election?: OutsideElection | undefined;
}

/** Holds the elected moderation of a contract. */
export interface OutsideElection {
  /** Seconds after the creation of the contract when the election opens. */
  readonly delay: bigint;
  readonly isOwnerProtected: boolean;
}

/** Names a document to find: by id, or by the values of a unique index. */
export interface DocumentQuery {
  /** Contract of the document as base58 text; undefined for the contract of the judged document. */
  readonly contractId: string | undefined;
  readonly documentType: string;
  readonly id?: Uint8Array;
  readonly values?: ReadonlyMap<string, Data>;
}

/** Names a total to read: a count, or the sum of a property. */
export interface TotalQuery {
  readonly documentType: string;
  /** The summed property; undefined for a count. */
  readonly property: string | undefined;
  /** Values by key, empty for all documents of the type; undefined where a value is not known, such as the id of the document. */
  readonly filter: ReadonlyMap<string, Data> | undefined;
  /** JSON text of the expression, with sorted members: `{"countOf":["vote",{"pollId":"$id"}]}`. */
  readonly expression: string;
}

/**
 * Answers what a document depends on outside of itself: identities, other documents, totals. Every question may go unanswered
 * (undefined): what depends on it is then not judged. A platform, a file of assumptions and a page can answer.
 */
export interface OutsideFacts {
  readonly hasIdentity?: (id: Uint8Array) => boolean | undefined;
  readonly hasContract?: (id: Uint8Array) => boolean | undefined;
  /** Returns null if there is no such contract. */
  readonly findContract?: (id: Uint8Array) => OutsideContract | null | undefined;
  readonly hasToken?: (id: Uint8Array) => boolean | undefined;
  /** Returns null for an identity without that key. */
  readonly findKey?: (identity: Uint8Array, keyId: bigint) => OutsideKey | null | undefined;
  /** Returns null if no document matches. */
  readonly findDocument?: (query: DocumentQuery) => OutsideDocument | null | undefined;
  /** Returns a total as it is after the write. */
  readonly totalOf?: (query: TotalQuery) => bigint | undefined;
  /** Returns whether an identity moderates the contract. */
  readonly isModerator?: (identity: Uint8Array) => boolean | undefined;
  /** Height of the block of the write. */
  readonly blockHeight?: bigint | undefined;
  /** Time of the block of the write, in milliseconds. */
  readonly blockTime?: bigint | undefined;
}
