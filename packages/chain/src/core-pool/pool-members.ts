import { abortable } from '../core-node/abortable.js';
import type { CallEnd } from '../core-node/call-end.js';
import type { ChainTip } from '../layer1.js';
import { NodeUnavailable } from '../node-unavailable.js';
import { Ancestry } from './ancestry.js';
import type { CorePoolLimits } from './core-pool-options.js';
import { FollowedChain } from './followed-chain.js';
import { MemberWatch } from './member-watch.js';
import { inOrder, memberHealth, memberState, type StateContext } from './member-state.js';
import { Member, type MemberContext } from './member.js';
import type { MemberHealth } from './pool-health.js';
import type { PoolMember } from './pool-node.js';

/** However often callers ask for what is not there yet, nodes are not looked at sooner than so long after, in milliseconds. */
const JUST_NOW = 200;

/** The nodes of a pool, the looks at them, and the chain that is followed through them. */
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
    this.#ancestry = new Ancestry(members, () => limits().lookTimeout);
    this.chain = new FollowedChain(members, this.#ancestry, context.onError);
  }

  /** Whether the followed chain is of the present. */
  get isReady(): boolean {
    if (!this.chain.tip) return false;
    const { maxViewAge } = this.#limits();
    return this.#members.some(({ isUsable, lookAge }) => isUsable && (lookAge ?? Infinity) < maxViewAge);
  }

  /** Whether another look would hardly see more: each node that may be asked was looked at a moment ago. */
  get isJustLookedAt(): boolean {
    return this.#members.every(({ isUsable, lookAge }) => !isUsable || (lookAge ?? Infinity) < JUST_NOW);
  }

  /**
   * Takes other nodes in place of those there are. One that stays keeps what is known of it, under its new name; one that goes is
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

  /** Those that may be asked for what is at `height` of the followed chain, the best first; for anything with -1. */
  usable(height: number): Member[] {
    const fit = this.#members.filter(({ isUsable, agreesTo }) => isUsable && agreesTo >= height);
    return inOrder(fit, this.#stateContext());
  }

  /** As `usable`, but only those whose chain cannot change at `height`, as they know a ChainLock of it or of a later block. */
  locked(height: number): Member[] {
    return this.usable(height).filter(({ chainLock }) => (chainLock?.height ?? -1) >= height);
  }

  /** Those that a transaction is sent to: the healthy ones, or else all that may be asked. */
  healthy(): Member[] {
    const usable = this.usable(-1);
    const healthy = usable.filter((member) => memberState(member, this.#stateContext()) === 'healthy');
    return healthy.length > 0 ? healthy : usable;
  }

  /**
   * Looks at the nodes until `isEnough` or all have been looked at; at a failing one, if its last try was not just now.
   * @param end its reason is what is thrown
   */
  async look(isEnough: () => boolean, end: CallEnd): Promise<void> {
    const due = [...this.#watched].filter(
      ([{ breaker }]) => breaker.state !== 'open' || breaker.mayBeTriedEarly,
    );
    const looks = due.map(([, watch]) => watch.look());
    const enough = new Promise<void>((resolve) => {
      for (const look of looks) void look.then(() => (isEnough() ? resolve() : undefined));
    });
    await abortable(Promise.race([enough, Promise.all(looks)]), end);
  }

  /** Looks at one node. */
  async lookAt(member: Member, end: CallEnd): Promise<void> {
    const watch = this.#watched.get(member);
    if (watch) await abortable(watch.look(), end);
  }

  health(): MemberHealth[] {
    return this.#members.map((member) => memberHealth(member, this.#stateContext()));
  }

  /** Why no node can be asked; the call was not sent. */
  noneUsable(): NodeUnavailable {
    const starting = this.#members.find(({ breaker }) => breaker.reason === 'starting');
    if (starting?.failure) return new NodeUnavailable(starting.failure.message, 'starting');
    const counts = new Map<string, number>();
    for (const { state } of this.health()) counts.set(state, (counts.get(state) ?? 0) + 1);
    const told = [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
    return new NodeUnavailable(`no node can be asked: ${told}`, 'unreachable');
  }

  async close(): Promise<void> {
    this.chain.close();
    for (const watch of this.#watched.values()) watch.close();
    for (const member of this.#leaving.keys()) member.endCalls();
    await Promise.all([...this.#members.map((member) => member.close()), ...this.#leaving.values()]);
  }

  #watch(member: Member): MemberWatch {
    const isFollowable = (): boolean => this.#isFollowable();
    return new MemberWatch(member, this.chain, this.#ancestry, this.#limits, isFollowable);
  }

  /** Not from the first node that is seen, which may lag, unless one is followed already. */
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
  if (nodes.length === 0) throw new RangeError('nodes: expected at least one, found none');
  const names = new Set<string>();
  const clients = new Set<unknown>();
  for (const { name, node } of nodes) {
    if (name === '') throw new RangeError('nodes: expected a name, found an empty one');
    if (names.has(name)) throw new RangeError(`nodes: expected names of their own, found ${name} twice`);
    if (clients.has(node))
      throw new RangeError(`nodes: expected each node once, found that of ${name} twice`);
    names.add(name);
    clients.add(node);
  }
}
