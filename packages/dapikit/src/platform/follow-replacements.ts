import { WebSocket } from 'ws';
import { membersOf } from './members.js';

const MIN_WAIT_MS = 250;
const MAX_WAIT_MS = 8_000;

/** Reasons for which the blocks that were seen are not those of the platform any more. */
const REPLACED: ReadonlySet<unknown> = new Set(['other-run', 'too-far-back', 'height-out-of-range']);

/** Gets what a feed says. */
interface FeedListener {
  /** Called when the state is another one: after a revert, an import, a restart. */
  readonly replaced: () => void;
  /** Called once where the platform has no feed for this client. @param reason the message of the platform */
  readonly unfollowed: (reason: string) => void;
}

/**
 * Follows the feed of a platform, and reconnects where the connection is lost.
 * @param url of the gateway, such as `http://127.0.0.1:3000`
 * @returns a function that ends it
 */
export function followReplacements(
  url: string,
  apiKey: string | undefined,
  listener: FeedListener,
): () => void {
  const follower = new Follower(url, apiKey, listener);
  follower.connect();
  return () => follower.end();
}

class Follower {
  #socket: WebSocket | undefined;
  #timer: NodeJS.Timeout | undefined;
  #wait = MIN_WAIT_MS;
  #isOver = false;
  #hasFollowed = false;
  /** Where to resume, behind the last block that was seen. */
  #from: { readonly fromHeight: number; readonly run: string } | undefined;

  constructor(
    private readonly url: string,
    private readonly apiKey: string | undefined,
    private readonly listener: FeedListener,
  ) {}

  connect(): void {
    const address = this.url.replace(/(?:\/platform)?\/*$/, '/').replace(/^http/, 'ws');
    const socket = new WebSocket(address, {
      headers: this.apiKey === undefined ? {} : { 'x-api-key': this.apiKey },
    });
    this.#socket = socket;
    socket.on('open', () => this.#subscribe());
    socket.on('message', (data) => {
      if (Buffer.isBuffer(data)) this.#receive(data.toString());
    });
    // It closes, too.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.#isOver) return;
      this.#timer = setTimeout(() => this.connect(), this.#wait);
      this.#wait = Math.min(2 * this.#wait, MAX_WAIT_MS);
    });
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#socket?.terminate();
  }

  #subscribe(): void {
    const params = this.#from ?? {};
    this.#socket?.send(
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscribeToPlatformBlocks', params }),
    );
  }

  #receive(text: string): void {
    const { error, result, params } = membersOf(readJson(text));
    if (error !== undefined) this.#rejected(membersOf(error));
    else if (result !== undefined) this.#followed();
    else this.#notified(membersOf(membersOf(params)['result']));
  }

  #followed(): void {
    this.#wait = MIN_WAIT_MS;
    // Nothing is known of the time without a connection where no block was seen before it.
    if (this.#hasFollowed && this.#from === undefined) this.listener.replaced();
    this.#hasFollowed = true;
  }

  #rejected({ message, data }: Readonly<Record<string, unknown>>): void {
    if (this.#from !== undefined && REPLACED.has(membersOf(data)['reason'])) {
      this.#from = undefined;
      this.#subscribe();
      return;
    }
    this.end();
    this.listener.unfollowed(String(message));
  }

  #notified({ event, run, height }: Readonly<Record<string, unknown>>): void {
    if (typeof run !== 'string' || typeof height !== 'number') return;
    this.#from = { fromHeight: height + 1, run };
    if (event === 'replaced') this.listener.replaced();
  }
}

function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}
