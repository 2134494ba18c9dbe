import { isObject } from '../json/json-values.js';
import type { Tip } from '../rpc/server.js';

/** Describes a call that changes the development chain. */
export interface ChainControl {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Describes the completed action from the result. */
  readonly describe: (result: unknown, before: Tip) => string;
  /** The title of an error. */
  readonly failed: string;
}

/** Lists the controls that have a button. */
export const CHAIN_CONTROLS: readonly (ChainControl & { readonly label: string; readonly about: string })[] =
  [
    {
      label: 'Mine a block',
      about: 'Mines a block with all transactions of the mempool',
      method: 'mine',
      params: { count: 1 },
      describe: () => 'Mined a block',
      failed: 'No block was mined',
    },
    {
      label: 'Mine 10',
      about: 'Mines ten blocks, the first with all transactions of the mempool',
      method: 'mine',
      params: { count: 10 },
      describe: (hashes) => `Mined ${formatBlocks(countItems(hashes))}`,
      failed: 'No blocks were mined',
    },
    {
      label: 'Reorganise 2 blocks',
      about: 'Replaces the last two blocks by three others on a fork',
      method: 'reorganise',
      params: { depth: 2 },
      describe: describeFork,
      failed: 'The chain was not reorganised',
    },
    {
      label: 'ChainLock the tip',
      about: 'Has a quorum sign the tip; mines blocks until a quorum has formed',
      method: 'chainLock',
      params: {},
      describe: describeLock,
      failed: 'The tip was not locked',
    },
  ];

function describeFork(result: unknown): string {
  const { hashes, droppedLocks } = isObject(result) ? result : { hashes: [], droppedLocks: undefined };
  const chainLock = isObject(droppedLocks) ? droppedLocks['chainLock'] : null;
  const replaced = `Replaced 2 blocks by ${countItems(hashes)} on a fork`;
  return isObject(chainLock)
    ? `${replaced}; the ChainLock of block ${Number(chainLock['height'])} was dropped`
    : replaced;
}

const countItems = (result: unknown): number => (Array.isArray(result) ? result.length : 0);

const formatBlocks = (count: number): string => (count === 1 ? '1 block' : `${count} blocks`);

function describeLock(result: unknown, before: Tip): string {
  const height = isObject(result) ? Number(result['height']) : before.height;
  const mined = height - before.height;
  const locked = `Block ${height.toLocaleString('en')} has a ChainLock`;
  return mined > 0 ? `${locked}; ${formatBlocks(mined)} were mined before to form its quorum` : locked;
}
