import { hexToBytes, isHash, isHex } from '../base/bytes/hex.js';
import type { ChainLock } from '../layer1/layer1.js';
import { decodeChainLock } from '../rules/signing/chain-lock.js';
import { decodeInstantLock, type InstantLock } from '../rules/signing/instant-lock.js';
import { withInterval } from './chain-clock.js';
import {
  INITIAL_CLOCK,
  INITIAL_SETTINGS,
  type ChainSettings,
  type FormedQuorum,
  type HeldTransaction,
  type LockSettings,
} from './chain-settings.js';
import { checkMiningMode, type MiningMode } from './mining-mode.js';
import { readFault } from './transaction-faults.js';

/** Describes the state of a dumped chain apart from its blocks and transactions. */
export interface Particulars {
  readonly mnemonic: string;
  readonly settings: ChainSettings;
  /** The hash of the last block of the best chain. */
  readonly tip: string;
  /** The hashes of blocks that were declared invalid. */
  readonly invalidated: readonly string[];
  /** The highest ChainLock. */
  readonly chainLock: ChainLock | undefined;
  /** The InstantSend locks, in the order in which they came. */
  readonly instantLocks: readonly InstantLock[];
}

type Fields = Readonly<Record<string, unknown>>;

/** @throws {RangeError} when a field is not what it should be */
export function readParticulars(value: unknown): Particulars {
  const { mnemonic, settings, tip, invalidated, chainLock, instantLocks } = fields(value, 'particulars');
  return {
    mnemonic: text(mnemonic, 'mnemonic', () => true),
    settings: readSettings(fields(settings, 'settings')),
    tip: text(tip, 'tip', isHash),
    invalidated: list(invalidated, 'invalidated').map((hash) => text(hash, 'invalidated', isHash)),
    // A chain without quorums has none of these; older dumps do not say so.
    chainLock: chainLock === undefined ? undefined : decodeChainLock(bytes(chainLock, 'chainLock')),
    instantLocks: list(instantLocks ?? [], 'instantLocks').map((lock) =>
      decodeInstantLock(bytes(lock, 'instantLocks')),
    ),
  };
}

function readSettings(settings: Fields): ChainSettings {
  const { interval, times } = fields(settings['clock'], 'clock');
  const masternodeChangeInterval = wholeNumber(
    settings['masternodeChangeInterval'],
    'masternodeChangeInterval',
  );
  return {
    clock: {
      ...withInterval(INITIAL_CLOCK, wholeNumber(interval, 'interval')),
      times: list(times, 'times').map((time) => wholeNumber(time, 'times')),
    },
    mining: readMining(settings['mining']),
    masternodeChangeInterval,
    // A chain has had one interval only where its dump does not say so.
    shortestChangeInterval: wholeNumber(
      settings['shortestChangeInterval'] ?? masternodeChangeInterval,
      'shortestChangeInterval',
    ),
    faults: list(settings['faults'], 'faults').map((fault) => readFault(fields(fault, 'faults'))),
    nextFault: wholeNumber(settings['nextFault'], 'nextFault'),
    held: list(settings['held'], 'held').map(readHeld),
    registered: wholeNumber(settings['registered'], 'registered'),
    operators: wholeNumber(settings['operators'], 'operators'),
    formed: list(settings['formed'] ?? [], 'formed').map(readFormed),
    locks: readLocks(settings['locks']),
  };
}

/** Reads the locks that are signed automatically; older dumps do not have them. */
function readLocks(value: unknown): LockSettings {
  if (value === undefined) return INITIAL_SETTINGS.locks;
  const { instantSend, chainLocks } = fields(value, 'locks');
  return { instantSend: flag(instantSend, 'instantSend'), chainLocks: flag(chainLocks, 'chainLocks') };
}

function readMining(value: unknown): MiningMode {
  const mode: MiningMode =
    value === 'manual' || value === 'on-transaction'
      ? value
      : { everyMilliseconds: Number(fields(value, 'mining')['everyMilliseconds']) };
  checkMiningMode(mode);
  return mode;
}

function readHeld(value: unknown): HeldTransaction {
  const { transaction, untilHeight } = fields(value, 'held');
  return {
    transaction: text(transaction, 'transaction', isHex),
    untilHeight: wholeNumber(untilHeight, 'untilHeight'),
  };
}

function readFormed(value: unknown): FormedQuorum {
  const { llmqType, quorumHash } = fields(value, 'formed');
  return {
    llmqType: wholeNumber(llmqType, 'llmqType'),
    quorumHash: text(quorumHash, 'quorumHash', isHash),
  };
}

function bytes(value: unknown, name: string): Uint8Array {
  return hexToBytes(text(value, name, isHex));
}

function fields(value: unknown, name: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new RangeError(`${name} is not an object`);
}

function list(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new RangeError(`${name} is not an array`);
}

function text(value: unknown, name: string, isRight: (value: string) => boolean): string {
  if (typeof value === 'string' && isRight(value)) return value;
  throw new RangeError(`${name} is not the text it should be`);
}

function flag(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new RangeError(`${name} is neither true nor false`);
}

function wholeNumber(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new RangeError(`${name} is not a whole number`);
}
