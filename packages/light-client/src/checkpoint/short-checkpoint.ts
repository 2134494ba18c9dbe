import { ZERO_HASH, type NetworkParameters } from '@dapikit/chain/browser';
import { VerificationError } from '../errors/verification-error.js';
import type { Checkpoint } from './checkpoint.js';

const SHORT = /^(?<height>\d{1,9}):(?<hash>[0-9a-f]{64})$/i;
/** Headers of one request. */
export const HEADERS_A_REQUEST = 500;

/** Describes how many requests of peers something takes. */
export interface RequestCount {
  readonly least: number;
  readonly most: number;
}

/**
 * Returns the short form of a checkpoint, `height:hash`: its time is 0, and its quorums are to be read. `undefined` for another text.
 * @throws {VerificationError} `no-signer` for a block before the first quorums of the network
 */
export function readShortCheckpoint(text: string, network: NetworkParameters): Checkpoint | undefined {
  const { height, hash } = SHORT.exec(text.trim())?.groups ?? {};
  if (height === undefined || hash === undefined || hash === ZERO_HASH) return undefined;
  if (Number(height) < network.heights.dip3)
    throw new VerificationError(
      'no-signer',
      `block ${height} of ${network.name} is before the first quorums, at ${network.heights.dip3}: use a newer checkpoint`,
    );
  return { network, height: Number(height), hash: hash.toLowerCase(), time: 0, quorums: [] };
}

/** Returns whether the quorums of a start are still to be read. */
export const isShort = ({ quorums }: Pick<Checkpoint, 'quorums'>): boolean => quorums.length === 0;

/** Returns how many requests the quorums of a short checkpoint take while each interval before it has one: headers of all these intervals, and a block or a mining window of each. */
export function requestsFor({ network, height }: Pick<Checkpoint, 'network' | 'height'>): RequestCount {
  const { cycle, miningWindow, activeQuorums } = network.quorums.chainLocks;
  const window = miningWindow.last - miningWindow.first + 1;
  // The first interval may have no commitment yet.
  const lowest = height - (height % cycle) - activeQuorums * cycle + miningWindow.first;
  const headers = Math.ceil((height - Math.max(1, lowest) + 1) / HEADERS_A_REQUEST);
  return { least: headers + activeQuorums, most: headers + (activeQuorums + 1) * window };
}
