import type { IncomingMessage, ServerResponse } from 'node:http';
import type { UniversalServerRequest } from '@connectrpc/connect/protocol';
import { boundedTimeout } from './deadline.js';
import type { GrpcProtocol } from './grpc-protocol.js';
import { GrpcError } from './method/grpc-error.js';

/** The headers that the library reads. No method reads others. */
const READ_HEADERS = ['content-type', 'grpc-encoding', 'grpc-accept-encoding'] as const;

/** The reason of a signal where the client is gone. One for all calls: an error with a stack costs as much as a small call. */
const CLIENT_GONE = new GrpcError('cancelled', 'cancelled');

/**
 * Returns the head of a request as the library reads it. Its signal is aborted where the response closes before its end; with
 * that of a response that was written, each call would pay for an error that nobody reads.
 */
export function universalRequest(
  request: IncomingMessage,
  response: ServerResponse,
  protocol: GrpcProtocol,
): Pick<UniversalServerRequest, 'httpVersion' | 'method' | 'header' | 'signal'> {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableEnded) gone.abort(CLIENT_GONE);
  });
  return {
    httpVersion: request.httpVersion,
    method: request.method ?? '',
    header: headerOf(request, protocol),
    signal: gone.signal,
  };
}

function headerOf({ headers }: IncomingMessage, protocol: GrpcProtocol): Headers {
  const header = new Headers();
  for (const name of READ_HEADERS) {
    const value = headers[name];
    if (value !== undefined) header.set(name, String(value));
  }
  // The library knows neither that form nor parameters.
  if (protocol === 'grpc-web-text' || headers['content-type']?.includes(';') === true)
    header.set('content-type', protocol === 'grpc' ? 'application/grpc' : 'application/grpc-web');
  const timeout = headers['grpc-timeout'];
  if (timeout !== undefined) header.set('grpc-timeout', boundedTimeout(String(timeout)));
  return header;
}
