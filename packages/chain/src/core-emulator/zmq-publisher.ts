import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Publisher } from 'zeromq';
import { loadZmq } from '../nodes/core-node/load-zmq.js';
import type { ZmqNotifier } from './rpc/emulated-node.js';
import { PUBLISHED_TOPICS, type PublishedMessage, type PublishedTopic } from './zmq-messages.js';

/** Messages that wait for a subscriber before the next are lost. Source: `DEFAULT_ZMQ_SNDHWM` of dashpay/dash. */
const MAX_QUEUED_MESSAGES = 1_000;
const SEQUENCE_SIZE = 4;
const MESSAGES_A_TURN = 50;

/** Publishes messages over ZMQ, each with the number it has among those of its topic. */
export class ZmqPublisher {
  readonly #socket: Publisher;
  readonly #sequences = new Map<PublishedTopic, number>();
  readonly #onError: (error: unknown) => void;
  readonly #waiting: (() => readonly PublishedMessage[])[] = [];
  #sending: Promise<void> | undefined;
  #isSending = false;
  #sent = 0;
  #isClosed = false;

  private constructor(Socket: typeof Publisher, address: string, onError: (error: unknown) => void) {
    // With IPv6, an address of IPv4 would be written in another form.
    const ipv6 = address.startsWith('tcp://[');
    this.#socket = new Socket({
      linger: 0,
      sendHighWaterMark: MAX_QUEUED_MESSAGES,
      tcpKeepalive: 1,
      ipv6,
    });
    this.#onError = onError;
  }

  /** Publishes at an address. @throws {MissingPackageError} (rejects) where ZMQ is not installed; what ZMQ has against the address */
  static async bind(address: string, onError: (error: unknown) => void): Promise<ZmqPublisher> {
    const { Publisher: Socket } = await loadZmq('--node-zmq');
    const publisher = new ZmqPublisher(Socket, address, onError);
    try {
      await publisher.#socket.bind(address);
    } catch (error) {
      publisher.#socket.close();
      throw error;
    }
    return publisher;
  }

  /** Returns the address of the publisher. */
  get address(): string {
    return this.#socket.lastEndpoint ?? '';
  }

  get notifiers(): ZmqNotifier[] {
    return PUBLISHED_TOPICS.map((topic) => ({
      type: `pub${topic}`,
      address: this.address,
      hwm: MAX_QUEUED_MESSAGES,
    }));
  }

  /** Publishes messages behind those that wait. They are not made before it is their turn. */
  publish(messages: () => readonly PublishedMessage[]): void {
    if (this.#isClosed) return;
    this.#waiting.push(messages);
    if (this.#isSending) return;
    this.#isSending = true;
    this.#sending = this.#send();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting.length = 0;
    await this.#sending;
    this.#socket.close();
  }

  async #send(): Promise<void> {
    try {
      for (let messages = this.#waiting.shift(); messages; messages = this.#waiting.shift()) {
        for (const { topic, body } of messages()) {
          await this.#socket.send([topic, body, this.#number(topic)]);
          this.#sent += 1;
          // ZMQ has a turn to send its queue before the queue is full.
          if (this.#sent % MESSAGES_A_TURN === 0) await nextTurn();
        }
      }
    } catch (error) {
      this.#waiting.length = 0;
      if (!this.#isClosed) this.#onError(error);
    } finally {
      this.#isSending = false;
    }
  }

  #number(topic: PublishedTopic): Buffer {
    const next = this.#sequences.get(topic) ?? 0;
    this.#sequences.set(topic, (next + 1) >>> 0);
    const bytes = Buffer.alloc(SEQUENCE_SIZE);
    bytes.writeUInt32LE(next);
    return bytes;
  }
}
