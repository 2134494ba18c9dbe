/** Describes an entry of the store before and after a block. */
export interface StateChange {
  readonly key: Uint8Array;
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array | undefined;
}
