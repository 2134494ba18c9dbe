import { abortable } from '../core-node/abortable.js';
import type { CancellationToken } from '../core-node/cancellation-token.js';
import type { ChainTip } from '../../layer1/chain-tip.js';
import { NodeUnavailableError, type UnavailableReason } from '../../layer1/node-unavailable-error.js';
import { Ancestry } from './ancestry.js';
import type { CorePoolLimits } from './core-pool-options.js';
import { FollowedChain } from './followed-chain.js';
import { MemberWatch } from './member-watch.js';
import { inOrder, memberHealth, memberState, type StateContext } from './member-state.js';
import { Member, type MemberContext } from './member.js';
import type { MemberHealth } from './pool-health.js';
import type { PoolMember } from './pool-node.js';

/** The minimum time between two probes that requests for unknown data cause, in milliseconds. */
const JUST_NOW = 200;

/** Failures of the configuration: of no use to retry, and true of calls that were not sent as well. */
const CONFIGURATION: ReadonlySet<UnavailableReason> = new Set([
  'no-credentials',
  'unauthorized',
  'forbidden',
]);

/** Represents the nodes of a pool, their probes, and the followed chain. */
export class PoolMembers {
  readonly chain: FollowedChain;
  readonly #context: MemberContext;
  readonly #limits: () => CorePoolLimits;
  readonly #ancestry: Ancestry;
  readonly #leaving = new Map<Member, Promise<void>>();
  #watched: ReadonlyMap<Member, MemberWatch> = new Map();
  #members: readonly Member[] = [];

  constructor(context: MemberContext, limits: () => CorePoolLimits) {
    this.#context = context;
    this.#limits = limits;
    const members = (): readonly Member[] => this.#members;
    this.#ancestry = new Ancestry(members, () => limits().probeTimeout);
    this.chain = new FollowedChain(members, this.#ancestry, context);
  }

  /** Returns whether the followed chain is of the present. */
  get isReady(): boolean {
    if (!this.chain.tip) return false;
    const { maxViewAge } = this.#limits();
    return this.#members.some(
      ({ isUsable, isCompared, probeAge }) => isUsable && isCompared && (probeAge ?? Infinity) < maxViewAge,
    );
  }

  /** Returns whether another probe would hardly see more: each usable node was probed a moment ago. */
  get isJustProbed(): boolean {
    return this.#members.every(({ isUsable, probeAge }) => !isUsable || (probeAge ?? Infinity) < JUST_NOW);
  }

  /**
   * Takes other nodes in place of those there are. One that stays retains its state, under its new name; one that goes is
   * closed after the last of its calls.
   * @throws {RangeError} for none, and for two of one name or of none.
   */
  replace(nodes: readonly PoolMember[]): void {
    checkNodes(nodes);
    const former = new Map(this.#members.map((member) => [member.node, member]));
    this.#members = nodes.map((given) => {
      const member = former.get(given.node) ?? new Member(given, this.#context);
      former.delete(given.node);
      member.name = given.name;
      return member;
    });
    const watched = this.#watched;
    for (const member of former.values()) {
      watched.get(member)?.close();
      this.#leaving.set(
        member,
        member.retire().finally(() => this.#leaving.delete(member)),
      );
    }
    this.#watched = new Map(
      this.#members.map((member) => [member, watched.get(member) ?? this.#watch(member)]),
    );
  }

  /** Returns the nodes that serve requests about `height` of the followed chain, the best first; -1 for requests about any height. */
  usable(height: number): Member[] {
    const fit = this.#members.filter(({ isUsable, agreesTo }) => isUsable && agreesTo >= height);
    return inOrder(fit, this.#stateContext());
  }

  /** Returns those of `usable` whose chain is final at `height`, as they have a ChainLock of it or of a later block. */
  locked(height: number): Member[] {
    return this.usable(height).filter(({ chainLock }) => (chainLock?.height ?? -1) >= height);
  }

  /** Returns the nodes to which transactions are sent: the healthy ones, or else all usable ones. */
  healthy(): Member[] {
    const usable = this.usable(-1);
    const healthy = usable.filter((member) => memberState(member, this.#stateContext()) === 'healthy');
    return healthy.length > 0 ? healthy : usable;
  }

  /**
   * Probes the nodes until `isEnough` or all are probed; a failing one, if its last try was not just now.
   * @param token its reason is thrown
   */
  async probe(isEnough: () => boolean, token: CancellationToken): Promise<void> {
    const due = [...this.#watched].filter(
      ([{ breaker }]) => breaker.state !== 'open' || breaker.mayBeTriedEarly,
    );
    const probes = due.map(([, watch]) => watch.probe());
    const enough = new Promise<void>((resolve) => {
      for (const probe of probes) void probe.then(() => (isEnough() ? resolve() : undefined));
    });
    await abortable(Promise.race([enough, Promise.all(probes)]), token);
  }

  /** Probes one node. */
  async probeMember(member: Member, token: CancellationToken): Promise<void> {
    const watch = this.#watched.get(member);
    if (watch) await abortable(watch.probe(), token);
  }

  health(): MemberHealth[] {
    return this.#members.map((member) => memberHealth(member, this.#stateContext()));
  }

  /** Returns why no node is available; the call was not sent. */
  noneUsable(): NodeUnavailableError {
    const starting = this.#members.find(({ breaker }) => breaker.reason === 'starting');
    if (starting?.failure) return new NodeUnavailableError(starting.failure.message, 'starting');
    const counts = new Map<string, number>();
    for (const { state, failure } of this.health()) {
      const what = failure?.summary ?? state;
      counts.set(what, (counts.get(what) ?? 0) + 1);
    }
    const summary = [...counts].map(([what, count]) => `${count} ${what}`).join(', ');
    return new NodeUnavailableError(`no node available (${summary})`, this.#commonReason() ?? 'unreachable');
  }

  async close(): Promise<void> {
    this.chain.close();
    for (const watch of this.#watched.values()) watch.close();
    for (const member of this.#leaving.keys()) member.endCalls();
    await Promise.all([...this.#members.map((member) => member.close()), ...this.#leaving.values()]);
  }

  /** Returns the reason for which every node is out, where it is one that says what its operator has to change. */
  #commonReason(): UnavailableReason | undefined {
    const [first, ...others] = new Set(this.#members.map(({ failure }) => failure?.reason));
    return others.length === 0 && first !== undefined && CONFIGURATION.has(first) ? first : undefined;
  }

  #watch(member: Member): MemberWatch {
    const isFollowable = (): boolean => this.#isFollowable();
    return new MemberWatch(member, this.chain, this.#ancestry, this.#limits, isFollowable);
  }

  /** Returns whether the chain of a node may be followed: not the first one seen, which may lag, unless a chain is followed already. */
  #isFollowable(): boolean {
    const isFollowed = this.#members.some(({ isUsable, agreesTo }) => isUsable && agreesTo >= 0);
    return isFollowed || [...this.#watched.values()].every(({ isSeen }) => isSeen);
  }

  #stateContext(): StateContext {
    const followedTip: ChainTip | undefined = this.chain.tip;
    return { followedTip, maxLag: this.#limits().maxLag };
  }
}

function checkNodes(nodes: readonly PoolMember[]): void {
  if (nodes.length === 0) throw new RangeError('nodes: the list is empty; name at least one node');
  const names = new Set<string>();
  const clients = new Set<unknown>();
  for (const { name, node } of nodes) {
    if (name === '') throw new RangeError('nodes: a name is empty');
    if (names.has(name)) throw new RangeError(`nodes: two nodes have the name ${name}`);
    if (clients.has(node)) throw new RangeError(`nodes: the node ${name} is listed twice`);
    names.add(name);
    clients.add(node);
  }
}
