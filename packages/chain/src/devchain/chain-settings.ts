import { REGTEST } from '../rules/consensus/regtest.js';
import type { ClockSetting } from './chain-clock.js';
import type { MiningMode } from './mining-mode.js';
import { ControlRejectedError } from './control-rejected-error.js';
import type { TransactionFault } from './transaction-faults.js';

/** Describes a transaction that was accepted, and is withheld until the chain has a height. */
export interface HeldTransaction {
  /** Serialised, in hexadecimal. */
  readonly transaction: string;
  readonly untilHeight: number;
}

/** Describes a quorum whose members agreed on its key, and which block it is made at. */
export interface FormedQuorum {
  readonly llmqType: number;
  readonly quorumHash: string;
}

/** Describes which locks quorums sign automatically. */
export interface LockSettings {
  /** An InstantSend lock of every transaction that is sent, once its inputs let it be locked. */
  readonly instantSend: boolean;
  /** A ChainLock of the tip, after everything that changes the tip. */
  readonly chainLocks: boolean;
}

/** Describes how a development chain behaves. Immutable, only replaced: a snapshot refers to it. */
export interface ChainSettings {
  readonly clock: ClockSetting;
  readonly mining: MiningMode;
  /** After how many blocks the masternode list changes by itself; 0 for never. */
  readonly masternodeChangeInterval: number;
  /** The shortest of these intervals that the chain has had; 0 where it had none. It says which masternodes there can be. */
  readonly shortestChangeInterval: number;
  readonly faults: readonly TransactionFault[];
  /** The number of the next fault. */
  readonly nextFault: number;
  readonly held: readonly HeldTransaction[];
  /** Number of masternodes that a control registered. */
  readonly registered: number;
  /** Number of operator keys that a control gave to masternodes. */
  readonly operators: number;
  /** Quorums that formed: their commitments are mined once they are due. */
  readonly formed: readonly FormedQuorum[];
  readonly locks: LockSettings;
}

/** Defines the initial clock: each block is 150 seconds after its predecessor, as on mainnet. */
export const INITIAL_CLOCK: ClockSetting = { interval: REGTEST.targetSpacing, times: [] };

/** Lists the defaults of the options. */
export const INITIAL_SETTINGS: ChainSettings = {
  clock: INITIAL_CLOCK,
  mining: 'on-transaction',
  masternodeChangeInterval: 10,
  shortestChangeInterval: 10,
  faults: [],
  nextFault: 1,
  held: [],
  registered: 0,
  operators: 0,
  formed: [],
  locks: { instantSend: false, chainLocks: false },
};

/**
 * Settings by which the masternode list changes by itself after so many blocks from now on; 0 for never.
 * @throws {ControlRejectedError} `invalid-change-interval` if the value is not a number of blocks
 */
export function withChangeInterval(settings: ChainSettings, interval: number): ChainSettings {
  if (!Number.isSafeInteger(interval) || interval < 0) {
    throw new ControlRejectedError('invalid-change-interval', {
      expected: 'a number of blocks',
      found: interval,
    });
  }
  const had = [settings.shortestChangeInterval, interval].filter((each) => each > 0);
  return {
    ...settings,
    masternodeChangeInterval: interval,
    shortestChangeInterval: had.length === 0 ? 0 : Math.min(...had),
  };
}
