import type { DevChainOptions } from '@dapikit/chain';
import { integer, option, UsageError, type Values } from '../program/option.js';

/** When the embedded chain mines: once a transaction arrives, or every so many seconds. */
type Mining = 'on-transaction' | { readonly everyMilliseconds: number };

const MINING_SECONDS = { least: 0.01, most: 86_400 };

function readMining(value: string, name: string): Mining {
  if (value === 'on-transaction') return value;
  const { least, most } = MINING_SECONDS;
  const seconds = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (seconds >= least && seconds <= most) return { everyMilliseconds: seconds * 1000 };
  throw new UsageError(
    `${name}: expected on-transaction, or seconds from ${least} to ${most}, found ${JSON.stringify(value)}`,
  );
}

function readMnemonic(value: string, name: string): string {
  if (value.trim() !== '') return value;
  throw new UsageError(`${name}: expected a mnemonic, found ${JSON.stringify(value)}`);
}

function readSwitch(value: string, name: string): boolean {
  if (value === 'on' || value === 'off') return value === 'on';
  throw new UsageError(`${name}: expected on or off, found ${JSON.stringify(value)}`);
}

/** Lists the options of the embedded chain. Absent ones are those of a loaded dump, or else the defaults. */
export const chainOptions = {
  mnemonic: option<string | undefined>({
    flag: 'mnemonic',
    value: 'words',
    about: 'mnemonic from which all keys of the embedded chain are derived',
    default: undefined,
    defaultText: '"test test … junk"',
    read: readMnemonic,
  }),
  mining: option<Mining | undefined>({
    flag: 'mining',
    value: 'when',
    about: 'when to mine blocks: on-transaction, or an interval in seconds',
    default: undefined,
    defaultText: 'on-transaction',
    read: readMining,
  }),
  masternodeChanges: option<number | undefined>({
    flag: 'masternode-changes',
    value: 'blocks',
    about: 'blocks between changes of the masternode list, 0 for none',
    default: undefined,
    defaultText: '10',
    read: integer(0, 1_000_000),
  }),
  instantSend: option<boolean>({
    flag: 'instant-send',
    value: 'on|off',
    about: 'lock transactions with InstantSend when they are sent: on or off',
    default: true,
    defaultText: 'on',
    read: readSwitch,
  }),
  chainLocks: option<boolean>({
    flag: 'chain-locks',
    value: 'on|off',
    about: 'lock each new tip with a ChainLock: on or off',
    default: true,
    defaultText: 'on',
    read: readSwitch,
  }),
} as const;

/** Converts the values of these options to options of the chain. */
export function chainSettings({
  mnemonic,
  mining,
  masternodeChanges,
  instantSend,
  chainLocks,
}: Partial<Values<typeof chainOptions>>): Pick<
  DevChainOptions,
  'mnemonic' | 'mining' | 'masternodeChangeInterval' | 'instantSend' | 'chainLocks'
> {
  return {
    ...(instantSend !== undefined && { instantSend }),
    ...(chainLocks !== undefined && { chainLocks }),
    ...(mnemonic !== undefined && { mnemonic }),
    ...(mining !== undefined && { mining }),
    ...(masternodeChanges !== undefined && { masternodeChangeInterval: masternodeChanges }),
  };
}
