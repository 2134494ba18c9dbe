import {
  create,
  fromBinary,
  toBinary,
  type DescMessage,
  type DescMethodServerStreaming,
  type DescMethodUnary,
  type MessageInitShape,
  type MessageShape,
} from '@bufbuild/protobuf';
import { PeerError } from '../peers/peer-error.js';
import { grpcWebFrames, type GrpcWebFrame } from './grpc-web-frames.js';
import { decoderOptions, exceededMessageLimit } from './message-limits.js';
import { MAX_PEER_MESSAGE_BYTES, PEER_MESSAGE_LIMITS, type PeerLink } from './peer-link.js';
import { failureOfStatus } from './status-failure.js';

const TOO_MANY_REQUESTS = 429;
const MAX_TEXT = 500;

/** Calls both services of one untrusted peer by gRPC-web with `fetch`, as browsers can. */
export class GrpcWebLink implements PeerLink {
  readonly #url: string;
  readonly #fetch: typeof fetch;

  /** @param url such as `https://192.0.2.1:443` */
  constructor(url: string, send: typeof fetch = (...call) => fetch(...call)) {
    this.#url = url;
    this.#fetch = send;
  }

  async call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    { signal, timeout }: { readonly signal: AbortSignal; readonly timeout: number },
  ): Promise<MessageShape<O>> {
    let message: MessageShape<O> | undefined;
    for await (const found of this.#messages(method, request, signal, timeout)) {
      if (message !== undefined) throw new PeerError('outage', 'the response has several messages');
      message = found;
    }
    if (message === undefined) throw new PeerError('outage', 'the response has no message');
    return message;
  }

  stream<I extends DescMessage, O extends DescMessage>(
    method: DescMethodServerStreaming<I, O>,
    request: MessageInitShape<I>,
    signal: AbortSignal,
  ): AsyncIterable<MessageShape<O>> {
    return this.#messages(method, request, signal);
  }

  /** Gives the messages of a response; ends with its status. */
  async *#messages<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O> | DescMethodServerStreaming<I, O>,
    request: MessageInitShape<I>,
    signal: AbortSignal,
    timeout?: number,
  ): AsyncIterable<MessageShape<O>> {
    const response = await this.#send(method, toBinary(method.input, create(method.input, request)), {
      signal,
      timeout,
    });
    requireStatus(response.headers.get('grpc-status'), response.headers.get('grpc-message'));
    let isEnded = false;
    for await (const frame of grpcWebFrames(bodyOf(response, signal), MAX_PEER_MESSAGE_BYTES)) {
      if (isEnded) throw new PeerError('outage', 'the response goes on behind its end');
      if (frame.isTrailers) {
        requireTrailers(frame);
        isEnded = true;
      } else yield decodedMessage(method.output, frame.bytes);
    }
    if (!isEnded && !response.headers.has('grpc-status'))
      throw new PeerError('outage', 'the response ends without a status');
  }

  async #send(
    { parent, name }: DescMethodUnary | DescMethodServerStreaming,
    message: Uint8Array,
    { signal, timeout }: { readonly signal: AbortSignal; readonly timeout: number | undefined },
  ): Promise<Response> {
    let response: Response;
    try {
      response = await this.#fetch(`${this.#url}/${parent.typeName}/${name}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/grpc-web+proto',
          'x-grpc-web': '1',
          ...(timeout !== undefined && { 'grpc-timeout': `${timeout}m` }),
        },
        body: framed(message),
        signal,
        credentials: 'omit',
        redirect: 'error',
      });
    } catch (cause) {
      throw new PeerError('outage', 'connection failed', { cause });
    }
    if (response.status === TOO_MANY_REQUESTS)
      throw new PeerError('exhausted', 'the peer limits the rate of requests');
    if (!response.ok) throw new PeerError('outage', `HTTP status ${response.status}`);
    return response;
  }
}

function framed(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(5 + message.length);
  new DataView(frame.buffer).setUint32(1, message.length);
  frame.set(message, 5);
  return frame;
}

/** Gives the chunks of a body; the connection is free when the reader leaves. @throws (rejects) the reason of the signal */
async function* bodyOf({ body }: Response, signal: AbortSignal): AsyncIterable<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  // A connection that failed says so where it is read.
  const leave = (): void => void reader.cancel().catch(() => undefined);
  // The signal of a request does not reach each body: not in Node once the request was collected as garbage.
  signal.addEventListener('abort', leave, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      yield value;
    }
  } catch (cause) {
    signal.throwIfAborted();
    throw new PeerError('outage', 'connection failed', { cause });
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
}

function decodedMessage<O extends DescMessage>(schema: O, bytes: Uint8Array): MessageShape<O> {
  try {
    const exceeded = exceededMessageLimit(schema, bytes, PEER_MESSAGE_LIMITS);
    if (exceeded === undefined) return fromBinary(schema, bytes, decoderOptions(PEER_MESSAGE_LIMITS));
  } catch (cause) {
    throw new PeerError('outage', 'the response is not protobuf', { cause });
  }
  throw new PeerError('outage', 'the response has too many elements');
}

function requireTrailers({ bytes }: GrpcWebFrame): void {
  const trailers = new Map<string, string>();
  for (const line of new TextDecoder().decode(bytes).split('\r\n')) {
    const at = line.indexOf(':');
    if (at > 0) trailers.set(line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim());
  }
  const status = trailers.get('grpc-status');
  if (status === undefined) throw new PeerError('outage', 'the response ends without a status');
  requireStatus(status, trailers.get('grpc-message') ?? null);
}

/** @throws {PeerError} for a status that is not OK */
function requireStatus(status: string | null, message: string | null): void {
  if (status === null || status === '0') return;
  throw new PeerError(failureOfStatus(Number(status)), textOf(message) || `status ${status.slice(0, 10)}`);
}

/** Returns the text of a message, in which bytes beyond ASCII are encoded by percent signs. */
function textOf(message: string | null): string {
  const text = (message ?? '').slice(0, MAX_TEXT);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
