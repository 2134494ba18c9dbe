import { DEFAULT_SETTINGS } from '@dapikit/gateway';
import { integer, oneOf, option, text, toggle, UsageError } from '../option.js';
import { chainOptions } from './chain-options.js';
import { limitOptions } from './limit-options.js';
import { gatewaySettings } from '../serve/gateway-settings.js';
import { LOG_LEVELS } from '../serve/log-settings.js';
import { nodeFaceOptions } from './node-face-options.js';
import { stateFolder } from '../serve/state-folder.js';
import { stateOptions } from './state-options.js';
import { webSocketOptions } from './web-socket-options.js';

const { host, tlsCert, tlsKey, statusEncoding, ...limits } = gatewaySettings;

/** Everything `dapikit dev` can be told. */
export const devOptions = {
  host,
  port: option({
    flag: 'port',
    env: 'PORT',
    value: 'number',
    about: 'port to listen on, 0 for a free one',
    default: DEFAULT_SETTINGS.port,
    read: integer(0, 65_535),
  }),
  tlsCert,
  tlsKey,
  stateDir: option({
    flag: 'state-dir',
    env: 'DAPIKIT_HOME',
    value: 'folder',
    about: 'where the self-signed certificate is kept',
    default: stateFolder(),
    defaultText: '~/.dapikit',
    read: text,
  }),
  ...chainOptions,
  ...stateOptions,
  statusEncoding,
  platformData: option<string | undefined>({
    flag: 'platform-data',
    value: 'folder',
    about: 'where the platform at /platform keeps its state; without it, it begins anew at every start',
    default: undefined,
    read: text,
  }),
  platformProtocol: option({
    flag: 'platform-protocol',
    value: 'version',
    about:
      'protocol version of the platform, from 9 to 13; what keeps its state stays with the newest that it had',
    default: 13,
    read: integer(9, 13),
  }),
  platformStore: option<string | undefined>({
    flag: 'platform-store',
    env: 'PLATFORM_STORE',
    value: 'url',
    about: 'a PostgreSQL database that keeps the state of the platform: postgres://…',
    default: undefined,
    read: postgresAddress,
  }),
  allowRemoteControls: option({
    flag: 'allow-remote-controls',
    about:
      'lets other machines change the chain at /dev and the platform at /platform, where nobody is asked who he is',
    default: DEFAULT_SETTINGS.allowRemoteControls,
    read: toggle,
  }),
  ...nodeFaceOptions,
  ...limits,
  ...limitOptions,
  ...webSocketOptions,
  logLevel: option({
    flag: 'log-level',
    env: 'LOG_LEVEL',
    value: 'level',
    about: LOG_LEVELS.join(', '),
    default: 'warn',
    read: oneOf(LOG_LEVELS),
  }),
} as const;

/** Refuses what is no address without telling it: there may be a password in it. */
function postgresAddress(value: string, name: string): string {
  if (/^postgres(?:ql)?:\/\//.test(value)) return value;
  throw new UsageError(`${name}: expected an address such as postgres://user:password@host:5432/database`);
}
