import { setTimeout as sleep } from 'node:timers/promises';
import type { CommittedTransition, TenderdashConnection } from './tenderdash-connection.js';
import { untilAborted } from '../method/until-aborted.js';

const FIRST_POLL_MS = 250;
const MAX_POLL_MS = 1000;
const BACKOFF = 1.5;

interface CommitPoll {
  readonly committed: Promise<CommittedTransition>;
  readonly stop: AbortController;
  waiters: number;
}

/** Polls Tenderdash for state transitions: once for all that wait for the same one, and less often with time. */
export class CommitPolls {
  readonly #polls = new Map<string, CommitPoll>();

  constructor(private readonly tenderdash: Pick<TenderdashConnection, 'committed'>) {}

  /** Waits until a block has the state transition with a hash. @throws the reason of the signal, or as `committed` */
  async wait(hash: Uint8Array, signal: AbortSignal): Promise<CommittedTransition> {
    const key = Buffer.from(hash).toString('hex');
    const poll = this.#polls.get(key) ?? this.#start(key, hash);
    poll.waiters += 1;
    try {
      return await untilAborted(poll.committed, signal);
    } finally {
      poll.waiters -= 1;
      if (poll.waiters === 0) {
        if (this.#polls.get(key) === poll) this.#polls.delete(key);
        poll.stop.abort();
      }
    }
  }

  #start(key: string, hash: Uint8Array): CommitPoll {
    const stop = new AbortController();
    const poll = { committed: this.#poll(hash, stop.signal), stop, waiters: 0 };
    this.#polls.set(key, poll);
    return poll;
  }

  async #poll(hash: Uint8Array, signal: AbortSignal): Promise<CommittedTransition> {
    for (let pause = FIRST_POLL_MS; ; pause = Math.min(MAX_POLL_MS, pause * BACKOFF)) {
      const found = await this.tenderdash.committed(hash, signal);
      if (found !== undefined) return found;
      await sleep(pause, undefined, { signal });
    }
  }
}
