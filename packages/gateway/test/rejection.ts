import type { RawResponse } from './raw-connection.js';

/** What a rejected HTTP request is answered with. */
export interface SeenRejection {
  readonly status: number;
  readonly contentType: string | undefined;
  /** Who may read it, by CORS, and which of its headers. */
  readonly readableBy: string | undefined;
  readonly readableHeaders: string | undefined;
  readonly code: number;
  readonly message: string;
  readonly reason: string;
  readonly id: unknown;
}

/** What a response says that is a rejection. */
export function readRejection({ status, headers, body }: RawResponse): SeenRejection {
  const { error, id } = JSON.parse(body);
  return {
    status,
    contentType: headers.get('content-type'),
    readableBy: headers.get('access-control-allow-origin'),
    readableHeaders: headers.get('access-control-expose-headers'),
    code: error.code,
    message: error.message,
    reason: error.data.reason,
    id,
  };
}

/** What a rejection has to say: an error object that a browser of any origin may read. */
export function rejectionOf(status: number, message: string, reason: string): SeenRejection {
  return {
    status,
    contentType: 'application/json',
    readableBy: '*',
    readableHeaders: '*',
    code: -32600,
    message,
    reason,
    id: null,
  };
}
