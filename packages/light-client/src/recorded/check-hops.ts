import type { BlockHeader, NetworkParameters } from '@dapikit/chain/browser';
import { VerificationError } from '../errors/verification-error.js';
import { jump } from '../jump/jump.js';
import { members } from '../list/read-diff.js';
import type { VerifiedList } from '../list/verified-list.js';
import { chainLockQuorums, type QuorumKey } from '../quorums/chain-lock-quorums.js';
import type { TrustedState } from '../walk/walk.js';
import type { SignedChainLock } from './check-chain-locks.js';
import type { HeadersByHeight } from './check-headers.js';
import type { RecordedLists } from './check-lists.js';
import type { RecordedCheck } from './recorded-data.js';

/** Describes verified contents of a folder. */
export interface VerifiedContents {
  readonly network: NetworkParameters;
  readonly lists: RecordedLists;
  readonly headers: HeadersByHeight;
  readonly chainLocks: readonly SignedChainLock[];
  /** False where the folder has no ChainLocks: those of hops are not compared. */
  readonly hasChainLocks: boolean;
}

/** Compares an element of `hops.json` with the lists and ChainLocks, and jumps where headers are there. */
export function checkHop(value: unknown, contents: VerifiedContents): RecordedCheck {
  let subject = 'hop';
  try {
    const expected = members(value, 'hop');
    const { from, to } = expected;
    subject = `hop ${String(from)} → ${String(to)}`;
    const { byHeight } = contents.lists;
    const [before, after] = [byHeight.get(Number(from)), byHeight.get(Number(to))];
    if (before === undefined || after === undefined)
      return { subject, result: 'failed', reason: 'unexpected', detail: 'a list of it is not verified' };
    if (after.height <= before.height)
      return { subject, result: 'failed', reason: 'unexpected', detail: 'it does not lead to a later list' };
    const facts = hopFacts(before, after, contents);
    const wrong = Object.entries(facts).filter(
      ([name, fact]) =>
        expected[name] !== undefined &&
        (name !== 'chainLocks' || contents.hasChainLocks) &&
        JSON.stringify(expected[name]) !== JSON.stringify(fact),
    );
    if (wrong.length > 0) {
      const differences = wrong.map(
        ([name, fact]) => `${name} is ${JSON.stringify(fact)}, not ${JSON.stringify(expected[name])}`,
      );
      return { subject, result: 'failed', reason: 'unexpected', detail: differences.join('; ') };
    }
    const jumps = jumpsBetween(stateOf(before, contents), after, contents);
    return { subject, result: 'verified', detail: describeHop(facts, jumps) };
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    return { subject, result: 'failed', reason: error.reason, detail: error.message };
  }
}

/** Checks each list from the first one as the checkpoint: a ChainLock of a quorum that is known by then covers it. */
export function* checkTrust(contents: VerifiedContents): Generator<RecordedCheck> {
  const [first, ...others] = [...contents.lists.byHeight.values()].toSorted((a, b) => a.height - b.height);
  if (first === undefined) return;
  const reached = [stateOf(first, contents)];
  yield { subject: `trust ${first.height}`, result: 'verified', detail: 'the first list is the checkpoint' };
  for (const list of others) {
    const subject = `trust ${list.height}`;
    const way = reached
      .toReversed()
      .flatMap((from) => jumpsBetween(from, list, contents).map((found) => ({ from, ...found })));
    const [best] = way;
    if (best === undefined) {
      yield { subject, result: 'skipped', detail: missing(list, reached, contents) };
      continue;
    }
    reached.push(best.state);
    const detail = `jump from ${best.from.height} by ChainLock ${best.chainLock.height}, ${best.headers} headers`;
    yield { subject, result: 'verified', detail };
  }
}

interface HopFacts {
  readonly activeQuorums: number;
  readonly stillKnown: number;
  readonly chainLocks: readonly number[];
}

function hopFacts(
  before: VerifiedList,
  after: VerifiedList,
  { network, chainLocks }: VerifiedContents,
): HopFacts {
  const known = chainLockQuorums(before.quorums.values(), network);
  const active = chainLockQuorums(after.quorums.values(), network);
  return {
    activeQuorums: active.length,
    stillKnown: active.filter((quorum) => isAmong(known, quorum)).length,
    chainLocks: [
      ...new Set(
        chainLocks
          .filter(({ listHeight, signer }) => listHeight === after.height && isAmong(known, signer))
          .map(({ height }) => height),
      ),
    ],
  };
}

function isAmong(known: readonly QuorumKey[], { quorumHash, quorumPublicKey }: QuorumKey): boolean {
  return known.some((other) => other.quorumHash === quorumHash && other.quorumPublicKey === quorumPublicKey);
}

interface Jump {
  readonly chainLock: SignedChainLock;
  readonly headers: number;
  readonly state: TrustedState;
}

/** Returns the jumps to a list by the ChainLocks above it whose headers are there and whose signer is known. */
function jumpsBetween(from: TrustedState, list: VerifiedList, contents: VerifiedContents): Jump[] {
  const header = contents.headers.get(list.height)?.header;
  if (header === undefined) return [];
  return contents.chainLocks
    .filter(({ listHeight, signer }) => listHeight === list.height && isAmong(from.quorums, signer))
    .flatMap((chainLock) => {
      const headers = headersBetween(list.height, chainLock.height, contents.headers);
      if (headers === undefined) return [];
      const state = jump(from, { list, header, headers, chainLock });
      return [{ chainLock, headers: headers.length, state }];
    });
}

function headersBetween(above: number, upTo: number, known: HeadersByHeight): BlockHeader[] | undefined {
  const headers: BlockHeader[] = [];
  for (let height = above + 1; height <= upTo; height += 1) {
    const header = known.get(height)?.header;
    if (header === undefined) return undefined;
    headers.push(header);
  }
  return headers;
}

/** Returns the state of a list whose quorums are trusted. */
function stateOf(list: VerifiedList, { network, headers }: VerifiedContents): TrustedState {
  return {
    network,
    height: list.height,
    hash: list.hash,
    time: headers.get(list.height)?.header.time ?? 0,
    quorums: chainLockQuorums(list.quorums.values(), network),
  };
}

function describeHop({ activeQuorums, stillKnown, chainLocks }: HopFacts, jumps: readonly Jump[]): string {
  const known = `${stillKnown} of ${activeQuorums} ChainLock quorums are still known`;
  if (chainLocks.length === 0) return `${known}, no ChainLock by one of them`;
  const linked = jumps.map(({ chainLock, headers }) => `${chainLock.height} (${headers} headers)`);
  return linked.length === 0
    ? `${known}, ChainLocks ${chainLocks.join(', ')} by them, no headers to them in the folder`
    : `${known}, jumps by ChainLocks ${linked.join(', ')}`;
}

function missing(
  list: VerifiedList,
  reached: readonly TrustedState[],
  { chainLocks }: VerifiedContents,
): string {
  const signed = chainLocks.find(
    ({ listHeight, signer }) =>
      listHeight === list.height && reached.some(({ quorums }) => isAmong(quorums, signer)),
  );
  return signed === undefined
    ? 'no ChainLock of a quorum that is known from the checkpoint'
    : `ChainLock ${signed.height} is signed by a known quorum, no headers in the folder link it to the list`;
}
