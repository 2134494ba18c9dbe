/** Something in a store that is not what the documents in it say. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** Where it is stored. */
  readonly key: Uint8Array;
  /** What is there; nothing when it is missing. */
  readonly found?: Uint8Array;
  /** What would be right; nothing when there should be none. */
  readonly expected?: Uint8Array;
}

export type DifferenceKind =
  /** A document that cannot be read, or stands under another id than its own. */
  | 'document'
  /** An entry of an index that is missing, or that no document has. */
  | 'index entry'
  /** Two documents with the same values in a unique index. */
  | 'duplicate'
  /** A version that cannot be read or has no document, or a document without its newest version. */
  | 'version'
  /** The total of a type, of values or of a run of values. */
  | 'total'
  /** A key of no document type that is known. */
  | 'stray';
