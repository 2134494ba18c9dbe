/** Describes what the Core service of a peer gives: nothing of it is verified. Methods reject with a `PeerError`. */
export interface CorePeer {
  /** Returns the height of the peer's tip. */
  readonly bestHeight: (signal: AbortSignal) => Promise<number>;
  /** Returns a serialised block of the peer's best chain. @param block its height, or its hash in display order */
  readonly block: (block: number | string, signal: AbortSignal) => Promise<Uint8Array>;
  /** Returns headers of 80 bytes that follow each other, and the bytes of the peer's best ChainLock. */
  readonly headers: (from: number, count: number, signal: AbortSignal) => Promise<PeerHeaders>;
  /** Gives masternode list diffs, decoded: first one from the first block, then each from the block of the one before, to ChainLocked blocks. */
  readonly masternodeLists: (signal: AbortSignal) => AsyncIterable<unknown>;
  /** Returns the hash of the block that has a transaction; `undefined` where none has it yet. */
  readonly blockOf: (txid: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Sends a transaction. Returns the id that the peer gives it. */
  readonly send: (transaction: Uint8Array, signal: AbortSignal) => Promise<string>;
}

/** Describes headers of a peer. */
export interface PeerHeaders {
  readonly headers: readonly Uint8Array[];
  /** 132 bytes; `undefined` where the peer sent none. */
  readonly chainLock: Uint8Array | undefined;
}
