import { socket, type Socket, type SocketState } from './socket.js';

/** Changes that come within this time are one. */
const SETTLE_MS = 200;

/** Lists the subscriptions that notify of all that a page shows of the platform. */
const SUBSCRIPTIONS = [
  { method: 'subscribeToPlatformBlocks', params: {} },
  { method: 'subscribeToTransitions', params: { results: 'rejected' } },
] as const;

/** Says how often a page reads where the server does not notify it of changes, in ms. */
export interface PollTimes {
  /** Where the server has no feed, or cannot be reached by a WebSocket. */
  readonly withoutFeed: number;
  /** Beside the feed, for what changes without a block. */
  readonly besideFeed: number;
}

/** Follows the platform by the feed of the server, with one pair of subscriptions for all parts of the page. */
export class PlatformChanges {
  readonly #followers = new Set<() => void>();
  #end: (() => void) | undefined;
  #state: SocketState = 'connecting';
  #isOffered = true;
  #settling: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly connection: Pick<Socket, 'subscribe' | 'watch'>) {}

  /** True while the server notifies of changes. */
  get isFed(): boolean {
    return this.#isOffered && this.#state === 'live';
  }

  /**
   * Reads now, and whenever the platform has changed. A hidden page reads when it is shown again.
   * @param read is not called again before it has ended
   * @returns a function that ends it
   */
  follow(read: () => Promise<void>, { withoutFeed, besideFeed }: PollTimes): () => void {
    const reader = new Reader(read);
    const changed = (): void => reader.read();
    this.#followers.add(changed);
    if (this.#followers.size === 1) this.#begin();
    let last = Date.now();
    const timer = setInterval(() => {
      const now = Date.now();
      if (now - last < (this.isFed ? besideFeed : withoutFeed)) return;
      last = now;
      changed();
    }, withoutFeed);
    changed();
    return () => {
      reader.end();
      clearInterval(timer);
      this.#followers.delete(changed);
      if (this.#followers.size === 0) this.#stop();
    };
  }

  #begin(): void {
    const ends = SUBSCRIPTIONS.map(({ method, params }) =>
      this.connection.subscribe({
        method,
        params: () => params,
        onEvent: () => this.#changed(),
        onRejected: () => {
          this.#isOffered = false;
        },
      }),
    );
    const unwatch = this.connection.watch((state) => {
      this.#state = state;
      // What happened before is not known: another server may respond.
      if (state === 'live') {
        this.#isOffered = true;
        this.#changed();
      }
    });
    this.#end = () => {
      for (const end of ends) end();
      unwatch();
    };
  }

  #stop(): void {
    this.#end?.();
    clearTimeout(this.#settling);
    this.#settling = undefined;
  }

  #changed(): void {
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined;
      for (const changed of this.#followers) changed();
    }, SETTLE_MS);
  }
}

/** Reads one time after the other, and while the page is shown. */
class Reader {
  #isReading = false;
  #isStale = false;
  readonly #shown = (): void => {
    if (!document.hidden && this.#isStale) this.read();
  };

  constructor(private readonly work: () => Promise<void>) {
    document.addEventListener('visibilitychange', this.#shown);
  }

  read(): void {
    this.#isStale = true;
    if (!this.#isReading && !document.hidden) void this.#run();
  }

  end(): void {
    this.#isStale = false;
    document.removeEventListener('visibilitychange', this.#shown);
  }

  async #run(): Promise<void> {
    this.#isReading = true;
    while (this.#isStale && !document.hidden) {
      this.#isStale = false;
      await this.work().catch(() => undefined);
    }
    this.#isReading = false;
  }
}

/** Follows the platform of the page's own server. */
export const platformChanges = new PlatformChanges(socket);
