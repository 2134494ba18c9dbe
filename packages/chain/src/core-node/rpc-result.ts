import { isHash } from '../bytes/hex.js';
import { NodeUnavailable } from '../node-unavailable.js';

const HIGHEST_INT32 = 2 ** 31 - 1;
const LOWER_CASE_HEX = /^(?:[0-9a-f]{2})*$/;

/**
 * What a node answered, or a part of it, read as what it should be. Whatever is not throws {@link NodeUnavailable} for the reason
 * `unexpected-answer`.
 */
export class RpcResult {
  readonly #value: unknown;
  readonly #place: string;

  /** @param place what the value is called in an error, such as `getblockchaininfo` */
  constructor(value: unknown, place: string) {
    this.#value = value;
    this.#place = place;
  }

  /** The part called `name` of an object. */
  member(name: string): RpcResult {
    const value = this.object()[name];
    if (value === undefined) throw this.#unexpected(`an object with ${name}`);
    return new RpcResult(value, `${this.#place}.${name}`);
  }

  /** As `member`, but `undefined` where the object has no such part. */
  optionalMember(name: string): RpcResult | undefined {
    return this.object()[name] === undefined ? undefined : this.member(name);
  }

  items(): RpcResult[] {
    if (!Array.isArray(this.#value)) throw this.#unexpected('an array');
    return this.#value.map((item, index) => new RpcResult(item, `${this.#place}[${index}]`));
  }

  object(): Readonly<Record<string, unknown>> {
    if (!isObject(this.#value)) throw this.#unexpected('an object');
    return this.#value;
  }

  /** A hash in display order: 64 lower-case hexadecimal digits. */
  hash(): string {
    const text = this.text();
    if (!isHash(text)) throw this.#unexpected('a hash of 64 lower-case hexadecimal digits');
    return text;
  }

  /** Lower-case hexadecimal text of so many bytes. */
  hex(bytes: number): string {
    const text = this.text();
    if (text.length !== 2 * bytes || !LOWER_CASE_HEX.test(text)) {
      throw this.#unexpected(`${2 * bytes} lower-case hexadecimal digits`);
    }
    return text;
  }

  /** Whatever it is. */
  value(): unknown {
    return this.#value;
  }

  integer(): number {
    if (!Number.isSafeInteger(this.#value)) throw this.#unexpected('a whole number');
    return this.number();
  }

  /** A whole number from 0 to 2^31 - 1. */
  count(): number {
    const count = this.integer();
    if (count < 0 || count > HIGHEST_INT32) throw this.#unexpected(`a number from 0 to ${HIGHEST_INT32}`);
    return count;
  }

  number(): number {
    // JSON has numbers that JavaScript has not, such as 1e999.
    if (typeof this.#value !== 'number' || !Number.isFinite(this.#value)) throw this.#unexpected('a number');
    return this.#value;
  }

  boolean(): boolean {
    if (typeof this.#value !== 'boolean') throw this.#unexpected('true or false');
    return this.#value;
  }

  text(): string {
    if (typeof this.#value !== 'string') throw this.#unexpected('a string');
    return this.#value;
  }

  #unexpected(expected: string): NodeUnavailable {
    return new NodeUnavailable(
      `${this.#place}: expected ${expected}, found another value`,
      'unexpected-answer',
    );
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
