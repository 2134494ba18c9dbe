import { XPublisher } from 'zeromq';

/** What a node publishes over ZMQ, as a test says. */
export class FakePublisher {
  readonly #socket = new XPublisher({ linger: 0 });

  /** @param address such as `tcp://127.0.0.1:*` for a port that is free */
  static async start(address = 'tcp://127.0.0.1:*'): Promise<FakePublisher> {
    const publisher = new FakePublisher();
    await publisher.#socket.bind(address);
    return publisher;
  }

  get address(): string {
    const address = this.#socket.lastEndpoint;
    if (address === null) throw new Error('it is not bound');
    return address;
  }

  /** Waits until so many topics are subscribed to: what is sent before is lost. Gives their names. */
  async subscriptions(count: number): Promise<string[]> {
    const topics = [];
    while (topics.length < count) {
      const [message] = await this.#socket.receive();
      if (message?.[0] === 1) topics.push(message.toString('latin1', 1));
    }
    return topics.toSorted();
  }

  async send(topic: string, body: string | Uint8Array, sequence: number): Promise<void> {
    const number = Buffer.alloc(4);
    number.writeUInt32LE(sequence);
    await this.#socket.send([topic, typeof body === 'string' ? Buffer.from(body, 'hex') : body, number]);
  }

  /** Sends parts that are no message of a node. */
  async sendParts(...parts: readonly string[]): Promise<void> {
    await this.#socket.send([...parts]);
  }

  close(): void {
    this.#socket.close();
  }
}
