import { GrpcError } from './method/grpc-error.js';

/** Settles the promise of one who sent frames. */
interface Sender {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** Carries frames of one response from those who make them, one after the other, to the one who writes them. */
export class FrameChannel {
  #waiting: Uint8Array | undefined;
  #sender: Sender | undefined;
  /** The one whose frames are being written. */
  #written: Sender | undefined;
  #onNews: (() => void) | undefined;
  #isEnded = false;
  #isClosed = false;
  #failure: unknown;

  /**
   * Resolves when the frames were written. Rejects with CANCELLED when nobody writes them any more.
   * @throws {Error} (rejects with it) where others wait to be taken: senders wait for each other
   */
  async send(frames: Uint8Array): Promise<void> {
    if (this.#isClosed) throw cancelled();
    if (this.#waiting !== undefined)
      throw new Error('frames were sent before those ahead of them were taken');
    this.#waiting = frames;
    const written = new Promise<void>((resolve, reject) => {
      this.#sender = { resolve, reject };
    });
    this.#onNews?.();
    return written;
  }

  /** Ends the response behind the frames that were sent, with an error where there is one. */
  end(failure?: unknown): void {
    this.#isEnded = true;
    this.#failure = failure;
    this.#onNews?.();
  }

  /** Returns the next frames; `undefined` at the end. Those before count as written. Rejects with the error of the end. */
  async take(): Promise<Uint8Array | undefined> {
    this.#written?.resolve();
    this.#written = undefined;
    if (this.#waiting === undefined && !this.#isEnded) {
      await new Promise<void>((resolve) => {
        this.#onNews = resolve;
      });
      this.#onNews = undefined;
    }
    const frames = this.#waiting;
    this.#waiting = undefined;
    this.#written = this.#sender;
    this.#sender = undefined;
    if (frames === undefined && this.#failure !== undefined) throw this.#failure;
    return frames;
  }

  /** Gives up writing: what is sent is rejected. */
  close(): void {
    this.#isClosed = true;
    this.#sender?.reject(cancelled());
    this.#written?.reject(cancelled());
  }
}

const cancelled = (): GrpcError => new GrpcError('cancelled', 'cancelled');

/** Yields the body that the library writes, and in its place the frames that the method sends itself. */
export async function* withFrames(
  body: AsyncIterable<Uint8Array>,
  channel: FrameChannel,
): AsyncIterable<Uint8Array> {
  void forward(body, channel);
  try {
    for (let frames = await channel.take(); frames !== undefined; frames = await channel.take()) yield frames;
  } finally {
    channel.close();
  }
}

/** Sends a body through a channel. Never rejects. */
async function forward(body: AsyncIterable<Uint8Array>, channel: FrameChannel): Promise<void> {
  try {
    for await (const chunk of body) await channel.send(chunk);
    channel.end();
  } catch (error) {
    channel.end(error);
  }
}
