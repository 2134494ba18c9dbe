import { once } from 'node:events';
import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, type ClientHttp2Session } from 'node:http2';
import { onTestFinished } from 'vitest';

/** A call as it goes over the wire. */
export interface WireCall {
  readonly path: string;
  /** Frames, in binary. */
  readonly body: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly verb?: string;
  /** Cancels the call when it is aborted. */
  readonly signal?: AbortSignal;
}

/** A response as it came. */
export interface WireResponse {
  readonly httpStatus: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Frames with messages: their flags and contents. */
  readonly frames: readonly { readonly flags: number; readonly content: Buffer }[];
  /** The status with its message and metadata, wherever the protocol has them. */
  readonly trailers: Readonly<Record<string, string>>;
}

/** One connection to a gateway, and how calls go over it. */
export interface WireClient {
  readonly contentType: string;
  readonly send: (call: WireCall) => Promise<WireResponse>;
}

const TRAILER_FLAG = 0x80;

function framesOf(body: Buffer): WireResponse['frames'] {
  const frames: { flags: number; content: Buffer }[] = [];
  for (let at = 0; at < body.length;) {
    const length = body.readUInt32BE(at + 1);
    if (at + 5 + length > body.length) throw new Error('a frame of the response is cut');
    frames.push({ flags: body[at]!, content: body.subarray(at + 5, at + 5 + length) });
    at += 5 + length;
  }
  return frames;
}

/** Reads the lines of a frame with trailers. */
function linesOf(text: string): Record<string, string> {
  const lines = text.split('\r\n').filter((line) => line !== '');
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
}

const asText = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

function responseOf(
  headers: Record<string, string>,
  body: Buffer,
  trailers: Record<string, string>,
  isText: boolean,
): WireResponse {
  const type = headers['content-type'] ?? '';
  const httpStatus = Number(headers[':status']);
  if (!type.startsWith('application/grpc')) return { httpStatus, headers, frames: [], trailers };
  const binary = isText
    ? Buffer.concat(
        (body.toString('latin1').match(/[^=]+=*/g) ?? []).map((piece) => Buffer.from(piece, 'base64')),
      )
    : body;
  const all = framesOf(binary);
  const last = all.at(-1);
  const isLastOfTrailers = last !== undefined && (last.flags & TRAILER_FLAG) !== 0;
  const read = isLastOfTrailers ? linesOf(last.content.toString('latin1')) : trailers;
  return { httpStatus, headers, frames: isLastOfTrailers ? all.slice(0, -1) : all, trailers: read };
}

/** Sends calls as streams of one session of HTTP/2. */
function overHttp2(session: ClientHttp2Session, contentType: string): WireClient {
  onTestFinished(() => session.destroy());
  return {
    contentType,
    send: async ({ path, body, headers = {}, verb = 'POST', signal }) => {
      const stream = session.request(
        { ':method': verb, ':path': path, 'content-type': contentType, te: 'trailers', ...headers },
        { endStream: false, ...(signal !== undefined && { signal }) },
      );
      let head: Record<string, string> = {};
      let trailers: Record<string, string> = {};
      stream.on('response', (received) => {
        head = asText(received);
        if (received['grpc-status'] !== undefined) trailers = asText(received);
      });
      stream.on('trailers', (received) => {
        trailers = asText(received);
      });
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.end(body);
      await once(stream, 'close');
      return responseOf(head, Buffer.concat(chunks), trailers, false);
    },
  };
}

/** Sends calls over one connection of HTTP/1.1 that is kept open. */
function overHttp1(port: number, contentType: string): WireClient {
  const agent = new HttpAgent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const isText = contentType.includes('text');
  return {
    contentType,
    send: async ({ path, body, headers = {}, verb = 'POST', signal }) => {
      const request = httpRequest({
        agent,
        port,
        path,
        method: verb,
        headers: { 'content-type': contentType, ...headers },
        ...(signal !== undefined && { signal }),
      });
      request.end(isText ? Buffer.from(body).toString('base64') : body);
      const [response] = await once(request, 'response');
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      const head = { ...asText(response.headers), ':status': String(response.statusCode) };
      // A rejection has its status in the head.
      const trailers = 'grpc-status' in head ? head : {};
      return responseOf(head, Buffer.concat(chunks), trailers, isText);
    },
  };
}

/** The forms of gRPC that a gateway serves, each on one connection that is cut when the running test ends. */
export const WIRE_CLIENTS: Readonly<Record<string, (port: number) => WireClient>> = {
  'gRPC over h2c': (port) => overHttp2(connect(`http://127.0.0.1:${port}`), 'application/grpc'),
  'gRPC over TLS': (port) =>
    overHttp2(connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false }), 'application/grpc+proto'),
  'gRPC-web over HTTP/1.1': (port) => overHttp1(port, 'application/grpc-web+proto'),
  'gRPC-web over HTTP/2': (port) =>
    overHttp2(connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false }), 'application/grpc-web'),
  'gRPC-web-text over HTTP/1.1': (port) => overHttp1(port, 'application/grpc-web-text'),
};
