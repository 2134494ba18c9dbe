import type { DevChainOptions } from '@dapikit/chain';
import { integer, option, text, UsageError, type Values } from '../option.js';

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

/** How the embedded chain is. What is not given is as it is in a dump that is loaded, or else as the help says. */
export const chainOptions = {
  mnemonic: option<string | undefined>({
    flag: 'mnemonic',
    value: 'words',
    about: 'the words that all keys of the embedded chain come from',
    default: undefined,
    defaultText: '"test test … junk"',
    read: text,
  }),
  mining: option<Mining | undefined>({
    flag: 'mining',
    value: 'when',
    about: 'when blocks are mined: on-transaction, or every so many seconds',
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
} as const;

/** What was said of the chain, as the chain takes it. */
export function chainSettings({
  mnemonic,
  mining,
  masternodeChanges,
}: Partial<Values<typeof chainOptions>>): Pick<
  DevChainOptions,
  'mnemonic' | 'mining' | 'masternodeChangeInterval'
> {
  return {
    ...(mnemonic !== undefined && { mnemonic }),
    ...(mining !== undefined && { mining }),
    ...(masternodeChanges !== undefined && { masternodeChangeInterval: masternodeChanges }),
  };
}
