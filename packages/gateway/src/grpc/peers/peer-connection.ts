import type {
  DescMessage,
  DescMethodServerStreaming,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { Http2SessionManager } from '@connectrpc/connect-node';
import { PeerError, type PeerFailure } from '@dapikit/light-client';
import { LimitedClient } from '../../base/protobuf/limited-client.js';
import { statusOfError } from '../upstream/drive-connection.js';

/** A full masternode list of mainnet has 1.5 MB, the largest block 2 MB. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
/** Limits of each message of a peer, after it is decompressed. */
const MESSAGE_LIMITS = { maxElements: 100_000, maxDepth: 100 };
const KEEP_ALIVE_MS = 25_000;
const IDLE_MS = 60_000;

/** Lists the statuses with which a peer rejects a request itself. Others say that it cannot respond now. */
const REJECTIONS: ReadonlySet<Code> = new Set([
  Code.InvalidArgument,
  Code.NotFound,
  Code.AlreadyExists,
  Code.FailedPrecondition,
  Code.OutOfRange,
  Code.Unimplemented,
  Code.PermissionDenied,
]);

/** Calls both services of one untrusted peer over one HTTP/2 connection. Sizes are bounded after decompression. */
export class PeerConnection {
  readonly #sessions: Http2SessionManager;
  readonly #client: LimitedClient;

  /** @param url such as `https://192.0.2.1:443` */
  constructor(url: string) {
    this.#sessions = new Http2SessionManager(url, {
      pingIntervalMs: KEEP_ALIVE_MS,
      idleConnectionTimeoutMs: IDLE_MS,
    });
    this.#client = new LimitedClient({
      url,
      sessions: () => this.#sessions,
      maxBytes: MAX_RESPONSE_BYTES,
      limits: MESSAGE_LIMITS,
    });
  }

  /**
   * Calls a method.
   * @param timeout in milliseconds
   * @throws {PeerError} (rejects) `rejected` with the status as its cause, `exhausted` or `outage`
   */
  async call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    { signal, timeout }: { readonly signal: AbortSignal; readonly timeout: number },
  ): Promise<MessageShape<O>> {
    try {
      return await this.#client.call(method, request, timeout, signal);
    } catch (error) {
      throw peerError(error);
    }
  }

  /** Gives the messages of a stream until it ends or the signal is aborted. @throws {PeerError} (rejects) as `call` does */
  async *stream<I extends DescMessage, O extends DescMessage>(
    method: DescMethodServerStreaming<I, O>,
    request: MessageInitShape<I>,
    signal: AbortSignal,
  ): AsyncIterable<MessageShape<O>> {
    try {
      yield* this.#client.stream(method, request, signal);
    } catch (error) {
      throw peerError(error);
    }
  }

  /** Ends the connection and its calls. */
  close(): void {
    this.#sessions.abort();
  }
}

function peerError(thrown: unknown): PeerError {
  if (thrown instanceof PeerError) return thrown;
  const error = ConnectError.from(thrown);
  const status = statusOfError(error);
  return new PeerError(failureOf(error), error.rawMessage, { cause: status });
}

function failureOf({ code, cause }: ConnectError): PeerFailure {
  if (cause !== undefined) return 'outage';
  if (code === Code.ResourceExhausted) return 'exhausted';
  return REJECTIONS.has(code) ? 'rejected' : 'outage';
}
