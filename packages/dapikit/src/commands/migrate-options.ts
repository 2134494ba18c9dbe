import { PRIVATE_KEY_VARIABLE } from '../input/private-key.js';
import { option, text, toggle, UsageError, type Values } from '../program/option.js';
import { colorOption, contractOptions } from './contract-options.js';

/** Lists the options of `dapikit migrate`. */
export const migrateOptions = {
  ...contractOptions,
  url: option<string | undefined>({
    flag: 'url',
    env: 'DAPIKIT_URL',
    value: 'url',
    about: 'platform where contracts are registered: URL of a gateway, testnet or mainnet',
    default: undefined,
    defaultText: 'none',
    read: text,
  }),
  json: option({
    flag: 'json',
    about: 'print the result as JSON; that of plan has the contract of the nearest update',
    default: false,
    read: toggle,
  }),
  owner: option<string | undefined>({
    flag: 'owner',
    value: 'id',
    about: 'identity whose documents copy takes',
    default: undefined,
    defaultText: 'that of the key',
    read: text,
  }),
  set: option<string | undefined>({
    flag: 'set',
    value: 'json',
    about: 'values that copy gives documents that have none, such as {"stars":0}',
    default: undefined,
    defaultText: 'none',
    read: text,
  }),
  keyFile: option<string | undefined>({
    flag: 'key-file',
    value: 'file',
    about: `file with the private key of the owner (WIF)`,
    default: undefined,
    defaultText: `the variable ${PRIVATE_KEY_VARIABLE}`,
    read: text,
  }),
  yes: option({
    flag: 'yes',
    short: 'y',
    about: 'write without asking',
    default: false,
    read: toggle,
  }),
  color: colorOption,
} as const;

/** Values of the options of `dapikit migrate`. */
export type MigrateValues = Values<typeof migrateOptions>;

/** Returns the URL of the platform. @throws {UsageError} where none is given */
export function urlOf(url: string | undefined): string {
  if (url === undefined) throw new UsageError('expected --url: the URL of a gateway, testnet or mainnet');
  return url;
}
