import { createRejection, type Rejection } from '../../base/http/rejections.js';
import type { AccessRequest } from './access-request.js';
import { calledHost } from './called-host.js';
import { isFromForeignPage } from './foreign-page.js';
import { isForwarded } from './forwarded-request.js';
import { hostNameOf, isLoopbackAddress, isLoopbackName } from './host-name.js';

/** Says who may use the unsigned controls: `/dev`, and the platform attached to a development chain. */
export interface ControlAccess {
  /** True if other machines may, and programs behind proxies. */
  readonly allowRemote: boolean;
  /** The host names by which they are called, other than those of the loopback. */
  readonly allowedHosts: ReadonlySet<string>;
  readonly isProxy: (address: string) => boolean;
}

/** Describes a rule of access: why a request is rejected, what to do about it, and whether a request breaks it. */
export interface ControlRule {
  readonly reason: 'not-this-machine' | 'forwarded' | 'foreign-host' | 'foreign-origin';
  /** When a request breaks it, for the documentation. */
  readonly about: string;
  readonly message: string;
  readonly fix: string;
  readonly isBroken: (request: AccessRequest, access: ControlAccess) => boolean;
}

/** Lists the rules of requests to the unsigned controls, in the order in which they are checked. */
export const controlRules: readonly ControlRule[] = [
  {
    reason: 'not-this-machine',
    about: 'its remote address is not a loopback address',
    message: 'The connection comes from another machine; only programs on this machine may use the controls',
    fix: 'Call from this machine, or start dapikit dev with --allow-remote-controls.',
    isBroken: ({ socket }, { allowRemote }) => !allowRemote && !isLoopbackAddress(socket.remoteAddress),
  },
  {
    // Behind a proxy on this machine, everybody calls from this machine.
    reason: 'forwarded',
    about:
      'it has a proxy header (`Forwarded`, `Via`, `X-Forwarded-…`, `X-Real-IP` and others) or `Connection: upgrade` (without `HTTP2-Settings`), uses HTTP/1.0, or comes from one of `trusted-proxies`',
    message: 'A proxy forwarded the request; the controls are for programs on this machine',
    fix: 'Call the gateway directly, or start dapikit dev with --allow-remote-controls.',
    isBroken: (request, { allowRemote, isProxy }) => !allowRemote && isForwarded(request, isProxy),
  },
  {
    // A name of somebody else’s that resolves to this machine (DNS rebinding) gives his pages the same origin.
    reason: 'foreign-host',
    about:
      'its `Host`, or the host of an absolute-form target, is neither `localhost` nor a loopback address nor in `allowed-hosts` (DNS rebinding)',
    message: 'The Host header names neither localhost nor an allowed host',
    fix: 'Call http://127.0.0.1, or name the host in --allowed-hosts.',
    isBroken: (request, { allowRemote, allowedHosts }) => {
      if (allowRemote && allowedHosts.size === 0) return false;
      const name = hostNameOf(calledHost(request) ?? '');
      return name === undefined || !(isLoopbackName(name) || allowedHosts.has(name));
    },
  },
  {
    reason: 'foreign-origin',
    about: 'its `Origin` differs from its `Host`, or `Sec-Fetch-Site` indicates another site',
    message: 'A web page of another origin sent the request',
    fix: 'Call from a program, which sends no Origin header, or from a page of this origin.',
    isBroken: (request) => isFromForeignPage(request),
  },
];

const REJECTIONS: ReadonlyMap<ControlRule, Rejection> = new Map(
  controlRules.map((rule) => [
    rule,
    createRejection(403, rule.message, { reason: rule.reason, fix: rule.fix }),
  ]),
);

/**
 * Returns why a request to the unsigned controls is rejected; `undefined` where it is not. They change the chain and the platform
 * without identifying the caller, so they are for programs on this machine and the pages that the gateway itself serves.
 */
export function controlRejection(request: AccessRequest, access: ControlAccess): Rejection | undefined {
  const broken = controlRules.find(({ isBroken }) => isBroken(request, access));
  return broken && REJECTIONS.get(broken);
}
