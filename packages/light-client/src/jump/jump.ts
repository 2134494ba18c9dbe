import { SIGN_HEIGHT_OFFSET, type BlockHeader, type ChainLock } from '@dapikit/chain/browser';
import { VerificationError } from '../errors/verification-error.js';
import { linkHeaders } from '../headers/link-headers.js';
import { requireHeader, type VerifiedList } from '../list/verified-list.js';
import {
  canChangeBetween,
  chainLockQuorums,
  requireChainLock,
  type QuorumKey,
} from '../quorums/chain-lock-quorums.js';
import type { TrustedState } from '../walk/walk.js';

/** Describes what a node gives for a jump. */
export interface JumpTarget {
  /** A list that has the roots of its coinbase. */
  readonly list: VerifiedList;
  /** Header of the block of the list. */
  readonly header: BlockHeader;
  /** Headers from the next block on to the one of the ChainLock. */
  readonly headers: readonly BlockHeader[];
  /** ChainLock of the block of the list, or of one above. */
  readonly chainLock: ChainLock;
}

/** Describes a trusted state whose whole masternode list is verified. */
export interface ListState extends TrustedState {
  readonly list: VerifiedList;
}

/**
 * Returns the state of a list, if a ChainLock covers its block whose signer is selected from the quorums 8 blocks below and is trusted already.
 * @param trusted a state below, whose keys are trusted
 * @throws {VerificationError} `unknown-signer` when the next ChainLock may do, or the way must be walked; other reasons when the target is wrong.
 */
export function jump(trusted: TrustedState, { list, header, headers, chainLock }: JumpTarget): ListState {
  const { network } = trusted;
  requireHeader(list, header);
  requireLocked(list, headers, chainLock, trusted);
  requireChainLock(chainLock, activeAt(chainLock, list, trusted), trusted.quorums, network);
  return {
    network,
    height: list.height,
    hash: list.hash,
    time: header.time,
    quorums: orderedQuorums(list, trusted),
    list,
  };
}

/**
 * Returns the ChainLock quorums of a list in the order of a state before it: known ones first. Those of new ones are unknown.
 */
export function orderedQuorums(
  list: VerifiedList,
  before: Pick<TrustedState, 'network' | 'quorums'>,
): QuorumKey[] {
  const active = chainLockQuorums(list.quorums.values(), before.network);
  const hashes = new Set(active.map(({ quorumHash }) => quorumHash));
  const known = before.quorums.filter(({ quorumHash }) => hashes.has(quorumHash));
  const knownHashes = new Set(known.map(({ quorumHash }) => quorumHash));
  return [...known, ...active.filter(({ quorumHash }) => !knownHashes.has(quorumHash))];
}

/** Checks that a ChainLock is of the block of a list, or of one that headers link to it. */
function requireLocked(
  list: VerifiedList,
  headers: readonly BlockHeader[],
  chainLock: ChainLock,
  { network }: TrustedState,
): void {
  if (chainLock.height !== list.height + headers.length) {
    throw new VerificationError(
      'not-chain-locked',
      `${headers.length} headers behind block ${list.height} do not lead to the ChainLock at ${chainLock.height}`,
    );
  }
  const hashes = linkHeaders(list, headers, network);
  if ((hashes.at(-1) ?? list.hash) !== chainLock.hash) {
    throw new VerificationError(
      'not-chain-locked',
      `the ChainLock at ${chainLock.height} is of ${chainLock.hash}, which is not above block ${list.hash}`,
    );
  }
}

/**
 * Returns the quorums 8 blocks below a ChainLock. Where a commitment can be mined between there and the list, the set may be that of the list or
 * another one: then the one whose signer is trusted and signed.
 * @throws {VerificationError} `unknown-signer` when none of several sets fits: another ChainLock may do.
 */
export function activeAt(
  chainLock: ChainLock,
  list: VerifiedList,
  trusted: TrustedState,
): readonly QuorumKey[] {
  const { network } = trusted;
  const selectedAt = chainLock.height - SIGN_HEIGHT_OFFSET;
  const atList = orderedQuorums(list, trusted);
  const [low, high] = [Math.min(selectedAt, list.height), Math.max(selectedAt, list.height)];
  if (!canChangeBetween(low, high, network)) return atList;
  const others = selectedAt > list.height ? [atList.slice(1)] : setsBefore(atList, trusted.quorums);
  const found = [atList, ...others].find((set) => isTrusted(chainLock, set, trusted));
  if (found !== undefined) return found;
  throw new VerificationError(
    'unknown-signer',
    `the quorums at height ${selectedAt} can be others than those of block ${list.height}, and no known one signed at ${chainLock.height}`,
  );
}

/** Returns the sets that one commitment turns into a set: without one of its new quorums, and with the newest known one that it lacks. */
function setsBefore(after: readonly QuorumKey[], known: readonly QuorumKey[]): QuorumKey[][] {
  const left = known.filter((quorum) => !isIn(after, quorum)).slice(-1);
  return after
    .filter((quorum) => !isIn(known, quorum))
    .map((added) => [...left, ...after.filter((quorum) => quorum !== added)]);
}

function isIn(set: readonly QuorumKey[], quorum: QuorumKey): boolean {
  return set.some(({ quorumHash }) => quorumHash === quorum.quorumHash);
}

function isTrusted(chainLock: ChainLock, active: readonly QuorumKey[], trusted: TrustedState): boolean {
  try {
    requireChainLock(chainLock, active, trusted.quorums, trusted.network);
    return true;
  } catch (error) {
    if (error instanceof VerificationError) return false;
    throw error;
  }
}
