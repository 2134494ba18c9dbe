import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerCheck, Answered } from './answer-check.js';

/** What calls of a kind are made of. */
interface Asked {
  readonly call: Answered['call'];
  readonly method: string;
  readonly params?: object;
}

/** How long a client waits between its requests, in milliseconds. */
const PAUSE_MS = 12;
/** One in so many requests is given up before its answer. */
const HANG_UP = 12;
const DEEPEST = 110;

/** A client that asks one thing after another. */
export class SoakClient {
  readonly #url: string;
  readonly #check: AnswerCheck;
  readonly #height: () => number;
  readonly #random: () => number;
  /** Requests that got no answer at all, for no reason of the client's own. */
  readonly lost: string[] = [];

  /** @param height about as high as the chain is */
  constructor(url: string, check: AnswerCheck, height: () => number, random: () => number) {
    this.#url = url;
    this.#check = check;
    this.#height = height;
    this.#random = random;
  }

  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#ask();
      await sleep(PAUSE_MS * 2 * this.#random());
    }
  }

  async #ask(): Promise<void> {
    const isBatch = this.#random() < 0.1;
    const calls = Array.from({ length: isBatch ? 5 : 1 }, () => this.#anyCall());
    const requests = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }));
    const isHangingUp = this.#random() * HANG_UP < 1;
    const hangUp = new AbortController();
    const asked = performance.now();
    const timer = isHangingUp ? setTimeout(() => hangUp.abort(), 4 * this.#random()) : undefined;
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(isBatch ? requests : requests[0]),
        signal: hangUp.signal,
      });
      const text = await response.text();
      const answered = performance.now();
      const source = sourceOf(response.headers.get('cache-status'));
      const parsed: unknown = JSON.parse(text);
      const answers = Array.isArray(parsed) ? parsed : [parsed];
      for (const { id, result, error } of answers) {
        const { call = 'tip' } = calls[Number(id)] ?? {};
        this.#check.add({ call, asked, answered, result, error, source });
      }
    } catch (error) {
      if (!hangUp.signal.aborted) this.lost.push(String(error));
    } finally {
      clearTimeout(timer);
    }
  }

  #anyCall(): Asked {
    const kind = this.#random();
    if (kind < 0.4) return { call: 'tip', method: 'getBestBlockHash' };
    if (kind < 0.45) return { call: 'status', method: 'getStatus' };
    // Mostly near the tip, as far as a client may know that, and above it now and then.
    const depth = this.#random() < 0.01 ? -1 : 2 + Math.floor(DEEPEST * this.#random() ** 3);
    const height = Math.max(0, this.#height() - depth);
    return { call: height, method: 'getBlockHash', params: { height } };
  }
}

/** Reads `hit`, `miss` or `stale` from a `Cache-Status` header. */
function sourceOf(cacheStatus: string | null): string | null {
  return cacheStatus && (/stale|miss|hit/.exec(cacheStatus.replace('hit; stale', 'stale'))?.[0] ?? null);
}
