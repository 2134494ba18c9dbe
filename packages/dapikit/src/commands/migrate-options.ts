import { option, text, toggle, type Values } from '../program/option.js';
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
  color: colorOption,
} as const;

/** Values of the options of `dapikit migrate`. */
export type MigrateValues = Values<typeof migrateOptions>;
