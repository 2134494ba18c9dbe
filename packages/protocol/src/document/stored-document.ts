/**
 * Describes a value of a stored document: integers of 64 bits are `bigint`, narrower ones and `number` are numbers,
 * byte arrays and identifiers are bytes, other arrays are lists.
 */
export type StoredValue =
  | string
  | number
  | bigint
  | boolean
  | Uint8Array
  | readonly StoredValue[]
  | StoredData;

/** Returns whether a value is a list of elements. */
export const isList = (value: StoredValue): value is readonly StoredValue[] => Array.isArray(value);

/** Describes the properties of a document, or of an object in it; a missing one is not there. */
export interface StoredData {
  readonly [name: string]: StoredValue;
}

/** Describes a document as it is stored and returned. Fields are undefined where its type does not record them. */
export interface StoredDocument {
  /** Protocol version 8 and older wrote 0, version 9 wrote 1, versions 10 to 13 write 2, version 14 writes 3. */
  readonly formatVersion: 0 | 1 | 2 | 3;
  /** Version of the contract by which it was last created or replaced; only in version 3. */
  readonly contractVersion?: bigint;
  readonly id: Uint8Array;
  readonly ownerId: Uint8Array;
  /** The identity that created the document; only where documents change hands, and not in versions 0 and 1. */
  readonly creatorId: Uint8Array | undefined;
  readonly revision: bigint | undefined;
  /** Milliseconds and block heights by name; those of layer 1 are below 2^32. */
  readonly times: Readonly<Partial<Record<TimeName, bigint>>>;
  /** When a moderator last changed it, in milliseconds, and who; absent where none has. */
  readonly moderatedAt?: bigint | undefined;
  readonly moderatedBy?: Uint8Array | undefined;
  /** The price in credits, while the document is for sale. */
  readonly price: bigint | undefined;
  readonly data: StoredData;
}

/** Times and heights in the order of their flags, and how many bytes each has. */
export const DOCUMENT_TIMES = [
  { name: '$createdAt', bytes: 8 },
  { name: '$updatedAt', bytes: 8 },
  { name: '$transferredAt', bytes: 8 },
  { name: '$createdAtBlockHeight', bytes: 8 },
  { name: '$updatedAtBlockHeight', bytes: 8 },
  { name: '$transferredAtBlockHeight', bytes: 8 },
  { name: '$createdAtCoreBlockHeight', bytes: 4 },
  { name: '$updatedAtCoreBlockHeight', bytes: 4 },
  { name: '$transferredAtCoreBlockHeight', bytes: 4 },
] as const;

export type TimeName = (typeof DOCUMENT_TIMES)[number]['name'];
