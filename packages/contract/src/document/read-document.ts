import { byteArrayOf } from './byte-elements.js';
import { base64Bytes } from './bytes-text.js';
import { Foreign, type Data } from './data.js';
import type { Readings } from './reading.js';
import { identifierBytes } from '../model/identifier.js';
import { utf8Bytes } from '../model/value-bytes.js';
import { LIMITS } from '../protocol/limits.js';
import { isUnpaired } from '../source/source.js';

/** A member name or element number for each level, from the document down. */
export type Keys = readonly (string | number)[];

/** A document as it was read, and what was noticed on the way. */
export interface ReadDocument {
  readonly data: Data;
  /** Texts and byte arrays that are too large. */
  readonly oversized: readonly { readonly keys: Keys; readonly bytes: number }[];
  /** Texts and names that hold half of a surrogate pair. */
  readonly unpaired: readonly Keys[];
  /** Where more arrays and objects enclose each other than may. */
  readonly tooDeep: Keys | undefined;
}

/** Why a document cannot be read. Thrown while one is read, never beyond this folder. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

const MOST_VALUES = 1_000_000;
const INTEGER = /^-?\d{1,20}$/;

/**
 * Reads a value as the checks see it: text that stands for bytes or for an integer, by the schema, becomes that; text
 * that does not stays text. Members that are `undefined` are left out.
 *
 * @param depth how many arrays and objects may enclose each other.
 * @throws {Unreadable} when the value is too large, too deep or holds itself; whatever a getter throws.
 */
export function readDocument(value: unknown, readings: Readings, depth: number | undefined): ReadDocument {
  const reader = new Reader(depth ?? LIMITS.jsonDepth);
  const data = reader.read(value, readings, 0);
  const { oversized, unpaired, tooDeep } = reader;
  return { data, oversized, unpaired, tooDeep };
}

const PLAIN: Readings = {};

class Reader {
  readonly oversized: { keys: Keys; bytes: number }[] = [];
  readonly unpaired: Keys[] = [];
  tooDeep: Keys | undefined;
  private readonly keys: (string | number)[] = [];
  private count = 0;

  constructor(private readonly depth: number) {}

  read(value: unknown, readings: Readings, depth: number): Data {
    this.count += 1;
    if (this.count > MOST_VALUES) throw new Unreadable(`expected at most ${MOST_VALUES} values, found more`);
    switch (typeof value) {
      case 'string':
        return this.readText(value, readings);
      case 'number':
      case 'boolean':
      case 'bigint':
        return value;
      case 'object':
        return this.readObject(value, readings, depth);
      default:
        return new Foreign(value === undefined ? 'nothing' : `a ${typeof value}`);
    }
  }

  private readText(text: string, { reading }: Readings): Data {
    const bytes =
      reading === 'bytes' ? base64Bytes(text) : reading === 'identifier' ? identifierBytes(text) : undefined;
    if (bytes !== undefined) return this.sized(bytes, bytes.length);
    if (reading === 'integer' && INTEGER.test(text)) return BigInt(text);
    if (isUnpaired(text)) this.unpaired.push([...this.keys]);
    const isSurelySmall = text.length * 3 <= LIMITS.fieldValueBytes;
    return isSurelySmall ? text : this.sized(text, utf8Bytes(text));
  }

  private sized<T extends Data>(value: T, bytes: number): T {
    if (bytes > LIMITS.fieldValueBytes) this.oversized.push({ keys: [...this.keys], bytes });
    return value;
  }

  private readObject(value: object | null, readings: Readings, depth: number): Data {
    if (value === null) return null;
    if (value instanceof Uint8Array) return this.sized(value, value.length);
    if (Array.isArray(value) && (readings.reading === 'bytes' || readings.reading === 'identifier')) {
      const bytes = byteArrayOf(value);
      if (bytes !== undefined) return this.sized(bytes, bytes.length);
    }
    if (depth >= this.depth) {
      this.tooDeep ??= [...this.keys];
      return new Foreign('what nests too deep');
    }
    return Array.isArray(value) ? this.readArray(value, depth) : this.readMembers(value, readings, depth);
  }

  private readArray(value: readonly unknown[], depth: number): Data {
    if (value.length > MOST_VALUES)
      throw new Unreadable(`expected at most ${MOST_VALUES} values, found an array of ${value.length}`);
    return Array.from(value, (item, at) => this.inside(at, item, PLAIN, depth));
  }

  private readMembers(value: object, readings: Readings, depth: number): Data {
    const entries: Iterable<[string, unknown]> = value instanceof Map ? value : Object.entries(value);
    const members = new Map<string, Data>();
    for (const [name, item] of entries) {
      if (item === undefined) continue;
      if (isUnpaired(name)) this.unpaired.push([...this.keys, name]);
      members.set(name, this.inside(name, item, readings.members?.get(name) ?? PLAIN, depth));
    }
    return members;
  }

  private inside(key: string | number, value: unknown, readings: Readings, depth: number): Data {
    this.keys.push(key);
    const data = this.read(value, readings, depth + 1);
    this.keys.pop();
    return data;
  }
}
