import type {
  DescMessage,
  DescMethodServerStreaming,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';
import { ConnectError } from '@connectrpc/connect';
import {
  failureOfStatus,
  MAX_PEER_MESSAGE_BYTES,
  PEER_MESSAGE_LIMITS,
  PeerError,
  type PeerFailure,
  type PeerLink,
} from '@dapikit/light-client';
import { LimitedClient } from '../../base/protobuf/limited-client.js';
import { ServerConnection } from '../../base/protobuf/server-connection.js';
import { statusOfError } from '../upstream/drive-connection.js';
import { connectDespiteExpiry, isExpiry } from './expired-certificate.js';

/** Says what a connection does about a certificate that has expired. */
export interface ConnectionOptions {
  /** Accepts it where it names the host of the URL. Default: false. */
  readonly acceptsExpired?: boolean;
  /** The failure of a peer with one that is not accepted. Default: `outage`. */
  readonly failureOfExpiry?: PeerFailure;
}

/** Calls both services of one untrusted peer over one HTTP/2 connection. Sizes are bounded after decompression. */
export class PeerConnection implements PeerLink {
  readonly #connection: ServerConnection;
  readonly #client: LimitedClient;
  readonly #failureOfExpiry: PeerFailure;

  /**
   * @param url such as `https://192.0.2.1:443`
   * @param options what it does about a certificate that has expired
   */
  constructor(url: string, { acceptsExpired = false, failureOfExpiry = 'outage' }: ConnectionOptions = {}) {
    this.#failureOfExpiry = failureOfExpiry;
    this.#connection = new ServerConnection(
      url,
      acceptsExpired && url.startsWith('https:') ? { createConnection: connectDespiteExpiry } : {},
    );
    this.#client = new LimitedClient({
      connection: this.#connection,
      maxBytes: MAX_PEER_MESSAGE_BYTES,
      limits: PEER_MESSAGE_LIMITS,
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
      throw this.#peerError(error);
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
      throw this.#peerError(error);
    }
  }

  /** Ends the connection and its calls. */
  close(): void {
    this.#connection.close();
  }

  #peerError(thrown: unknown): PeerError {
    return isExpiry(thrown)
      ? new PeerError(this.#failureOfExpiry, 'the certificate of the peer has expired')
      : peerError(thrown);
  }
}

function peerError(thrown: unknown): PeerError {
  if (thrown instanceof PeerError) return thrown;
  const error = ConnectError.from(thrown);
  const status = statusOfError(error);
  return new PeerError(failureOf(error), error.rawMessage, { cause: status });
}

function failureOf({ code, cause }: ConnectError): PeerFailure {
  return cause === undefined ? failureOfStatus(code) : 'outage';
}
