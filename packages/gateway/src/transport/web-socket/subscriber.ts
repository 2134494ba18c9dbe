import { invalidParams } from '../../base/messages/json-rpc-error.js';
import type { Begin, Stop } from '../../base/messages/session.js';
import type { SubscriberCounts } from '../../base/observe/subscriber-counts.js';

interface Opened {
  readonly name: string;
  readonly begin: Begin;
  stop: Stop | undefined;
}

/** Receives the notifications of the subscription with this id. */
export type Deliver = (name: string, id: number, result: object) => void;

/** Represents the subscriptions of one connection, by the ids that it was given: 1, 2, 3, and never one again. */
export class Subscriber {
  readonly #opened = new Map<number, Opened>();
  readonly #most: number;
  readonly #deliver: Deliver;
  readonly #counts: SubscriberCounts;
  #lastId = 0;

  constructor(most: number, counts: SubscriberCounts, deliver: Deliver) {
    this.#most = most;
    this.#counts = counts;
    this.#deliver = deliver;
  }

  /** @throws {JsonRpcError} -32602 when there are as many as there may be. */
  open(name: string, begin: Begin): number {
    if (this.#opened.size >= this.#most) {
      throw invalidParams('Too many subscriptions', {
        reason: 'too-many-subscriptions',
        expected: `at most ${this.#most} on a connection`,
        fix: 'End one with unsubscribe, or open another connection.',
      });
    }
    this.#lastId += 1;
    this.#opened.set(this.#lastId, { name, begin, stop: undefined });
    this.#counts.opened(name);
    return this.#lastId;
  }

  /** Passes a notification on, unless the subscription has ended. */
  begin(id: number): void {
    const opened = this.#opened.get(id);
    if (opened === undefined) return;
    const { name, begin } = opened;
    const stop = begin((result) => {
      if (this.#opened.get(id) !== opened) return;
      this.#counts.notified(name);
      this.#deliver(name, id, result);
    });
    // Its notification may have ended it.
    if (this.#opened.get(id) === opened) opened.stop = stop;
    else stop();
  }

  /** Ends a subscription; returns whether there was one. */
  end(id: number): boolean {
    const opened = this.#opened.get(id);
    if (opened === undefined) return false;
    this.#opened.delete(id);
    this.#counts.ended(opened.name);
    opened.stop?.();
    return true;
  }

  endAll(): void {
    for (const id of this.#opened.keys()) this.end(id);
  }
}
