import { decodeFirst, Tokenizer } from 'cborg';
import type { Steps } from '@dapikit/chain/browser';
import { PeerError } from '../peers/peer-error.js';

/** Some times more than a full list of mainnet has; a message of 8 MiB could have eight millions, which take seconds and hundreds of megabytes. */
const MAX_TOKENS = 500_000;
/** Tokens that are decoded in one turn of the event loop, and those of the largest element of a list. */
const TOKENS_A_TURN = 10_000;

const ARRAY = 4;
const MAP = 5;
/** Ends an array or map without a length. */
const BREAK = 0xff;

/**
 * Decodes a masternode list diff of a peer from CBOR, in steps: the members of a map, and the elements of each array in it.
 * @throws {PeerError} `outage` for other bytes, and for too many elements
 */
export function* decodeListSteps(bytes: Uint8Array): Steps<unknown> {
  const reader = new ListReader(bytes);
  try {
    return yield* reader.members();
  } catch (cause) {
    if (cause instanceof PeerError) throw cause;
    throw new PeerError('outage', 'the masternode list is not CBOR', { cause });
  }
}

/** Reads one value after the other from the bytes of a list. */
class ListReader {
  readonly #bytes: Uint8Array;
  readonly #tokens: Tokenizer;
  readonly #tokenizer;
  #count = 0;
  /** Tokens up to which one value, or one turn, may go. */
  #limit = TOKENS_A_TURN;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#tokens = new Tokenizer(bytes, {});
    this.#tokenizer = {
      done: () => this.#tokens.done(),
      pos: () => this.#tokens.pos(),
      next: () => this.#next(),
    };
  }

  *members(): Steps<unknown> {
    if (this.#major() !== MAP) throw new TypeError('expected a map');
    const members: [string, unknown][] = [];
    for (let left = this.#length(); this.#hasNext(left); left -= 1) {
      const name = this.#value();
      if (typeof name !== 'string') throw new TypeError('expected the name of a member');
      members.push([name, this.#major() === ARRAY ? yield* this.#elements() : this.#value()]);
    }
    if (!this.#tokens.done()) throw new TypeError('bytes follow the map');
    return Object.fromEntries(members);
  }

  *#elements(): Steps<unknown[]> {
    const elements: unknown[] = [];
    let turn = this.#count + TOKENS_A_TURN;
    for (let left = this.#length(); this.#hasNext(left); left -= 1) {
      elements.push(this.#value());
      if (this.#count < turn) continue;
      yield undefined;
      turn = this.#count + TOKENS_A_TURN;
    }
    return elements;
  }

  #value(): unknown {
    this.#limit = Math.min(MAX_TOKENS, this.#count + TOKENS_A_TURN);
    const [value]: [unknown, Uint8Array] = decodeFirst(this.#bytes, { tokenizer: this.#tokenizer });
    return value;
  }

  /** Reads the head of an array or map. Returns its length; infinity where a break ends it. */
  #length(): number {
    this.#limit = MAX_TOKENS;
    return Number(this.#next().value);
  }

  /** Returns whether an array or map goes on; takes the break that ends one without a length. */
  #hasNext(left: number): boolean {
    if (left !== Infinity) return left > 0;
    if (this.#bytes[this.#tokens.pos()] !== BREAK) return true;
    this.#next();
    return false;
  }

  #major(): number {
    return (this.#bytes[this.#tokens.pos()] ?? 0) >> 5;
  }

  #next(): ReturnType<Tokenizer['next']> {
    this.#count += 1;
    if (this.#count > this.#limit) throw new PeerError('outage', 'the masternode list has too many elements');
    return this.#tokens.next();
  }
}
