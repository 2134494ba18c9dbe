import type { ChainLock } from '../layer1.js';
import type { Ancestry } from './ancestry.js';
import type { Member } from './member.js';

/** A ChainLock, and a node that told it. */
export interface ToldLock {
  readonly chainLock: ChainLock;
  readonly owner: Member;
}

/**
 * The ChainLock that a pool holds to. Two that are not of one chain cannot both be true: most nodes decide, and of as many the
 * one that was held to. Of one chain it is the highest.
 * @param held the one that was held to
 */
export async function chooseChainLock(
  members: readonly Member[],
  held: ToldLock | undefined,
  ancestry: Ancestry,
): Promise<ToldLock | undefined> {
  const told = members.flatMap((owner) =>
    owner.isLive && owner.chainLock ? [{ chainLock: owner.chainLock, owner }] : [],
  );
  const distinct = new Map([...(held ? [held] : []), ...told].map((one) => [one.chainLock.hash, one]));
  let best: { readonly lock: ToldLock; readonly rank: readonly number[] } | undefined;
  for (const lock of distinct.values()) {
    const agreeing = await Promise.all(told.map((other) => isSameChain(lock, other, ancestry)));
    const votes = agreeing.filter(Boolean).length;
    const isAsHeld = held !== undefined && (await isSameChain(lock, held, ancestry));
    const rank = [votes, isAsHeld ? 1 : 0, lock.chainLock.height];
    if (!best || compareRanks(rank, best.rank) > 0) best = { lock, rank };
  }
  return best?.lock;
}

/** Whether the best chain of a node and the chain of a ChainLock are one, as far as both go. */
export async function agreesWith(member: Member, lock: ToldLock, ancestry: Ancestry): Promise<boolean> {
  const { tip } = member;
  if (!tip) return true;
  return ancestry.areOfOneChain([tip, member], [lock.chainLock, lock.owner]);
}

function isSameChain(a: ToldLock, b: ToldLock, ancestry: Ancestry): Promise<boolean> {
  return ancestry.areOfOneChain([a.chainLock, a.owner], [b.chainLock, b.owner]);
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
