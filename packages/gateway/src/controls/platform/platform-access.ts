import { ERROR_CODES, JsonRpcError } from '../../base/messages/json-rpc-error.js';
import type { Caller } from '../../base/method/method.js';
import type { DocumentedError } from '../../base/method/method-docs.js';
import type { PlatformWriters } from '../../settings/settings.js';

/** Describes the address on which a shared platform is called: the port for clients, or the admin address. */
export type PlatformEntry = 'clients' | 'admin';

/**
 * Names what a method does with a platform that others use: it reads or writes a part, reads (`inspect`) or writes (`operate`) all of
 * it, or does what only makes sense on a platform of one's own.
 */
export type PlatformUse = 'read' | 'write' | 'inspect' | 'operate' | 'own';

/** Describes the rules of who may do what with a platform. */
export interface PlatformAccess {
  /** Returns who may, in words. */
  readonly callersOf: (use: PlatformUse) => string;
  /** Returns why a call is rejected; `undefined` where it is not. */
  readonly rejection: (use: PlatformUse, caller: Pick<Caller, 'hasKey'>) => JsonRpcError | undefined;
  /** Returns the errors of such rejections. */
  readonly errorsOf: (use: PlatformUse) => readonly DocumentedError[];
}

/**
 * Returns the access to a platform attached to a development chain: every client that reaches its methods may call all
 * of them.
 *
 * @param allowRemote whether other machines reach them
 */
export const ownPlatform = (allowRemote: boolean): PlatformAccess => ({
  callersOf: () =>
    allowRemote
      ? 'every client that reaches the gateway, except pages of other origins'
      : 'programs on this machine, and pages of the gateway itself',
  rejection: () => undefined,
  errorsOf: () => [],
});

const OPERATORS = 'clients of the admin address';
const EVERYBODY = 'every client of the gateway';
const NOBODY = 'nobody';

const WRITERS: Readonly<Record<PlatformWriters, string>> = {
  none: NOBODY,
  admin: OPERATORS,
  keys: `clients with an API key, and ${OPERATORS}`,
};

/** Returns who may do what with a platform that others use, as `platform-writes` says. Every client of the gateway may read. */
export function sharedPlatform(writers: PlatformWriters, entry: PlatformEntry): PlatformAccess {
  const callersOf = (use: PlatformUse): string => {
    if (use === 'read') return EVERYBODY;
    if (use === 'own') return `${NOBODY}, since all clients share the time`;
    if (use === 'inspect') return OPERATORS;
    return use === 'operate' && writers !== 'none' ? OPERATORS : WRITERS[writers];
  };
  const rejections: Readonly<Record<Exclude<PlatformUse, 'read'>, JsonRpcError>> = {
    write: writers === 'keys' ? keyMissing(callersOf('write')) : adminOnly(callersOf('write')),
    inspect: adminOnly(callersOf('inspect')),
    operate: adminOnly(callersOf('operate')),
    own: TIME_IS_SHARED,
  };
  return {
    callersOf,
    rejection: (use, { hasKey }) => {
      if (use === 'read') return undefined;
      if (use === 'own') return rejections.own;
      if (use !== 'inspect' && writers === 'none') return WRITES_OFF;
      if (entry === 'admin' || (use === 'write' && writers === 'keys' && hasKey === true)) return undefined;
      return rejections[use];
    },
    errorsOf,
  };
}

const forbidden = (message: string, data: NonNullable<JsonRpcError['data']>): JsonRpcError =>
  new JsonRpcError(ERROR_CODES.forbidden, message, { ...data, at: '/method' });

const CALL_THERE =
  'Call it on the admin address (admin-host, admin-port), such as http://127.0.0.1:9090/platform.';

const adminOnly = (expected: string): JsonRpcError =>
  forbidden('Only the admin address serves this method', {
    reason: 'admin-only',
    expected,
    found: 'a call on the port for clients',
    fix: CALL_THERE,
  });

const keyMissing = (expected: string): JsonRpcError =>
  forbidden('Writes need an API key here', {
    reason: 'api-key-missing',
    expected,
    found: 'a call without an API key',
    fix: `Send an API key: Authorization: Bearer <key>, or X-Api-Key: <key>. Or: ${CALL_THERE}`,
  });

const WRITES_OFF = forbidden('This platform is read-only', {
  reason: 'writes-off',
  fix: 'The setting platform-writes of the gateway allows writes.',
});

const TIME_IS_SHARED = forbidden('The time of a shared platform does not stop', {
  reason: 'time-is-shared',
  fix: 'Move it on with advanceTime, or stop that of a platform of your own: dapikit dev.',
});

const REASONS: readonly (readonly [reason: string, uses: readonly PlatformUse[], when: string])[] = [
  ['writes-off', ['write', 'operate'], '`platform-writes` is `none`'],
  ['admin-only', ['write', 'inspect', 'operate'], 'the call is not on the admin address, and has to be'],
  ['api-key-missing', ['write'], '`platform-writes` is `keys`, and the call has no API key'],
  ['time-is-shared', ['own'], 'others use the platform'],
];

const errorsOf = (use: PlatformUse): readonly DocumentedError[] =>
  REASONS.filter(([, uses]) => uses.includes(use)).map(([reason, , when]) => ({
    code: ERROR_CODES.forbidden,
    reason,
    when,
  }));
