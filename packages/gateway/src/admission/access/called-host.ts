import type { IncomingHttpHeaders } from 'node:http';
import { authorityOf } from '../../base/http/request-target.js';

/** Describes the parts of a request that say which host it calls. */
export interface CalledRequest {
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** Returns the host that a request calls: that of its target where it has one, which goes before `Host` (RFC 9112, section 3.2.2). */
export function calledHost({ url = '', headers }: CalledRequest): string | undefined {
  return authorityOf(url) ?? headers.host;
}
