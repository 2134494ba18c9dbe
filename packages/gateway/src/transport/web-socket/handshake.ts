import type { IncomingMessage } from 'node:http';
import { headRejection } from '../../base/http/head-rejection.js';
import { pathOf } from '../../base/http/request-target.js';

/** The version of the protocol (RFC 6455, section 4.1). */
const VERSION = '13';
/** Sixteen bytes in Base64. */
const KEY = /^[+/\dA-Za-z]{22}==$/;

/** Returns whether a request is a valid handshake for a WebSocket at `/` (RFC 6455, section 4.2.1). */
export function isHandshake(request: IncomingMessage): boolean {
  const { method, url = '', httpVersion, headers } = request;
  return (
    headRejection(request) === undefined &&
    method === 'GET' &&
    httpVersion === '1.1' &&
    pathOf(url) === '/' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    headers['sec-websocket-version'] === VERSION &&
    KEY.test(headers['sec-websocket-key'] ?? '') &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}
