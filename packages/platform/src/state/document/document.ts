import { DOCUMENT_TIMES, type TimeName } from '@dapikit/protocol';

/**
 * Describes a value in a document: integers that are stored in 64 bits are `bigint`, narrower ones and `number` are numbers, byte
 * arrays and identifiers are bytes, other arrays are lists.
 */
export type DocumentValue =
  | string
  | number
  | bigint
  | boolean
  | Uint8Array
  | readonly DocumentValue[]
  | DocumentData;

/** Returns whether a value is a list of elements. */
export const isList = (value: DocumentValue | undefined): value is readonly DocumentValue[] =>
  Array.isArray(value);

/** Returns whether a value is an object with values of its own. */
export const isData = (value: DocumentValue | undefined): value is DocumentData =>
  typeof value === 'object' && !(value instanceof Uint8Array) && !isList(value);

/** Describes the properties of a document or of an object in it, by name; missing properties are absent. */
export interface DocumentData {
  readonly [name: string]: DocumentValue;
}

/** Describes a stored document. */
export interface Document {
  /** 32 bytes. */
  readonly id: Uint8Array;
  /** 32 bytes. */
  readonly ownerId: Uint8Array;
  /** Only where the type requires it. */
  readonly revision?: bigint;
  /** The identity that created it, 32 bytes; only where documents change hands. */
  readonly creatorId?: Uint8Array;
  /** In credits; only while it is for sale. */
  readonly price?: bigint;
  /** Version of the contract by which it was last created or replaced; absent where its format does not have it. */
  readonly contractVersion?: number;
  /** When a moderator last changed it, in milliseconds; absent where none has. */
  readonly moderatedAt?: bigint;
  /** The moderator, 32 bytes. */
  readonly moderatedBy?: Uint8Array;
  /** When it was created, changed and transferred, by names such as `$createdAt`. */
  readonly times: Readonly<Partial<Record<TimeName, bigint | number>>>;
  readonly data: DocumentData;
  /** Values of documents to which it refers, by their names in indices; not stored, and absent where they were not read. */
  readonly derived?: Readonly<Record<string, DocumentValue>>;
}

/** Lists the times and heights that a type can record, in the order in which they are stored. */
export const TIME_NAMES: readonly TimeName[] = DOCUMENT_TIMES.map(({ name }) => name);

/** Returns the width of a time: 64 bits for milliseconds since 1970 and heights of blocks, 32 bits for heights of layer 1. */
export const timeStorage = (name: TimeName): 'u64' | 'u32' =>
  name.endsWith('CoreBlockHeight') ? 'u32' : 'u64';
