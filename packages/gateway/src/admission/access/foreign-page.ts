import { listTokens } from '../../base/http/list-tokens.js';
import { calledHost, type CalledRequest } from './called-host.js';

/** The values of `Sec-Fetch-Site` for pages of the called origin, and for what a person opens. */
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none', '']);

/** Returns whether a browser sent a request for a page of another origin than the host that it calls, as far as that shows. */
export function isFromForeignPage(request: CalledRequest): boolean {
  const { origin, 'sec-fetch-site': sites } = request.headers;
  if (origin !== undefined && !isOriginOf(origin, calledHost(request))) return true;
  return listTokens(sites).some((site) => !OWN_SITES.has(site));
}

/** Returns whether an origin is that of a host. `null`, which pages without an origin send, is none. */
function isOriginOf(origin: string, host: string | undefined): boolean {
  if (host === undefined) return false;
  if (origin === `http://${host}` || origin === `https://${host}`) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  const called = `${page.protocol}//${host}`;
  return page.origin === origin && URL.canParse(called) && new URL(called).origin === origin;
}
