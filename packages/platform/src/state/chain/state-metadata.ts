/** Describes the block that a state is of. Before the first block its height is 0. */
export interface StateMetadata {
  readonly height: bigint;
  /** The height of layer 1 that the block knows. */
  readonly coreHeight: number;
  /** From 0. */
  readonly epoch: number;
  /** Milliseconds since the beginning of 1970. */
  readonly time: number;
  readonly protocolVersion: number;
  readonly chainId: string;
}
