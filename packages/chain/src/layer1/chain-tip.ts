/** Describes the last block of the best chain. */
export interface ChainTip {
  /** In display order. */
  readonly hash: string;
  readonly height: number;
}
