import type { ChainTip } from '../layer1.js';
import type { Member } from './member.js';
import type { MemberHealth, MemberState } from './pool-health.js';

/** What a node is compared with. */
export interface StateContext {
  readonly followedTip: ChainTip | undefined;
  /** In blocks. */
  readonly maxLag: number;
}

/** What a node is good for. */
export function memberState(member: Member, context: StateContext): MemberState {
  const { breaker, quarantine, tip, status } = member;
  if (quarantine !== undefined) return 'quarantined';
  if (breaker.state !== 'closed') return breaker.reason === 'starting' ? 'warming-up' : 'failing';
  if (!tip) return 'unseen';
  if (status?.isInitialBlockDownload === true) return 'syncing';
  const { followedTip, maxLag } = context;
  if (followedTip && member.agreesTo < tip.height && tip.height <= followedTip.height) return 'forked';
  return (lagOf(member, followedTip) ?? 0) > maxLag ? 'lagging' : 'healthy';
}

/** What is known of a node without asking it. */
export function memberHealth(member: Member, context: StateContext): MemberHealth {
  const { breaker, failure, tip } = member;
  return {
    name: member.name,
    state: memberState(member, context),
    breaker: breaker.state,
    quarantine: member.quarantine,
    nextTryIn: breaker.state === 'open' ? breaker.wait : undefined,
    failure: failure && { reason: failure.reason, message: failure.message },
    latency: member.latency,
    tip: tip && { hash: tip.hash, height: tip.height },
    lag: lagOf(member, context.followedTip),
    chainLock: member.chainLock,
    lastLookAge: member.lookAge,
    callsInFlight: member.callsInFlight,
  };
}

const RANKS: Readonly<Record<MemberState, number>> = {
  healthy: 0,
  lagging: 1,
  syncing: 2,
  forked: 3,
  unseen: 4,
  'warming-up': 4,
  failing: 4,
  quarantined: 4,
};

/** The order in which nodes are asked: by what they are good for, then the quickest with the fewest calls. */
export function inOrder(members: readonly Member[], context: StateContext): Member[] {
  if (members.length < 2) return [...members];
  const ranked = members.map((member) => ({
    member,
    rank: RANKS[memberState(member, context)],
    load: (member.latency ?? 0) * (member.callsInFlight + 1),
  }));
  return ranked.toSorted((a, b) => a.rank - b.rank || a.load - b.load).map(({ member }) => member);
}

function lagOf({ tip }: Member, followedTip: ChainTip | undefined): number | undefined {
  return tip && followedTip && Math.max(0, followedTip.height - tip.height);
}
