import { plainAddress } from '../limits/address-group.js';
import { createRejection, type Rejection } from '../../base/http/rejections.js';
import type { AccessRequest } from './access-request.js';
import { calledHost } from './called-host.js';
import { isFromForeignPage } from './foreign-page.js';
import { hostNameOf, isLoopbackName } from './host-name.js';

const FOREIGN_HOST = createRejection(403, 'The Host header names neither this address nor an allowed host', {
  reason: 'foreign-host',
  expected: 'localhost, a loopback address, the address of the connection, or a name of allowed-hosts',
  fix: 'Name the host in the setting allowed-hosts.',
});

const FOREIGN_ORIGIN = createRejection(403, 'A web page of another origin sent the request', {
  reason: 'foreign-origin',
  fix: 'Call from a program, which sends no Origin header.',
});

/**
 * Returns why a request to the admin address is rejected; `undefined` where it is not. A program that reaches that address acts for
 * an operator; a page that an operator’s browser shows does not, under any name that resolves to the address.
 * @param allowedHosts host names other than those of the loopback and the address itself
 */
export function adminRejection(
  request: AccessRequest,
  allowedHosts: ReadonlySet<string>,
): Rejection | undefined {
  const host = calledHost(request);
  // Browsers always send it; health checks of HTTP/1.0 do not.
  if (host !== undefined && !isAdminHost(host, request.socket.localAddress, allowedHosts))
    return FOREIGN_HOST;
  return isFromForeignPage(request) ? FOREIGN_ORIGIN : undefined;
}

function isAdminHost(
  host: string,
  localAddress: string | undefined,
  allowedHosts: ReadonlySet<string>,
): boolean {
  const name = hostNameOf(host);
  if (name === undefined) return false;
  if (isLoopbackName(name) || allowedHosts.has(name)) return true;
  const own = plainAddress(localAddress ?? '');
  return own !== undefined && own === plainAddress(name.replace(/^\[|\]$/g, ''));
}
