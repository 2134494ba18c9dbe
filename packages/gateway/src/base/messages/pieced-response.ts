/** Represents the text of a response that is written piece by piece while the client reads it. */
export interface PiecedResponse extends Iterable<Buffer> {
  /** Length of the text in bytes. */
  readonly length: number;
  /** Returns the text as a whole. */
  readonly toString: () => string;
}
