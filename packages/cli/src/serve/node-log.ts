import type { MemberHealth, PoolObserver } from '@dapikit/chain/core-node';
import type { Logger } from 'pino';

/** What the log says of a node that answers and is asked last all the same, by the state it is in. */
const NOT_IN_STEP: ReadonlyMap<string, string> = new Map([
  ['lagging', 'node is behind the others'],
  ['forked', 'node is on another branch than the others'],
  ['syncing', 'node fetches the blocks of the past'],
]);

/** Says in the log which node is out and why, and when it came back. Nothing is said twice, however long it lasts. */
export class NodeLog {
  readonly #log: Logger;
  readonly #health: () => readonly MemberHealth[];
  readonly #now: () => number;
  readonly #out = new Map<string, { readonly since: number; readonly reason: string | undefined }>();
  readonly #notInStep = new Map<string, string>();

  /** @param now in milliseconds since any moment */
  constructor(log: Logger, health: () => readonly MemberHealth[], now = () => performance.now()) {
    this.#log = log;
    this.#health = health;
    this.#now = now;
  }

  /** A node was taken out, is being tried, or is taken back. */
  readonly onBreaker: NonNullable<PoolObserver['onBreaker']> = ({ node, from, to, reason }) => {
    // Another node of the same name may have taken its place meanwhile.
    const out = from === 'closed' ? undefined : this.#out.get(node);
    if (to === 'closed') {
      const seconds = out && Math.round((this.#now() - out.since) / 1000);
      this.#log.warn({ node, outForSeconds: seconds }, 'node taken back');
    } else if (to === 'open' && out?.reason !== reason) {
      this.#out.set(node, { since: out?.since ?? this.#now(), reason });
      const message = out === undefined ? 'node taken out' : 'node still out, for another reason';
      this.#log.warn({ node, reason, cause: this.#failureOf(node) }, message);
    } else this.#log.debug({ node, reason }, to === 'open' ? 'node still fails' : 'node is tried');
  };

  readonly onQuarantine: NonNullable<PoolObserver['onQuarantine']> = (change) =>
    this.#log.warn(change, change.reason === undefined ? 'node admitted again' : 'node quarantined');

  /** To be called now and then: says which nodes came out of step with the others, or into it again. */
  look(): void {
    for (const { name: node, state, lag, tip } of this.#health()) {
      const before = this.#notInStep.get(node);
      const message = NOT_IN_STEP.get(state);
      if (message !== undefined && before !== state) {
        this.#notInStep.set(node, state);
        this.#log.warn({ node, height: tip?.height, blocksBehind: lag }, message);
      } else if (state === 'healthy' && before !== undefined) {
        this.#notInStep.delete(node);
        this.#log.warn({ node, height: tip?.height }, 'node in step again');
      }
    }
  }

  #failureOf(node: string): string | undefined {
    return this.#health().find(({ name }) => name === node)?.failure?.message;
  }
}
