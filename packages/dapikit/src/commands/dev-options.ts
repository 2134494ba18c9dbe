import type { OptionGroup } from '../program/command.js';
import { option, text, toggle } from '../program/option.js';
import { optionsOf } from '../settings/setting-option.js';
import { devSettings } from '../settings/settings-table.js';
import { chainOptions } from './chain-options.js';
import { coreEmulatorOptions } from './core-emulator-options.js';
import { sdkPortOptions } from './sdk-ports.js';
import { stateOptions } from './state-options.js';

/** Lists the flags of `dapikit dev`. */
export const devOptions = {
  ...optionsOf(devSettings),
  ...chainOptions,
  ...stateOptions,
  ...coreEmulatorOptions,
  ...sdkPortOptions,
  quiet: option<boolean>({
    flag: 'quiet',
    short: 'q',
    about: 'print no requests, transitions and blocks, only warnings and errors',
    default: false,
    read: toggle,
  }),
  withParent: option<boolean>({
    flag: 'with-parent',
    about:
      'end with the process that started this one over a channel of Node.js, and send it a message with the addresses and keys once the platform is open',
    default: false,
    read: toggle,
  }),
  contract: option<string | undefined>({
    flag: 'contract',
    value: 'file',
    about:
      'contract with which the platform starts, or a folder or a pattern of several; the alias of each is the name of its file, and its owner is me',
    default: undefined,
    defaultText: 'none',
    read: text,
  }),
  documents: option<string | undefined>({
    flag: 'documents',
    value: 'file',
    about: 'with --contract: JSON with a list of documents for each document type, with which it starts',
    default: undefined,
    defaultText: 'none',
    read: text,
  }),
  tutorial: option<boolean>({
    flag: 'tutorial',
    about: 'add the contract, the document and the name that the official tutorials read on testnet',
    default: false,
    read: toggle,
  }),
} as const;

/** Lists the flags that developers use, as the help shows them; the others are of the gateway. */
export const devGroups: readonly OptionGroup[] = [
  {
    title: 'Network',
    flags: [
      'port',
      'host',
      'mining',
      'mnemonic',
      'masternode-changes',
      'instant-send',
      'chain-locks',
      'tls-cert',
      'tls-key',
      'allow-remote-controls',
      'log-level',
      'quiet',
    ],
  },
  { title: 'State', flags: Object.values(stateOptions).map(({ flag }) => flag) },
  {
    title: 'Platform',
    flags: [
      'contract',
      'documents',
      'platform-store',
      'platform-protocol',
      'platform-block-time',
      'proofs',
      'strict',
      'accept-wrong-bls',
    ],
  },
  {
    title: 'SDKs and Dash Core clients',
    flags: ['sdk-ports', 'tutorial', 'node-rpc', 'node-zmq', 'node-host', 'node-user', 'node-password'],
  },
];
