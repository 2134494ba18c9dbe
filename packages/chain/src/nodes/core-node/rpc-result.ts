import { isHash } from '../../base/bytes/hex.js';
import { NodeUnavailableError } from '../../layer1/node-unavailable-error.js';

const HIGHEST_INT32 = 2 ** 31 - 1;
const LOWER_CASE_HEX = /^(?:[0-9a-f]{2})*$/;

/**
 * Reads the result of a node, or a part of it, as the expected type. A value of another type throws {@link
 * NodeUnavailableError} with the reason `unexpected-answer`.
 */
export class RpcResult {
  readonly #value: unknown;
  readonly #place: string;

  /** @param place what the value is called in an error, such as `getblockchaininfo` */
  constructor(value: unknown, place: string) {
    this.#value = value;
    this.#place = place;
  }

  /** Returns the part called `name` of an object. */
  member(name: string): RpcResult {
    const value = this.object()[name];
    if (value === undefined) throw this.#unexpected(`an object with ${name}`);
    return new RpcResult(value, `${this.#place}.${name}`);
  }

  /** Returns a member as `member` does; `undefined` if the object lacks it. */
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

  /** Returns a hash in display order: 64 lower-case hexadecimal digits. */
  hash(): string {
    const text = this.text();
    if (!isHash(text)) throw this.#unexpected('a hash of 64 lower-case hexadecimal digits');
    return text;
  }

  /** Returns lower-case hexadecimal text of a number of bytes. */
  hex(bytes: number): string {
    const text = this.text();
    if (text.length !== 2 * bytes || !LOWER_CASE_HEX.test(text)) {
      throw this.#unexpected(`${2 * bytes} lower-case hexadecimal digits`);
    }
    return text;
  }

  /** Returns lower-case hexadecimal text of any length. */
  hexText(): string {
    const text = this.text();
    if (!LOWER_CASE_HEX.test(text)) throw this.#unexpected('lower-case hexadecimal digits');
    return text;
  }

  /** Returns the unchecked value. */
  value(): unknown {
    return this.#value;
  }

  integer(): number {
    if (!Number.isSafeInteger(this.#value)) throw this.#unexpected('a whole number');
    return this.number();
  }

  /** Returns a whole number from 0 to 2^31 - 1. */
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

  #unexpected(expected: string): NodeUnavailableError {
    return new NodeUnavailableError(
      `${this.#place}: expected ${expected}, found another value`,
      'unexpected-answer',
    );
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
