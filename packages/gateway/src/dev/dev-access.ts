import type { IncomingMessage } from 'node:http';
import { plainAddress } from '../limits/address-group.js';

/** What is known of who sends a request to the controls. */
export interface DevRequest {
  /** The address that the connection comes from. */
  readonly remoteAddress: string | undefined;
  /** The header `Host`. */
  readonly host: string | undefined;
  /** The header `Origin`, which browsers send for the page that makes a request. */
  readonly origin: string | undefined;
  /** The header `Sec-Fetch-Site` of a browser. */
  readonly fetchSite: string | undefined;
  /** Whether it is known that a proxy passed the request on. */
  readonly isPassedOn: boolean;
}

/** What there is to know of who sends a request. @param isProxy whether an address is that of a proxy that is trusted */
export function devRequestOf(
  { headers, socket, httpVersion }: IncomingMessage,
  isProxy: (address: string) => boolean,
): DevRequest {
  const { host, origin } = headers;
  const { remoteAddress } = socket;
  const fetchSite = headers['sec-fetch-site'];
  return {
    remoteAddress,
    host,
    origin,
    fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined,
    isPassedOn:
      httpVersion === PROXY_VERSION ||
      PROXY_HEADERS.some((name) => headers[name] !== undefined) ||
      isProxy(plainAddress(remoteAddress ?? '') ?? ''),
  };
}

/** nginx passes requests on with it, and adds no header, unless it is told otherwise. Programs speak 1.1. */
const PROXY_VERSION = '1.0';

/** What proxies add to requests that they pass on. A program here that calls by itself has no reason to. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
] as const;

/** Why a request to the controls is refused, with HTTP status 403. */
export interface DevRefusal {
  readonly reason: 'not-this-machine' | 'passed-on' | 'foreign-host' | 'foreign-origin';
  readonly message: string;
  /** What to do about it. */
  readonly mend: string;
}

/** Whether the controls can be reached from other machines. */
export interface DevAccess {
  readonly allowRemote: boolean;
}

/** A rule: the refusal, and whether a request breaks it. */
type AccessRule = readonly [DevRefusal, (request: DevRequest, access: DevAccess) => boolean];

const RULES: readonly AccessRule[] = [
  [
    {
      reason: 'not-this-machine',
      message: 'The controls are for programs on this machine',
      mend: 'Call them from this machine, or let others in by the setting allow-remote-controls.',
    },
    ({ remoteAddress }, { allowRemote }) => !allowRemote && !isLoopbackAddress(remoteAddress),
  ],
  [
    // Behind a proxy on this machine, everybody calls from this machine.
    {
      reason: 'passed-on',
      message: 'The controls are for programs on this machine, and a proxy passed this request on',
      mend: 'Call them past the proxy, or let others in by the setting allow-remote-controls.',
    },
    ({ isPassedOn }, { allowRemote }) => !allowRemote && isPassedOn,
  ],
  [
    // A name of somebody else’s that was made to point here (DNS rebinding) would give his pages the same origin.
    {
      reason: 'foreign-host',
      message: 'The controls answer to localhost and loopback addresses only',
      mend: 'Call them at http://127.0.0.1, or let others in by the setting allow-remote-controls.',
    },
    ({ host }, { allowRemote }) => !allowRemote && !isLoopbackName(hostnameOf(host)),
  ],
  [
    {
      reason: 'foreign-origin',
      message: 'The controls are not for pages of other origins',
      mend: 'Call them from a program, which sends no Origin header.',
    },
    ({ origin, host, fetchSite }) =>
      (origin !== undefined && !isOriginOf(origin, host)) ||
      fetchSite === 'cross-site' ||
      fetchSite === 'same-site',
  ],
];

/**
 * Why a request to the controls is refused; `undefined` where it is not. They change the chain without asking who calls, so
 * they are for programs on this machine, and never for a page of another origin that a browser here happens to show.
 */
export function devRefusal(request: DevRequest, access: DevAccess): DevRefusal | undefined {
  return RULES.find(([, isBroken]) => isBroken(request, access))?.[0];
}

const IPV4_LOOPBACK = /^127(?:\.\d{1,3}){3}$/;

function isLoopbackAddress(address: string | undefined): boolean {
  if (address === undefined) return false;
  return address === '::1' || IPV4_LOOPBACK.test(address.replace(/^::ffff:/i, ''));
}

function isLoopbackName(hostname: string | undefined): boolean {
  if (hostname === undefined) return false;
  return hostname === 'localhost' || hostname === '[::1]' || IPV4_LOOPBACK.test(hostname);
}

function hostnameOf(host: string | undefined): string | undefined {
  return host === undefined ? undefined : urlOf(`http://${host}`)?.hostname;
}

/** Whether a page has the origin of the host that it calls. `null`, which pages without one send, is none. */
function isOriginOf(origin: string, host: string | undefined): boolean {
  const page = urlOf(origin);
  return page !== undefined && host !== undefined && page.host === urlOf(`${page.protocol}//${host}`)?.host;
}

function urlOf(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.pathname !== '/' || url.username !== '' || url.search !== '' ? undefined : url;
}
