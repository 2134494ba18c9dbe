import { LRUCache } from 'lru-cache';
import { toBinary, type DescMethodUnary, type Message } from '@bufbuild/protobuf';
import { memberAt } from '../../base/platform-status/loose-json.js';

/** As official servers: `DAPI_PLATFORM_CACHE_BYTES`. */
const MAX_CACHED_BYTES = 2 * 1024 * 1024;
/** Time for which a height counts as the latest one, in milliseconds. */
const HEIGHT_TTL_MS = 1000;

interface CachedResponse {
  readonly message: Message;
  readonly bytes: number;
}

/**
 * Caches responses of a platform's node by the bytes of the request, until the next block of the platform. Identical requests at the same
 * time are one. Errors are not cached, and nothing while the height of the latest block is being read.
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
    // Nobody waits for the height: until it is known, responses are those of calls.
    this.#probe();
    const cached = this.#probing === undefined ? this.#responses.get(key) : undefined;
    if (cached !== undefined) return cached.message;
    const pending = this.#pending.get(key) ?? this.#call(key, method, call);
    return pending;
  }

  /** Evicts the responses before a block that the platform has executed, and the calls that may have started before it. */
  sawHeight(height: number): void {
    this.#pending.clear();
    if (this.#height === undefined || height <= this.#height) return;
    this.#responses.clear();
    this.#height = height;
  }

  async #call(key: string, method: DescMethodUnary, call: () => Promise<Message>): Promise<Message> {
    const calling = call();
    this.#pending.set(key, calling);
    try {
      const message = await calling;
      if (this.#pending.get(key) === calling && this.#isCurrent(message))
        this.#responses.set(key, { message, bytes: toBinary(method.output, message).length });
      return message;
    } finally {
      if (this.#pending.get(key) === calling) this.#pending.delete(key);
    }
  }

  /** Returns whether a response is of the latest block: Tenderdash stores a block before Drive executes it. */
  #isCurrent(message: Message): boolean {
    const height = memberAt(message, 'version', 'value', 'metadata', 'height');
    return typeof height === 'bigint' && this.#height !== undefined && height >= BigInt(this.#height);
  }

  /** Starts to look for a new block, once a second at most: it evicts all responses. */
  #probe(): void {
    if (Math.abs(this.now() - this.#probedAt) < HEIGHT_TTL_MS) return;
    this.#probing ??= this.#readHeight();
  }

  async #readHeight(): Promise<void> {
    const before = this.#height;
    let height: number | undefined;
    try {
      height = await this.latestHeight();
    } catch {
      // Without a height nothing is cached.
    }
    // A block that was seen meanwhile may be a later one.
    const seen = this.#height === before ? 0 : (this.#height ?? 0);
    if (height !== undefined) height = Math.max(height, seen);
    if (this.#height !== undefined && height !== this.#height) {
      this.#responses.clear();
      this.#pending.clear();
    }
    this.#height = height;
    this.#probedAt = this.now();
    this.#probing = undefined;
  }
}
