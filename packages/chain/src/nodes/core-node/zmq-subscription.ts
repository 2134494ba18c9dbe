import type { Subscriber } from 'zeromq';
import { loadZmq } from './load-zmq.js';
import type { ZmqEndpoint } from './zmq-endpoint.js';
import { readZmqMessage, type ZmqNews } from './zmq-message.js';

/** Lists the events of a subscription. */
export interface ZmqListener {
  readonly onNews: (news: ZmqNews) => void;
  /** Messages may have been lost: the subscription began, began again, or a number was left out. */
  readonly onGap: () => void;
  readonly onError: (error: unknown) => void;
}

const RECONNECT_MS = 100;
const MAX_RECONNECT_MS = 5_000;
const HEARTBEAT_MS = 10_000;
/** Blocks have 2 MB at most. */
const MAX_MESSAGE_BYTES = 4 * 1024 * 1024;
/** Messages beyond are dropped, which is a gap. */
const MAX_QUEUED_MESSAGES = 1_000;

/** Represents a ZMQ subscription to a node, which reconnects when the connection is lost. */
export class ZmqSubscription {
  readonly #listener: ZmqListener;
  readonly #subscriber: Subscriber;
  readonly #sequences = new Map<string, number>();
  readonly #ended: Promise<void>;
  #isConnected = false;

  /**
   * Subscribes.
   * @throws {MissingPackageError} (rejects) where ZMQ is not installed; what ZMQ has against the address
   */
  static async open(endpoint: ZmqEndpoint, listener: ZmqListener): Promise<ZmqSubscription> {
    const { Subscriber: Socket } = await loadZmq('zmq of a node');
    return new ZmqSubscription(Socket, endpoint, listener);
  }

  private constructor(Socket: typeof Subscriber, { address, topics }: ZmqEndpoint, listener: ZmqListener) {
    this.#listener = listener;
    this.#subscriber = new Socket({
      ipv6: true,
      linger: 0,
      reconnectInterval: RECONNECT_MS,
      reconnectMaxInterval: MAX_RECONNECT_MS,
      heartbeatInterval: HEARTBEAT_MS,
      heartbeatTimeout: HEARTBEAT_MS,
      maxMessageSize: MAX_MESSAGE_BYTES,
      receiveHighWaterMark: MAX_QUEUED_MESSAGES,
    });
    this.#subscriber.events.on('handshake', () => this.#connected(true));
    this.#subscriber.events.on('disconnect', () => this.#connected(false));
    this.#subscriber.subscribe(...topics);
    try {
      this.#subscriber.connect(address);
    } catch (error) {
      this.#subscriber.close();
      throw error;
    }
    this.#ended = this.#receive();
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  async close(): Promise<void> {
    this.#isConnected = false;
    this.#subscriber.close();
    await this.#ended;
  }

  #connected(isConnected: boolean): void {
    this.#isConnected = isConnected;
    if (isConnected) this.#listener.onGap();
  }

  async #receive(): Promise<void> {
    try {
      for await (const parts of this.#subscriber) this.#take(parts);
    } catch (error) {
      this.#isConnected = false;
      this.#listener.onError(error);
    }
  }

  #take(parts: readonly Uint8Array[]): void {
    const message = readZmqMessage(parts);
    if (message === undefined) {
      this.#listener.onGap();
      return;
    }
    const { topic, sequence, news } = message;
    const last = this.#sequences.get(topic);
    this.#sequences.set(topic, sequence);
    if (last !== undefined && sequence !== (last + 1) >>> 0) this.#listener.onGap();
    this.#listener.onNews(news);
  }
}
