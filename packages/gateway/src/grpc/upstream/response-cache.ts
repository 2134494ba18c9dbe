import { LRUCache } from 'lru-cache';
import { toBinary, type DescMethodUnary, type Message } from '@bufbuild/protobuf';

/** As official servers: `DAPI_PLATFORM_CACHE_BYTES`. */
const MAX_CACHED_BYTES = 2 * 1024 * 1024;
/** How long a height is taken for the latest one, in milliseconds. */
const HEIGHT_TTL_MS = 1000;

interface CachedResponse {
  readonly message: Message;
  readonly bytes: number;
}

/**
 * Caches responses of a platform's node by the bytes of the request, until the next block of the platform. Identical requests at the same
 * time are one. Errors are not cached.
 */
export class ResponseCache {
  readonly #responses = new LRUCache<string, CachedResponse>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ bytes }, key) => bytes + key.length,
  });
  readonly #pending = new Map<string, Promise<Message>>();
  #height: number | undefined;
  #probedAt = -Infinity;
  #probing: Promise<void> | undefined;

  /**
   * @param latestHeight reads the height of the latest block; nothing is cached while it fails
   * @param now is in milliseconds
   */
  constructor(
    private readonly latestHeight: () => Promise<number>,
    private readonly now: () => number,
  ) {}

  /** Returns the response of a request, cached or by a call. */
  async fetch(method: DescMethodUnary, request: Message, call: () => Promise<Message>): Promise<Message> {
    const key = `${method.name} ${Buffer.from(toBinary(method.input, request)).toString('base64')}`;
    await this.#probe();
    const cached = this.#responses.get(key);
    if (cached !== undefined) return cached.message;
    const pending = this.#pending.get(key) ?? this.#call(key, method, call);
    return pending;
  }

  async #call(key: string, method: DescMethodUnary, call: () => Promise<Message>): Promise<Message> {
    const height = this.#height;
    const calling = call();
    this.#pending.set(key, calling);
    try {
      const message = await calling;
      // A block that came meanwhile may be in the response or not.
      if (height !== undefined && height === this.#height)
        this.#responses.set(key, { message, bytes: toBinary(method.output, message).length });
      return message;
    } finally {
      if (this.#pending.get(key) === calling) this.#pending.delete(key);
    }
  }

  /** Looks for a new block, once a second at most: it evicts all responses. */
  async #probe(): Promise<void> {
    if (Math.abs(this.now() - this.#probedAt) < HEIGHT_TTL_MS) return;
    this.#probing ??= this.#readHeight();
    await this.#probing;
  }

  async #readHeight(): Promise<void> {
    let height: number | undefined;
    try {
      height = await this.latestHeight();
    } catch {
      // Without a height nothing is cached.
    }
    if (height === undefined || height !== this.#height) {
      this.#responses.clear();
      this.#pending.clear();
    }
    this.#height = height;
    this.#probedAt = this.now();
    this.#probing = undefined;
  }
}
