import type {
  DescMessage,
  DescMethodServerStreaming,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';
import { Code, ConnectError, type Transport } from '@connectrpc/connect';
import { createNodeHttpClient, type Http2SessionManager } from '@connectrpc/connect-node';
import type {
  UniversalClientFn,
  UniversalClientRequest,
  UniversalClientResponse,
} from '@connectrpc/connect/protocol';
import { createTransport } from '@connectrpc/connect/protocol-grpc';
import { COMPRESSIONS } from './compressions.js';
import { limitedMessages } from './limited-messages.js';
import type { ServerConnection } from './server-connection.js';
import { decoderOptions, type MessageLimits } from '@dapikit/light-client/message-limits';

const OK = 200;
const STATUS = 'grpc-status';
const CONTENT_TYPE = /^application\/grpc(?:\+proto)?$/i;

/** Describes a server and what limits its responses. */
export interface LimitedClientOptions {
  readonly connection: ServerConnection;
  /** Maximum size of a response in bytes. */
  readonly maxBytes: number;
  readonly limits: MessageLimits;
}

/** Calls methods of a gRPC server, whose responses are checked before they are decoded. */
export class LimitedClient {
  readonly #options: LimitedClientOptions;
  readonly #send: UniversalClientFn;
  readonly #transports = new Map<DescMessage, Transport>();

  constructor(options: LimitedClientOptions) {
    this.#options = options;
    this.#send = clientOf(options.connection);
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
    const { connection, maxBytes, limits } = this.#options;
    return createTransport({
      baseUrl: connection.url,
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
        const body = limitedMessages(response.body, messages);
        return { ...response, body: withFailures(body) };
      },
    });
  }
}

async function* once<Value>(value: Value): AsyncIterable<Value> {
  yield value;
}

/** Returns the client of Node that distinguishes failures from statuses of the server, and notes both for the connection. */
function clientOf(connection: ServerConnection): UniversalClientFn {
  return async (request) => {
    const sessions = connection.current();
    const note = (hasSucceeded: boolean): void => {
      if (!isEndedByCaller(request)) connection.note(sessions, hasSucceeded);
    };
    try {
      const response = await headOf(request, sessions);
      return { ...response, body: wholeBody(response, note) };
    } catch (error) {
      note(false);
      throw failureOf(error);
    }
  };
}

/** Returns the response once its head is there. @throws (rejects) where none comes, or one that is not of gRPC */
async function headOf(
  request: UniversalClientRequest,
  sessions: Http2SessionManager,
): Promise<UniversalClientResponse> {
  const response = await new Promise<UniversalClientResponse>((resolve, reject) => {
    // The client of Node waits for a response that a reset without an error has ended.
    const fail = (): void => reject(new Error('the stream ended without a response'));
    const watched = {
      authority: sessions.authority,
      notifyResponseByteRead: sessions.notifyResponseByteRead.bind(sessions),
      request: async (...args: Parameters<Http2SessionManager['request']>) => {
        const stream = await sessions.request(...args);
        return stream.once('close', () => setImmediate(fail));
      },
    };
    const send = createNodeHttpClient({ httpVersion: '2', sessionProvider: () => watched });
    send(request).then(resolve, reject);
  });
  if (response.status !== OK) throw new Error(`HTTP status ${response.status}`);
  const type = response.header.get('content-type') ?? '';
  if (!CONTENT_TYPE.test(type)) throw new Error(`response of type "${type}"`);
  return response;
}

/** Gives the body of a response that ends with a status. @throws {ConnectError} (rejects) where it does not come whole */
async function* wholeBody(
  { body, header, trailer }: UniversalClientResponse,
  note: (hasSucceeded: boolean) => void,
): AsyncIterable<Uint8Array> {
  let isWhole = true;
  try {
    yield* body;
    if (!header.has(STATUS) && !trailer.has(STATUS)) throw new Error('the response ended without a status');
  } catch (error) {
    isWhole = false;
    throw failureOf(error);
  } finally {
    note(isWhole);
  }
}

/** Returns whether the caller ended the call before its time, which says nothing about the connection. */
const isEndedByCaller = ({ signal }: UniversalClientRequest): boolean =>
  signal?.aborted === true && ConnectError.from(signal.reason).code !== Code.DeadlineExceeded;

/** Turns what is wrong with a body into failures, except for what its limits say. */
async function* withFailures(body: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw error instanceof ConnectError && isLimit(error) ? error : failureOf(error);
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
