import type {
  DescMessage,
  DescMethodServerStreaming,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';

/** Defines the maximum size of a message: a full masternode list of mainnet has 1.5 MB, the largest block 2 MB. */
export const MAX_PEER_MESSAGE_BYTES = 8 * 1024 * 1024;
/** Defines the limits of each message of a peer, after it is decompressed. */
export const PEER_MESSAGE_LIMITS = { maxElements: 100_000, maxDepth: 100 };

/** Calls both services of one untrusted peer. Implementations bound the time of a call and the size of each message. */
export interface PeerLink {
  /**
   * Calls a method.
   * @param options `timeout` in milliseconds
   * @throws {PeerError} (rejects) `rejected`, `exhausted` or `outage`
   */
  readonly call: <I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    options: { readonly signal: AbortSignal; readonly timeout: number },
  ) => Promise<MessageShape<O>>;
  /** Gives the messages of a stream until it ends or the signal is aborted. @throws {PeerError} (rejects) as `call` does */
  readonly stream: <I extends DescMessage, O extends DescMessage>(
    method: DescMethodServerStreaming<I, O>,
    request: MessageInitShape<I>,
    signal: AbortSignal,
  ) => AsyncIterable<MessageShape<O>>;
}
