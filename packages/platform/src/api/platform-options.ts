import type { AssetLockSource } from '../state/asset-lock/asset-lock-source.js';
import type { Network } from '../state/chain/block.js';
import type { Clock } from '../state/chain/clock.js';
import type { CheckContract } from '../state/contract/check-contract.js';
import { InputError } from '../base/errors/input-error.js';
import { readOptions } from '../state/input/read-options.js';
import type { StateSigner } from '../trees/state-tree/state-signer.js';
import type { Store } from '../store/store.js';
import { QUIRKS, type Quirks } from '../state/rules/quirks.js';
import type { WithdrawalTarget } from '../state/withdrawal/withdrawal-target.js';
import type { TransitionListener } from './transition-event.js';

/** Lists the options of `createPlatform`. */
export interface PlatformOptions {
  /** The store of the state; by default one in a temporary folder that `close` removes. It is closed with the platform. */
  readonly store?: Store;
  /** 9 to the newest; `NEWEST_RELEASED_PROTOCOL` when absent. A store stays with the newest that it was opened with. */
  readonly protocolVersion?: number;
  /** Sets how long contests take; by default `'regtest'`: 90 minutes. A store belongs to one network. */
  readonly network?: Network;
  /** The time of the first block, in milliseconds; by default the host clock. A store resumes at its last block. */
  readonly time?: number;
  /** Resumes at the time of the last block even where the clock is ahead; false by default. */
  readonly fromLastBlock?: boolean;
  /** The clock; one that runs when absent. */
  readonly clock?: Clock;
  /** The height of layer 1 that blocks know; always 1 when absent. It does not go back. */
  readonly coreHeight?: () => number;
  /** Source of asset locks of layer 1, which create and top up identities; without it, such state transitions are rejected. */
  readonly assetLocks?: AssetLockSource;
  /**
   * Returns the interval of blocks in milliseconds, 0 to 3,600,000: a block has the transitions that arrived since the one before, in the
   * order
   * of their arrival. 0, the default, makes a block of each transition at once.
   */
  readonly blockTime?: () => number;
  /** Target that pays withdrawals out on layer 1; without it, they stay queued. */
  readonly withdrawals?: WithdrawalTarget;
  /** True if defects of the network up to protocol 13 are corrected, as far as they are about execution; false by default. */
  readonly strict?: boolean;
  /** Sets single defects of the network, whatever `strict` says of the others. */
  readonly quirks?: Quirks;
  /** True if proofs can be made; true by default. The first one builds the trees of the state; from then on, blocks change them. */
  readonly proofs?: boolean;
  /**
   * Time without a block after which the trees are brought up to date in the background, in milliseconds, once a proof has built them; when
   * absent, that happens only before a proof and when the trees are many blocks behind.
   */
  readonly idleTreeDelay?: number;
  /** Returns the key that signs states now, or nothing while there is none; states are not signed when absent. */
  readonly signer?: () => StateSigner | undefined;
  /** True if a key that is kept in the store signs states where `signer` is absent; processes that share a store share it. False by default. */
  readonly signsWithStore?: boolean;
  /** Receives the number of entries of the store that the trees have, while they are built for the first proof. */
  readonly onTreeProgress?: (entries: number) => void;
  /** Judges contracts, such as in another thread; by default on the event loop. */
  readonly checkContract?: CheckContract;
  /** Receives each transition that is executed or rejected, signed or as an unsigned call. What it throws becomes a warning of the process. */
  readonly onTransition?: TransitionListener;
  /** True if the last rejections, unsigned calls and steps of signed transitions are kept in memory, at most 1,000 and 16 MB of each, with the report of fees; false by default. A function says it for each transition. */
  readonly recordsTransitions?: boolean | (() => boolean);
  /** Blocks that `openFeed` lets others begin with, at most 16 MB of them; 0, the default, for no feed. */
  readonly feedBlocks?: number;
  /** True if the seeds of new identities and the names that they register in DPNS become their aliases; true by default. False where strangers create identities. */
  readonly seedAliases?: boolean;
}

/** Options with the protocol version that the platform runs. */
export type ChosenOptions = PlatformOptions & { readonly protocolVersion: number };

const OPTIONS = [
  'store',
  'protocolVersion',
  'network',
  'time',
  'clock',
  'coreHeight',
  'blockTime',
  'assetLocks',
  'withdrawals',
  'strict',
  'quirks',
  'fromLastBlock',
  'checkContract',
  'proofs',
  'idleTreeDelay',
  'onTreeProgress',
  'signer',
  'signsWithStore',
  'onTransition',
  'recordsTransitions',
  'feedBlocks',
  'seedAliases',
] as const satisfies readonly (keyof PlatformOptions)[];

/** Maximum number of blocks that a feed keeps. */
export const MAX_FEED_BLOCKS = 100_000;

const MAX_BLOCK_TIME_MS = 3_600_000;

/** @throws {InputError} where a block time is no whole number of milliseconds from 0 to an hour */
export function readBlockTime(milliseconds: number): number {
  if (Number.isInteger(milliseconds) && milliseconds >= 0 && milliseconds <= MAX_BLOCK_TIME_MS)
    return milliseconds;
  throw new InputError('blockTime', {
    expected: `a function of whole milliseconds from 0 to ${MAX_BLOCK_TIME_MS}`,
    found: milliseconds,
  });
}

const NETWORKS: readonly Network[] = ['mainnet', 'testnet', 'devnet', 'regtest'];

const isOf = (input: unknown, method: string): boolean =>
  typeof input === 'object' && input !== null && typeof Reflect.get(input, method) === 'function';

/** Rejects options of callers without types. */
export function checkOptions(options: PlatformOptions): void {
  const { store, network, clock, coreHeight, blockTime, assetLocks, strict, quirks, checkContract } =
    readOptions(options, OPTIONS);
  if (store !== undefined && !isOf(store, 'write'))
    throw new InputError('store', { expected: 'a store, as openLmdbStore opens it', found: store });
  if (clock !== undefined && !isOf(clock, 'now'))
    throw new InputError('clock', { expected: 'a clock, as createClock makes it', found: clock });
  if (blockTime !== undefined && typeof blockTime !== 'function')
    throw new InputError('blockTime', { expected: 'a function that returns milliseconds', found: blockTime });
  if (coreHeight !== undefined && typeof coreHeight !== 'function')
    throw new InputError('coreHeight', { expected: 'a function that gives a height', found: coreHeight });
  if (assetLocks !== undefined && !isOf(assetLocks, 'readTransaction'))
    throw new InputError('assetLocks', { expected: 'a source of asset locks', found: assetLocks });
  if (checkContract !== undefined && typeof checkContract !== 'function')
    throw new InputError('checkContract', {
      expected: 'a function that judges contracts',
      found: checkContract,
    });
  const { feedBlocks = 0 } = options;
  if (!Number.isInteger(feedBlocks) || feedBlocks < 0 || feedBlocks > MAX_FEED_BLOCKS)
    throw new InputError('feedBlocks', {
      expected: `a whole number from 0 to ${MAX_FEED_BLOCKS}`,
      found: feedBlocks,
    });
  if (network !== undefined && !NETWORKS.includes(network))
    throw new InputError('network', { expected: `one of ${NETWORKS.join(', ')}`, found: network });
  if (strict !== undefined && typeof strict !== 'boolean')
    throw new InputError('strict', { expected: 'true or false', found: strict });
  if (quirks !== undefined) readOptions(quirks, QUIRKS, 'quirks');
}
