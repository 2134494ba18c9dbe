import type { Eventually } from './eventually.js';
import type {
  BlockEvent,
  CallOptions,
  ChainLock,
  ChainTip,
  Layer1,
  NodeStatus,
  TransactionStatus,
} from './layer1.js';
import type { MasternodeListDiff } from './masternode/masternode-list-diff.js';

/** How soon a new backend that told no tip is asked again. */
const RETRY_MS = 1_000;

/**
 * A `Layer1` whose backend can be exchanged while it is used: calls that have begun end at the former one, the others go to the
 * new one. Who watches goes on watching, and is told by an event `replaced` of the new tip.
 */
export class SwitchableLayer1 implements Layer1 {
  #layer1: Layer1;
  readonly #blocks = new Set<Watcher<BlockEvent>>();
  readonly #locks = new Set<Watcher<ChainLock>>();
  readonly #transactions = new Set<Watcher<string>>();
  #ended: () => void = () => undefined;
  readonly #calls = new Map<Layer1, number>();
  #arrival: AbortController | undefined;

  constructor(first: Layer1) {
    this.#layer1 = first;
  }

  /** Goes on with another backend. Resolves when the last call to the former one has ended: then that one can be closed. */
  async switchTo(next: Layer1): Promise<void> {
    const former = this.#layer1;
    this.#layer1 = next;
    this.#arrive(next);
    for (const watcher of this.#locks) this.#watchLocks(watcher);
    for (const watcher of this.#transactions) {
      watcher.stop();
      watcher.stop = next.watchTransactions(watcher.listener);
    }
    while ((this.#calls.get(former) ?? 0) > 0) {
      await new Promise<void>((resolve) => {
        this.#ended = resolve;
      });
    }
    this.#calls.delete(former);
  }

  /** Stops asking a new backend that has told no tip yet. */
  close(): void {
    this.#arrival?.abort();
  }

  tip(options?: CallOptions): Eventually<ChainTip> {
    return this.#ask((layer1) => layer1.tip(options));
  }

  blockHash(height: number, options?: CallOptions): Eventually<string> {
    return this.#ask((layer1) => layer1.blockHash(height, options));
  }

  sendTransaction(serialized: Uint8Array, options?: CallOptions): Promise<string> {
    return this.#ask(async (layer1) => layer1.sendTransaction(serialized, options));
  }

  masternodeListDiff(baseBlock: string, block: string, options?: CallOptions): Promise<MasternodeListDiff> {
    return this.#ask(async (layer1) => layer1.masternodeListDiff(baseBlock, block, options));
  }

  status(options?: CallOptions): Eventually<NodeStatus> {
    return this.#ask((layer1) => layer1.status(options));
  }

  bestChainLock(options?: CallOptions): Eventually<ChainLock | undefined> {
    return this.#ask((layer1) => layer1.bestChainLock(options));
  }

  transactionStatus(txid: string, options?: CallOptions): Eventually<TransactionStatus> {
    return this.#ask((layer1) => layer1.transactionStatus(txid, options));
  }

  watchTransactions(listener: (txid: string) => void): () => void {
    const watcher: Watcher<string> = { listener, stop: this.#layer1.watchTransactions(listener) };
    return watch(this.#transactions, watcher);
  }

  watchBlocks(listener: (event: BlockEvent) => void): () => void {
    const watcher: Watcher<BlockEvent> = { listener, stop: this.#layer1.watchBlocks(listener) };
    return watch(this.#blocks, watcher);
  }

  watchChainLocks(listener: (chainLock: ChainLock) => void): () => void {
    const watcher: Watcher<ChainLock> = { listener, stop: this.#layer1.watchChainLocks(listener) };
    return watch(this.#locks, watcher);
  }

  #ask<T>(call: (layer1: Layer1) => T): T {
    const layer1 = this.#layer1;
    const answer = call(layer1);
    if (!(answer instanceof Promise)) return answer;
    this.#calls.set(layer1, (this.#calls.get(layer1) ?? 0) + 1);
    void this.#countDown(layer1, answer);
    return answer;
  }

  async #countDown(layer1: Layer1, answer: Promise<unknown>): Promise<void> {
    await Promise.allSettled([answer]);
    this.#calls.set(layer1, (this.#calls.get(layer1) ?? 0) - 1);
    this.#ended();
  }

  #watchLocks(watcher: Watcher<ChainLock>): void {
    watcher.stop();
    watcher.stop = this.#layer1.watchChainLocks(watcher.listener);
  }

  /** Lets who watches see the new backend: first its tip, then the events that came after that. */
  #arrive(next: Layer1): void {
    this.#arrival?.abort();
    const arrival = new AbortController();
    this.#arrival = arrival;
    const early: BlockEvent[] = [];
    let isHere = false;
    for (const watcher of this.#blocks) watcher.stop();
    const stop = next.watchBlocks((event) => {
      if (!isHere) early.push(event);
    });
    arrival.signal.addEventListener('abort', stop, { once: true });
    // Who comes to watch after the switch watches the new backend already.
    const waiting = [...this.#blocks];
    for (const watcher of waiting) {
      watcher.stop = next.watchBlocks((event) => {
        if (isHere) watcher.listener(event);
      });
    }
    const tell = async (): Promise<void> => {
      const tip = await tipOf(next, arrival.signal);
      if (tip === undefined) return;
      isHere = true;
      stop();
      const known = early.findIndex(({ hash }) => hash === tip.hash);
      const later = early.slice(known + 1);
      for (const { listener } of waiting.filter((watcher) => this.#blocks.has(watcher))) {
        listener({ kind: 'replaced', ...tip });
        for (const event of later) listener(event);
      }
    };
    void tell();
  }
}

interface Watcher<Event> {
  readonly listener: (event: Event) => void;
  stop: () => void;
}

function watch<Event>(watchers: Set<Watcher<Event>>, watcher: Watcher<Event>): () => void {
  watchers.add(watcher);
  return () => {
    watchers.delete(watcher);
    watcher.stop();
  };
}

/** The tip, as soon as it is told; `undefined` when the signal comes first. */
async function tipOf(layer1: Layer1, signal: AbortSignal): Promise<ChainTip | undefined> {
  while (!signal.aborted) {
    try {
      return await layer1.tip({ signal });
    } catch {
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, RETRY_MS);
        signal.addEventListener('abort', resolve, { once: true });
        timer.unref();
      });
    }
  }
  return undefined;
}
