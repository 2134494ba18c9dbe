import type { RawResponse } from './raw-connection.js';

/** What a refused HTTP request is answered with. */
export interface SeenRefusal {
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

/** What a response says that is a refusal. */
export function seenRefusal({ status, headers, body }: RawResponse): SeenRefusal {
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

/** What a refusal has to say: an error object that a browser of any origin may read. */
export function refusalOf(status: number, message: string, reason: string): SeenRefusal {
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
