import type {
  DescMessage,
  DescMethodServerStreaming,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';
import { Code, ConnectError, type Transport } from '@connectrpc/connect';
import { createNodeHttpClient, type Http2SessionManager } from '@connectrpc/connect-node';
import type { UniversalClientFn, UniversalClientResponse } from '@connectrpc/connect/protocol';
import { createTransport } from '@connectrpc/connect/protocol-grpc';
import { COMPRESSIONS } from './compressions.js';
import { limitedMessages } from './limited-messages.js';
import { decoderOptions, type MessageLimits } from '@dapikit/light-client/message-limits';

const OK = 200;

/** Describes a server and what limits its responses. */
export interface LimitedClientOptions {
  /** Such as `http://127.0.0.1:26670`. */
  readonly url: string;
  /** Returns the connection of the next call. */
  readonly sessions: () => Http2SessionManager;
  /** Maximum size of a response in bytes. */
  readonly maxBytes: number;
  readonly limits: MessageLimits;
  /** Called when a connection received the head of a response, and when it failed before. */
  readonly onOutcome?: (sessions: Http2SessionManager, hasResponded: boolean) => void;
}

/** Calls methods of a gRPC server, whose responses are checked before they are decoded. */
export class LimitedClient {
  readonly #options: LimitedClientOptions;
  readonly #send: UniversalClientFn;
  readonly #transports = new Map<DescMessage, Transport>();

  constructor(options: LimitedClientOptions) {
    this.#options = options;
    this.#send = clientOf(options);
  }

  /**
   * Calls a method.
   * @param timeout in milliseconds
   * @throws {ConnectError} (rejects) with the status of the server; with a cause, UNAVAILABLE where the call failed on the way, whatever the
   * code of its stream, and DEADLINE_EXCEEDED
   */
  async call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    timeout: number,
    signal?: AbortSignal,
  ): Promise<MessageShape<O>> {
    const { message } = await this.#transport(method.output).unary(
      method,
      signal,
      timeout,
      undefined,
      request,
    );
    return message;
  }

  /**
   * Calls a method that responds with a stream, which ends when the signal is aborted.
   * @throws {ConnectError} (rejects) as {@link call} does
   */
  async *stream<I extends DescMessage, O extends DescMessage>(
    method: DescMethodServerStreaming<I, O>,
    request: MessageInitShape<I>,
    signal: AbortSignal,
  ): AsyncIterable<MessageShape<O>> {
    const transport = this.#transport(method.output);
    const { message } = await transport.stream(method, signal, undefined, undefined, once(request));
    yield* message;
  }

  #transport(schema: DescMessage): Transport {
    const transport = this.#transports.get(schema) ?? this.#transportTo(schema);
    this.#transports.set(schema, transport);
    return transport;
  }

  /** Returns a transport for the methods with one type of response. */
  #transportTo(schema: DescMessage): Transport {
    const { url, maxBytes, limits } = this.#options;
    return createTransport({
      baseUrl: url,
      useBinaryFormat: true,
      interceptors: [],
      acceptCompression: COMPRESSIONS,
      sendCompression: null,
      compressMinBytes: maxBytes,
      readMaxBytes: maxBytes,
      writeMaxBytes: maxBytes,
      binaryOptions: decoderOptions(limits),
      httpClient: async (request) => {
        const response = await this.#send(request);
        const encoding = response.header.get('grpc-encoding');
        const messages = { schema, what: 'response', encoding, maxBytes, limits } as const;
        const body = limitedMessages(withFailures(response.body), messages);
        return { ...response, body: withFailures(body, isLimit) };
      },
    });
  }
}

async function* once<Value>(value: Value): AsyncIterable<Value> {
  yield value;
}

/** Returns the client of Node that distinguishes failures from statuses of the server. */
function clientOf({ sessions, onOutcome }: LimitedClientOptions): UniversalClientFn {
  return async (request) => {
    const connection = sessions();
    const send = createNodeHttpClient({ httpVersion: '2', sessionProvider: () => connection });
    let response: UniversalClientResponse;
    try {
      response = await send(request);
    } catch (error) {
      const failure = failureOf(error);
      if (failure.code !== Code.DeadlineExceeded) onOutcome?.(connection, false);
      throw failure;
    }
    onOutcome?.(connection, true);
    if (response.status !== OK) throw failureOf(new Error(`HTTP status ${response.status}`));
    return response;
  };
}

/** @param isKnown whether an error says something about the response that came */
async function* withFailures(
  body: AsyncIterable<Uint8Array>,
  isKnown: (error: ConnectError) => boolean = () => false,
): AsyncIterable<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw error instanceof ConnectError && isKnown(error) ? error : failureOf(error);
  }
}

/** Returns whether a response came that is too large, has too many elements or nests too deeply. */
const isLimit = ({ code, cause }: ConnectError): boolean =>
  code === Code.ResourceExhausted && cause === undefined;

function failureOf(error: unknown): ConnectError {
  const known = ConnectError.from(error);
  const { code } = known;
  return code === Code.DeadlineExceeded
    ? known
    : new ConnectError('connection failed', Code.Unavailable, undefined, undefined, known);
}
