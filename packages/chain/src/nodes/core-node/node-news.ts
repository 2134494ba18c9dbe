import type { ChainLock } from '../../layer1/layer1.js';
import type { ChainTip } from '../../layer1/chain-tip.js';
import { Listeners } from './listeners.js';
import type { ZmqEndpoint } from './zmq-endpoint.js';
import type { ZmqNews } from './zmq-message.js';
import type { ZmqSubscription } from './zmq-subscription.js';

/** Describes an announcement of a node: a new block or ChainLock, or possibly lost messages. */
export type NodeNews =
  | { readonly kind: Exclude<ZmqNews['kind'], 'transaction'>; readonly hash: string }
  | { readonly kind: 'gap' };

/** Tip and ChainLock of a node that were seen last. */
interface Seen {
  readonly tip: ChainTip | undefined;
  readonly chainLock: ChainLock | undefined;
}

/** Returns whether it is worth a probe. Of a block joining, a node publishes up to three messages. */
export function isNewsTo(news: NodeNews, { tip, chainLock }: Seen): boolean {
  if (news.kind === 'gap' || news.kind === 'disconnected') return true;
  return news.hash !== (news.kind === 'chainlock' ? chainLock : tip)?.hash;
}

/** Represents the announcements of a node. They are only hints, as messages can be lost or late. */
export class PublishedNews {
  readonly blocks: Listeners<NodeNews>;
  /** The ids of transactions that the node published something of. */
  readonly transactions: Listeners<string>;
  readonly #endpoints: () => Promise<readonly ZmqEndpoint[]>;
  readonly #onError: (error: unknown) => void;
  #subscriptions: ZmqSubscription[] | undefined;
  #subscribing: Promise<void> | undefined;
  #isClosed = false;

  /** @param endpoints where the node publishes; empty for nowhere */
  constructor(endpoints: () => Promise<readonly ZmqEndpoint[]>, onError: (error: unknown) => void) {
    this.#endpoints = endpoints;
    this.#onError = onError;
    this.blocks = new Listeners(onError);
    this.transactions = new Listeners(onError);
  }

  get state(): 'connected' | 'disconnected' | 'none' {
    const subscriptions = this.#subscriptions ?? [];
    if (subscriptions.length === 0) return 'none';
    return subscriptions.every(({ isConnected }) => isConnected) ? 'connected' : 'disconnected';
  }

  /** Subscribes to what the node publishes, unless it has. Rejects when the node does not say where; to be tried again then. */
  async subscribe(): Promise<void> {
    if (this.#subscriptions || this.#isClosed) return;
    await (this.#subscribing ??= this.#subscribe());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled([this.#subscribing]);
    await Promise.all((this.#subscriptions ?? []).map((subscription) => subscription.close()));
    this.#subscriptions = [];
  }

  async #subscribe(): Promise<void> {
    try {
      const endpoints = await this.#endpoints();
      this.#subscriptions = [];
      for (const endpoint of endpoints) await this.#open(endpoint, this.#subscriptions);
    } finally {
      this.#subscribing = undefined;
    }
  }

  /** Opens a subscriber. Loads ZMQ on first use. */
  async #open(endpoint: ZmqEndpoint, subscriptions: ZmqSubscription[]): Promise<void> {
    try {
      const { ZmqSubscription } = await import('./zmq-subscription.js');
      const listener = {
        onNews: ({ kind, hash }: ZmqNews) => {
          if (kind === 'transaction') this.transactions.emit(hash);
          else this.blocks.emit({ kind, hash });
        },
        onGap: () => this.blocks.emit({ kind: 'gap' }),
        onError: this.#onError,
      };
      const subscription = await ZmqSubscription.open(endpoint, listener);
      if (this.#isClosed) await subscription.close();
      else subscriptions.push(subscription);
    } catch (error) {
      this.#onError(error);
    }
  }
}
