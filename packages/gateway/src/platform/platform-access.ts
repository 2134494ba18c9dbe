import { devRefusal, devRequestOf, type DevRefusal } from '../dev/dev-access.js';
import { ERROR_CODES, JsonRpcError } from '../json-rpc/json-rpc-error.js';
import type { Caller, DocumentedError } from '../methods/method.js';

/** Who may change a platform that others use, from the fewest on. */
export const PLATFORM_WRITERS = ['none', 'local', 'keys', 'all'] as const;
export type PlatformWriters = (typeof PLATFORM_WRITERS)[number];

/**
 * What a method of the platform is to those who share it: a look at it, a change of it, something about all of it that is for
 * whoever runs it, or something that is for a platform of one's own only.
 */
export type PlatformUse = 'read' | 'write' | 'operate' | 'own';

/** Who may do what with a platform. */
export interface PlatformAccess {
  /** Who may, in words. */
  readonly callersOf: (use: PlatformUse) => string;
  /** Why a call is refused; `undefined` where it is not. */
  readonly refusal: (
    use: PlatformUse,
    caller: Pick<Caller, 'request' | 'hasKey'>,
  ) => JsonRpcError | undefined;
}

/** Of a platform of one's own: whoever comes as far as its methods may call them. */
export const OWN_PLATFORM: PlatformAccess = {
  callersOf: () => 'programs on this machine',
  refusal: () => undefined,
};

const LOCAL = 'programs on the machine of the gateway';
const EVERYBODY = 'everybody whom the gateway answers';

const CALLERS: Readonly<Record<PlatformWriters, string>> = {
  none: 'nobody',
  local: LOCAL,
  keys: `${LOCAL}, and whoever has an API key`,
  all: `${EVERYBODY}, but no page of another origin`,
};

const FOUND: Readonly<Record<DevRefusal['reason'], string>> = {
  'not-this-machine': 'a call from another machine',
  'passed-on': 'a call that a proxy passed on',
  'foreign-host': 'a call to another name than localhost or a loopback address',
  'foreign-origin': 'a call by the page of another origin',
};

const CALL_THERE = 'Call it on the machine of the gateway, at its admin address or past its proxies';

const MEND_WRITE: Readonly<Record<PlatformWriters, string>> = {
  none: 'Whoever runs the gateway lets others write by its setting platform-writes.',
  local: `${CALL_THERE}, or let others write by the setting platform-writes.`,
  keys: `Send an API key: Authorization: Bearer <key>, or X-Api-Key: <key>. Or: ${CALL_THERE}.`,
  all: 'Call it from a program, which sends no Origin header.',
};

/**
 * Who may do what with a platform that others use. Everybody may look at it whom the gateway answers.
 * @param isProxy whether an address is that of a proxy that is trusted: what comes from there is of another machine
 */
export function sharedPlatform(
  writers: PlatformWriters,
  isProxy: (address: string) => boolean,
): PlatformAccess {
  const callersOf = (use: PlatformUse): string => {
    if (use === 'read') return EVERYBODY;
    if (use === 'own') return 'nobody, as others live in the same time';
    return use === 'operate' && writers !== 'none' ? LOCAL : CALLERS[writers];
  };
  return {
    callersOf,
    refusal: (use, { request, hasKey }) => {
      if (use === 'read') return undefined;
      if (use === 'own')
        return forbidden('The time of a platform that others use does not stop', {
          reason: 'time-is-shared',
          mend: 'Move it on with advanceTime, or stop that of a platform of your own: dapikit dev.',
        });
      if (writers === 'none')
        return forbidden('The platform is only read here', {
          reason: 'writes-off',
          mend: MEND_WRITE.none,
        });
      const isWrite = use === 'write';
      if (isWrite && writers === 'keys' && hasKey === true) return undefined;
      const reason =
        request === undefined
          ? 'not-this-machine'
          : devRefusal(devRequestOf(request, isProxy), { allowRemote: isWrite && writers === 'all' })?.reason;
      if (reason === undefined) return undefined;
      return forbidden(`This is for ${callersOf(use)}`, {
        reason,
        expected: callersOf(use),
        found: FOUND[reason],
        mend: isWrite ? MEND_WRITE[writers] : `${CALL_THERE}.`,
      });
    },
  };
}

const forbidden = (message: string, data: NonNullable<JsonRpcError['data']>): JsonRpcError =>
  new JsonRpcError(ERROR_CODES.forbidden, message, { ...data, at: '/method' });

const REASONS: readonly (readonly [reason: string, uses: readonly PlatformUse[], when: string])[] = [
  ['not-this-machine', ['write', 'operate'], 'the call is from another machine, and may not be'],
  ['passed-on', ['write', 'operate'], 'a proxy passed the call on, and may not'],
  ['foreign-host', ['write', 'operate'], 'the call is to another name than localhost or a loopback address'],
  ['foreign-origin', ['write', 'operate'], 'the call is by the page of another origin'],
  ['writes-off', ['write', 'operate'], 'the platform is only read here'],
  ['time-is-shared', ['own'], 'others use the platform'],
];

/** The reasons for which calls of a use can be refused. */
export const forbiddenErrors = (use: PlatformUse): readonly DocumentedError[] =>
  REASONS.filter(([, uses]) => uses.includes(use)).map(([reason, , when]) => ({
    code: ERROR_CODES.forbidden,
    reason,
    when,
  }));
