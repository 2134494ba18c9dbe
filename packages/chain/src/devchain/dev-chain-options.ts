import { emitWarning } from '../base/event-loop/emit-warning.js';
import { INITIAL_SETTINGS } from './chain-settings.js';
import type { DroppedLocks } from './dropped-locks.js';
import type { MiningMode } from './mining-mode.js';

/** Describes the options of a development chain. */
export interface DevChainOptions {
  /** Mnemonic that all its keys come from. */
  readonly mnemonic?: string;
  /** When blocks are mined: once a transaction arrives, every so many milliseconds, or only by `mine`. */
  readonly mining?: MiningMode;
  /** Seconds from one block to the next, 150 unless said otherwise. */
  readonly blockInterval?: number;
  /** After how many blocks the masternode list changes by itself; 0 for never. */
  readonly masternodeChangeInterval?: number;
  /** True if each transaction gets an InstantSend lock as it is sent; `false` by default. */
  readonly instantSend?: boolean;
  /** True if the tip gets a ChainLock after each change; `false` by default. */
  readonly chainLocks?: boolean;
  /**
   * Called with what a block that a timer mines, or a listener, throws: nobody else could catch it. A process warning
   * unless said otherwise.
   */
  readonly onError?: (error: unknown) => void;
}

/** Describes the checks when a dump is loaded. */
export interface LoadChecks {
  /** True if signatures are checked again; all other rules always are. */
  readonly checkSignatures?: boolean;
  /** Mnemonic that the dump must have; any unless it is given. */
  readonly mnemonic?: string;
}

/** Says how a dump is loaded, and what replaces settings of the dump. */
export interface LoadOptions
  extends
    LoadChecks,
    Pick<DevChainOptions, 'mining' | 'masternodeChangeInterval' | 'instantSend' | 'chainLocks' | 'onError'> {}

/** Describes the options of mining. */
export interface MineOptions {
  /** Address of regtest that gets the miner's part. The treasury unless said otherwise. */
  readonly to?: string;
  /**
   * Contents of the first block, with nothing in those behind it: ids of transactions that wait, or serialised ones in
   * hexadecimal, which need not be such as are relayed. Without it, the transactions of the mempool are mined.
   */
  readonly transactions?: readonly string[];
}

/** Describes the outcome of a reorganisation. */
export interface Reorganisation {
  /** The hashes of the new blocks, the lowest first. */
  readonly hashes: string[];
  readonly droppedLocks: DroppedLocks;
}

/** Describes a block of the best chain, as `submitblock` of a Dash Core on regtest takes it. */
export interface ExportedBlock {
  readonly height: number;
  readonly hash: string;
  /** The serialised block. */
  readonly hex: string;
}

/** Lists the names of the options, for callers in JavaScript without types. */
export const DEV_CHAIN_OPTIONS = [
  'mnemonic',
  'mining',
  'blockInterval',
  'masternodeChangeInterval',
  'instantSend',
  'chainLocks',
  'onError',
] as const satisfies readonly (keyof DevChainOptions)[];
export const LOAD_CHECKS = ['checkSignatures', 'mnemonic'] as const satisfies readonly (keyof LoadChecks)[];
export const LOAD_OPTIONS = [
  ...LOAD_CHECKS,
  'mining',
  'masternodeChangeInterval',
  'instantSend',
  'chainLocks',
  'onError',
] as const satisfies readonly (keyof LoadOptions)[];
export const MINE_OPTIONS = ['to', 'transactions'] as const satisfies readonly (keyof MineOptions)[];

/** Defines the default mnemonic of the funded accounts. Never use them for coins that are worth something. */
export const DEV_MNEMONIC = 'test test test test test test test test test test test junk';

/** Lists the defaults of the options. */
export const DEV_CHAIN_DEFAULTS = {
  mnemonic: DEV_MNEMONIC,
  mining: INITIAL_SETTINGS.mining,
  blockInterval: INITIAL_SETTINGS.clock.interval,
  masternodeChangeInterval: INITIAL_SETTINGS.masternodeChangeInterval,
  instantSend: INITIAL_SETTINGS.locks.instantSend,
  chainLocks: INITIAL_SETTINGS.locks.chainLocks,
  onError: emitWarning,
} as const;
