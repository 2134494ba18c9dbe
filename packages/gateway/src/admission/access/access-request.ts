import type { IncomingHttpHeaders } from 'node:http';
import type { ForwardedRequest } from '../limits/client-address.js';

/** Describes the parts of a request that decide who may send it. */
export interface AccessRequest extends ForwardedRequest {
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly httpVersion: string;
  readonly socket: ForwardedRequest['socket'] & { readonly localAddress?: string | undefined };
}
