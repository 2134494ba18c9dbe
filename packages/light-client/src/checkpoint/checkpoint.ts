import { bytesToHex, isHash, isHex, NETWORKS, sha256, type NetworkParameters } from '@dapikit/chain/browser';
import { VerificationError } from '../errors/verification-error.js';
import { members } from '../list/read-diff.js';
import type { QuorumKey } from '../quorums/chain-lock-quorums.js';

/**
 * Describes a block that is trusted, with the keys that sign the ChainLocks after it. Who makes one from a node of their own, or by walking from an older
 * one, trusts nobody else.
 */
export interface Checkpoint {
  readonly network: NetworkParameters;
  readonly height: number;
  /** In display order. */
  readonly hash: string;
  /** Time of the block in seconds since 1970; where its header was not at hand, a time before it. */
  readonly time: number;
  /** Active ChainLock quorums after the block, the oldest first. */
  readonly quorums: readonly QuorumKey[];
  /** Root of the masternode list after the block, in display order, where it is known. */
  readonly merkleRootMNList?: string | undefined;
  /** Root of the active quorums after the block, in display order, where it is known. */
  readonly merkleRootQuorums?: string | undefined;
}

/** Defines the version of the format of checkpoint files. */
const FORMAT = 1;

/** Defines the age in days above which a checkpoint is rejected by default. It is a choice: no rule of the network gives a number. */
export const DEFAULT_MAX_CHECKPOINT_AGE_DAYS = 365;

const DAY_S = 86_400;
const KEY_DIGITS = 96;

/** Returns the text of a checkpoint file: JSON. */
export function writeCheckpoint(checkpoint: Checkpoint): string {
  const { network, height, hash, time, quorums, merkleRootMNList, merkleRootQuorums } = checkpoint;
  const json = {
    format: FORMAT,
    network: network.name,
    height,
    hash,
    time,
    ...(merkleRootMNList !== undefined && { merkleRootMNList }),
    ...(merkleRootQuorums !== undefined && { merkleRootQuorums }),
    chainLockQuorums: quorums.map(({ quorumHash, quorumPublicKey, height: made }) => ({
      ...(made !== undefined && { height: made }),
      quorumHash,
      quorumPublicKey,
    })),
  };
  return `${JSON.stringify(json, undefined, 2)}\n`;
}

/** Returns a hash of all that a checkpoint says: what was reached from it counts for no other one. */
export function checkpointId(checkpoint: Checkpoint): string {
  return bytesToHex(sha256(new TextEncoder().encode(writeCheckpoint(checkpoint))));
}

/**
 * Reads the text of a checkpoint file.
 * @throws {VerificationError} `malformed`, `unsupported-version`, or `no-signer` when there are more quorums than can be active, or none.
 */
export function readCheckpoint(text: string): Checkpoint {
  const json = members(parsed(text), 'checkpoint');
  const { format, network: name, height, hash, time, merkleRootMNList, merkleRootQuorums } = json;
  if (format === undefined)
    throw wrong('format', `${FORMAT}: the text is no checkpoint, such as dapikit checkpoint create writes`);
  if (format !== FORMAT) {
    throw new VerificationError(
      'unsupported-version',
      `the checkpoint has format ${JSON.stringify(format)}: this version of dapikit reads format ${FORMAT}`,
    );
  }
  const network = Object.values(NETWORKS).find((known) => known.name === name);
  if (network === undefined) throw wrong('network', `one of ${Object.keys(NETWORKS).join(', ')}`);
  return {
    network,
    height: wholeNumber(height, 'height'),
    hash: hashText(hash, 'hash'),
    time: wholeNumber(time, 'time'),
    ...(merkleRootMNList !== undefined && {
      merkleRootMNList: hashText(merkleRootMNList, 'merkleRootMNList'),
    }),
    ...(merkleRootQuorums !== undefined && {
      merkleRootQuorums: hashText(merkleRootQuorums, 'merkleRootQuorums'),
    }),
    quorums: readQuorums(json['chainLockQuorums'], network),
  };
}

/**
 * Checks that a checkpoint is not too old: members of old ChainLock quorums have no stake left to lose, so their keys could be sold.
 * @param now in seconds since 1970
 * @throws {VerificationError} `old-checkpoint` with the age.
 */
export function requireAge(
  checkpoint: Pick<Checkpoint, 'time' | 'height'>,
  now: number,
  maxAgeDays: number = DEFAULT_MAX_CHECKPOINT_AGE_DAYS,
): void {
  const days = ageDays(checkpoint, now);
  if (days <= maxAgeDays) return;
  throw new VerificationError(
    'old-checkpoint',
    `the checkpoint of block ${checkpoint.height} is ${days} days old, more than ${maxAgeDays}`,
  );
}

/** Returns the age of a checkpoint in full days. @param now in seconds since 1970 */
export function ageDays({ time }: Pick<Checkpoint, 'time'>, now: number): number {
  return Math.max(0, Math.floor((now - time) / DAY_S));
}

function readQuorums(value: unknown, network: NetworkParameters): QuorumKey[] {
  if (!Array.isArray(value)) throw wrong('chainLockQuorums', 'a list');
  const { activeQuorums, name } = network.quorums.chainLocks;
  if (value.length === 0 || value.length > activeQuorums) {
    throw new VerificationError(
      'no-signer',
      `chainLockQuorums: expected 1 to ${activeQuorums} quorums of ${name}, found ${value.length}`,
    );
  }
  const quorums = value.map((quorum: unknown): QuorumKey => {
    const { quorumHash, quorumPublicKey, height } = members(quorum, 'chainLockQuorums');
    if (
      typeof quorumPublicKey !== 'string' ||
      !isHex(quorumPublicKey) ||
      quorumPublicKey.length !== KEY_DIGITS
    )
      throw wrong('quorumPublicKey', `${KEY_DIGITS} hexadecimal digits`);
    return {
      quorumHash: hashText(quorumHash, 'quorumHash'),
      quorumPublicKey: quorumPublicKey.toLowerCase(),
      ...(height !== undefined && { height: wholeNumber(height, 'height') }),
    };
  });
  if (new Set(quorums.map(({ quorumHash }) => quorumHash)).size < quorums.length)
    throw wrong('chainLockQuorums', 'each quorum once');
  return quorums;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new VerificationError('malformed', 'the checkpoint is no JSON', { cause });
  }
}

function wholeNumber(value: unknown, name: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw wrong(name, 'a whole number from 0 on');
}

function hashText(value: unknown, name: string): string {
  if (typeof value === 'string' && isHash(value)) return value;
  throw wrong(name, '64 lower-case hexadecimal digits');
}

function wrong(name: string, expected: string): VerificationError {
  return new VerificationError('malformed', `${name}: expected ${expected}`);
}
