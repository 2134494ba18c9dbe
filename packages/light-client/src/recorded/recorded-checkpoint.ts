import type { NetworkParameters } from '@dapikit/chain/browser';
import type { Checkpoint } from '../checkpoint/checkpoint.js';
import { VerificationError } from '../errors/verification-error.js';
import type { VerifiedList } from '../list/verified-list.js';
import { chainLockQuorums, type QuorumKey } from '../quorums/chain-lock-quorums.js';
import { checkHeaders, type HeadersByHeight } from './check-headers.js';
import { checkList, type RecordedLists } from './check-lists.js';
import type { RecordedCheck, RecordedData } from './recorded-data.js';

/** Selects the list of a checkpoint, and its time where no header has it. */
export interface RecordedCheckpoint {
  /** The highest one when left out. */
  readonly height?: number | undefined;
  /** Seconds since 1970, not later than the block. */
  readonly time?: number | undefined;
}

/**
 * Returns the checkpoint of a recorded list that verifies: it is as trusted as the list.
 * @throws {VerificationError} when a list or header does not verify, or `malformed` when the time or the order of the quorums is unknown.
 */
export function checkpointOfList(data: RecordedData, options: RecordedCheckpoint = {}): Checkpoint {
  const { network } = data;
  const headers: HeadersByHeight = new Map();
  for (const recorded of data.headers) requirePassed(checkHeaders(recorded, network, headers));
  const lists: RecordedLists = { byHeight: new Map(), byHash: new Map(), diffs: new Map() };
  for (const [position, line] of data.lists.entries())
    requirePassed(checkList(line, position, network, headers, lists));
  const height = options.height ?? Math.max(...lists.byHeight.keys());
  const list = lists.byHeight.get(height);
  if (list === undefined) throw new VerificationError('malformed', `there is no list of height ${height}`);
  const time = headers.get(height)?.header.time ?? options.time;
  if (time === undefined)
    throw new VerificationError('malformed', `the header of block ${height} is not there: give its time`);
  const { payload } = list.coinbase;
  return {
    network,
    height,
    hash: list.hash,
    time,
    quorums: withHeights(list, lists, headers, network),
    merkleRootMNList: payload.merkleRootMNList,
    merkleRootQuorums: payload.version === 1 ? undefined : payload.merkleRootQuorums,
  };
}

function requirePassed({ result, reason, subject, detail }: RecordedCheck): void {
  if (result !== 'failed') return;
  const known = reason === undefined || reason === 'unexpected' ? 'malformed' : reason;
  throw new VerificationError(known, `${subject}: ${detail}`);
}

function withHeights(
  list: VerifiedList,
  lists: RecordedLists,
  headers: HeadersByHeight,
  network: NetworkParameters,
): QuorumKey[] {
  const byHash = new Map(Array.from(headers, ([height, { hash }]) => [hash, height]));
  const active = chainLockQuorums(list.quorums.values(), network).map((quorum) => {
    const height = byHash.get(quorum.quorumHash) ?? heightByLists(quorum, lists, network);
    if (height === undefined) {
      throw new VerificationError(
        'malformed',
        `the block ${quorum.quorumHash} of a quorum is in no header, and its height does not follow from the lists`,
      );
    }
    return { ...quorum, height };
  });
  return active.toSorted((a, b) => a.height - b.height);
}

/** Returns the height at which a quorum was made, where it is new in a list and one interval only can have been mined since the list before. */
function heightByLists(
  { quorumHash }: QuorumKey,
  lists: RecordedLists,
  network: NetworkParameters,
): number | undefined {
  const { cycle, miningWindow } = network.quorums.chainLocks;
  const sorted = [...lists.byHeight.values()].toSorted((a, b) => a.height - b.height);
  const at = sorted.findIndex(({ quorums }) => hasQuorum(quorums, quorumHash));
  const [before, first] = [sorted[at - 1], sorted[at]];
  if (before === undefined || first === undefined) return undefined;
  const bases: number[] = [];
  for (
    let base = first.height - (first.height % cycle);
    base + miningWindow.last > before.height;
    base -= cycle
  )
    if (base + miningWindow.first <= first.height) bases.push(base);
  return bases.length === 1 ? bases[0] : undefined;
}

function hasQuorum(quorums: VerifiedList['quorums'], hash: string): boolean {
  return Array.from(quorums.values()).some(({ quorumHash }) => quorumHash === hash);
}
