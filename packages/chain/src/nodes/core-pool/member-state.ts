import type { ChainTip } from '../../layer1/chain-tip.js';
import { failureSummary } from './failure-summary.js';
import type { Member } from './member.js';
import type { MemberHealth, MemberState } from './pool-health.js';

/** Describes the context that a node's state is derived from. */
export interface StateContext {
  readonly followedTip: ChainTip | undefined;
  /** In blocks. */
  readonly maxLag: number;
}

/** Returns the state of a node: which calls it may get. */
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

/** Returns the health of a node without a request to it. */
export function memberHealth(member: Member, context: StateContext): MemberHealth {
  const { breaker, failure, tip, status } = member;
  return {
    name: member.name,
    state: memberState(member, context),
    breaker: breaker.state,
    quarantine: member.quarantine,
    nextTryIn: breaker.state === 'open' ? breaker.wait : undefined,
    failure: failure && {
      reason: failure.reason,
      summary: failureSummary(failure),
      message: failure.message,
    },
    software: status?.software,
    network: status?.network,
    latency: member.latency,
    tip: tip && { hash: tip.hash, height: tip.height },
    lag: lagOf(member, context.followedTip),
    chainLock: member.chainLock,
    lastProbeAge: member.probeAge,
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

/** Returns the order of requests to nodes: by the state of each, then the quickest with the fewest calls. */
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
