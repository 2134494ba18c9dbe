import type { MemberHealth, PoolObserver } from '@dapikit/chain/core-pool';
import type { Logger } from 'pino';

/** Messages about a node that responds and is asked last all the same, by the state it is in. */
const DEGRADED: ReadonlyMap<string, string> = new Map([
  ['lagging', 'node lagging'],
  ['forked', 'node on another branch'],
  ['syncing', 'node syncing'],
]);

/** Logs which node is unhealthy and why, and when it is healthy again. Nothing is logged twice, however long it lasts. */
export class NodeLog {
  readonly #log: Logger;
  readonly #health: () => readonly MemberHealth[];
  readonly #now: () => number;
  readonly #out = new Map<string, { readonly since: number; readonly reason: string | undefined }>();
  /** The state in which a node was seen last; absent until it was healthy, degraded or out. */
  readonly #states = new Map<string, string>();

  /** @param now in milliseconds since any moment */
  constructor(log: Logger, health: () => readonly MemberHealth[], now = () => performance.now()) {
    this.#log = log;
    this.#health = health;
    this.#now = now;
  }

  /** Logs that a node became unhealthy, is tried, or recovered. */
  readonly onBreaker: NonNullable<PoolObserver['onBreaker']> = ({ node, from, to, reason }) => {
    // Another node of the same name may have taken its place meanwhile.
    const out = from === 'closed' ? undefined : this.#out.get(node);
    if (to === 'closed') {
      const unhealthySeconds = out && Math.round((this.#now() - out.since) / 1000);
      this.#states.set(node, 'healthy');
      this.#log.warn({ ...this.#identityOf(node), unhealthySeconds }, 'node recovered');
    } else if (to === 'open' && out?.reason !== reason) {
      this.#out.set(node, { since: out?.since ?? this.#now(), reason });
      this.#states.set(node, 'failing');
      const { summary: failure, message: cause } = this.#failureOf(node) ?? {};
      const message = out === undefined ? 'node unhealthy' : 'node still unhealthy for another reason';
      this.#log.warn({ node, failure, reason, cause }, message);
    } else this.#log.debug({ node, reason }, to === 'open' ? 'node still fails' : 'node probed');
  };

  readonly onQuarantine: NonNullable<PoolObserver['onQuarantine']> = (change) =>
    this.#log.warn(change, change.reason === undefined ? 'node admitted again' : 'node quarantined');

  readonly onTransactionQuarantine: NonNullable<PoolObserver['onTransactionQuarantine']> = (event) =>
    this.#log.error(event, 'transaction quarantined: the node disconnected during the call');

  /** Logs which nodes became healthy, and which lag, fork or sync. To be called every so often. */
  report(): void {
    const health = this.#health();
    const names = new Set(health.map(({ name }) => name));
    for (const gone of [...this.#states.keys()].filter((name) => !names.has(name))) this.#states.delete(gone);
    for (const { name: node, state, lag, tip } of health) {
      const before = this.#states.get(node);
      const degraded = DEGRADED.get(state);
      if (degraded !== undefined && before !== state) {
        this.#states.set(node, state);
        this.#log.warn({ node, height: tip?.height, blocksBehind: lag }, degraded);
      } else if (state === 'healthy' && before !== state) {
        this.#states.set(node, state);
        if (before === undefined) this.#log.info(this.#identityOf(node), 'node healthy');
        else this.#log.warn(this.#identityOf(node), 'node caught up');
      }
    }
  }

  #identityOf(node: string): object {
    const { software, network, tip } = this.#health().find(({ name }) => name === node) ?? {};
    return { node, version: software?.replaceAll('/', ''), network, height: tip?.height };
  }

  #failureOf(node: string): MemberHealth['failure'] {
    return this.#health().find(({ name }) => name === node)?.failure;
  }
}
