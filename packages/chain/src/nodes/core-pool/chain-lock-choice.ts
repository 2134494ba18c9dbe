import type { ChainLock } from '../../layer1/layer1.js';
import type { Ancestry } from './ancestry.js';
import type { Member } from './member.js';
import type { NodeJudge } from './node-judge.js';

/** Names a ChainLock, and a node that reported it. */
export interface ReportedLock {
  readonly chainLock: ChainLock;
  readonly owner: Member;
}

/**
 * Returns the ChainLock that a pool follows. Two that are not of one chain cannot both be true: one that trusted quorums signed decides, then most nodes, and of as many the
 * current one. Of one chain it is the highest.
 * @param current the one that the pool follows
 * @param isSigned returns whether trusted quorums signed one; `undefined` where that cannot be told
 */
export async function chooseChainLock(
  members: readonly Member[],
  current: ReportedLock | undefined,
  ancestry: Ancestry,
  isSigned: NodeJudge['isSigned'],
): Promise<ReportedLock | undefined> {
  const reported = members.flatMap((owner) =>
    owner.isLive && owner.chainLock ? [{ chainLock: owner.chainLock, owner }] : [],
  );
  const distinct = new Map(
    [...(current ? [current] : []), ...reported].map((one) => [one.chainLock.hash, one]),
  );
  let best: { readonly lock: ReportedLock; readonly rank: readonly number[] } | undefined;
  for (const lock of distinct.values()) {
    const verdict = isSigned(lock.chainLock);
    if (verdict === false) continue;
    const agreeing = await Promise.all(reported.map((other) => isSameChain(lock, other, ancestry)));
    const votes = agreeing.filter(Boolean).length;
    const isAsCurrent = current !== undefined && (await isSameChain(lock, current, ancestry));
    const rank = [verdict === true ? 1 : 0, votes, isAsCurrent ? 1 : 0, lock.chainLock.height];
    if (!best || compareRanks(rank, best.rank) > 0) best = { lock, rank };
  }
  return best?.lock;
}

/** Returns whether the best chain of a node and the chain of a ChainLock are one, as far as both go. */
export async function agreesWith(member: Member, lock: ReportedLock, ancestry: Ancestry): Promise<boolean> {
  const { tip } = member;
  if (!tip) return true;
  return ancestry.areOfOneChain([tip, member], [lock.chainLock, lock.owner]);
}

function isSameChain(a: ReportedLock, b: ReportedLock, ancestry: Ancestry): Promise<boolean> {
  return ancestry.areOfOneChain([a.chainLock, a.owner], [b.chainLock, b.owner]);
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
