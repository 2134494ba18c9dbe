import { ContractError } from '../diagnostic/contract-error.js';
import { bytesFromArray } from './bytes-from-array.js';
import { decodeBase64 } from './base64.js';
import { NonJsonValue, type Data } from './data.js';
import type { TextEncodings } from './text-encoding.js';
import { decodeIdentifier } from '../model/identifier.js';
import { countUtf8Bytes } from '../model/value-bytes.js';
import { LIMITS } from '../protocol/limits.js';
import { hasLoneSurrogate } from '../source/source.js';

/** Lists a member name or element number for each level, from the document down. */
export type Keys = readonly (string | number)[];

/** Holds a parsed document and the problems found while reading it. */
export interface ParsedDocument {
  readonly data: Data;
  /** Texts and byte arrays that are too large. */
  readonly oversized: readonly { readonly keys: Keys; readonly bytes: number }[];
  /** Integers that are written as text. */
  readonly integerTexts: readonly { readonly keys: Keys; readonly integer: bigint }[];
  /** Texts and names with half of a surrogate pair. */
  readonly loneSurrogates: readonly Keys[];
  /** Place that exceeds the maximum nesting. */
  readonly tooDeep: Keys | undefined;
}

/** Reports that a document cannot be read; never leaves this folder. */
export class UnreadableValueError extends ContractError {
  override readonly name = 'UnreadableValueError';

  constructor(message: string) {
    super({ reason: 'unreadable-value', message });
  }
}

const MAX_VALUES = 1_000_000;
const INTEGER = /^-?\d{1,20}$/;

/**
 * Reads a value for the checks: text that stands for bytes or for an integer, by the schema, is decoded; other text
 * stays text. Members that are `undefined` are omitted.
 *
 * @param depth maximum nesting of arrays and objects.
 * @throws {UnreadableValueError} when the value is too large, too deep or contains itself; whatever a getter throws.
 */
export function readDocument(
  value: unknown,
  encodings: TextEncodings,
  depth: number | undefined,
): ParsedDocument {
  const reader = new Reader(depth ?? LIMITS.jsonDepth);
  const data = reader.read(value, encodings, 0);
  const { oversized, integerTexts, loneSurrogates, tooDeep } = reader;
  return { data, oversized, integerTexts, loneSurrogates, tooDeep };
}

const NO_ENCODING: TextEncodings = {};

class Reader {
  readonly oversized: { keys: Keys; bytes: number }[] = [];
  readonly integerTexts: { keys: Keys; integer: bigint }[] = [];
  readonly loneSurrogates: Keys[] = [];
  tooDeep: Keys | undefined;
  private readonly keys: (string | number)[] = [];
  private count = 0;

  constructor(private readonly depth: number) {}

  read(value: unknown, encodings: TextEncodings, depth: number): Data {
    this.count += 1;
    if (this.count > MAX_VALUES) throw new UnreadableValueError(`it has more than ${MAX_VALUES} values`);
    switch (typeof value) {
      case 'string':
        return this.readText(value, encodings);
      case 'number':
      case 'boolean':
      case 'bigint':
        return value;
      case 'object':
        return this.readObject(value, encodings, depth);
      default:
        return new NonJsonValue(value === undefined ? 'nothing' : `a ${typeof value}`);
    }
  }

  private readText(text: string, { encoding }: TextEncodings): Data {
    const bytes =
      encoding === 'bytes'
        ? decodeBase64(text)
        : encoding === 'identifier'
          ? decodeIdentifier(text)
          : undefined;
    if (bytes !== undefined) return this.sized(bytes, bytes.length);
    if (encoding === 'integer' && INTEGER.test(text)) {
      const integer = BigInt(text);
      this.integerTexts.push({ keys: [...this.keys], integer });
      return integer;
    }
    if (hasLoneSurrogate(text)) this.loneSurrogates.push([...this.keys]);
    const isSurelySmall = text.length * 3 <= LIMITS.fieldValueBytes;
    return isSurelySmall ? text : this.sized(text, countUtf8Bytes(text));
  }

  private sized<T extends Data>(value: T, bytes: number): T {
    if (bytes > LIMITS.fieldValueBytes) this.oversized.push({ keys: [...this.keys], bytes });
    return value;
  }

  private readObject(value: object | null, encodings: TextEncodings, depth: number): Data {
    if (value === null) return null;
    if (value instanceof Uint8Array) return this.sized(value, value.length);
    if (Array.isArray(value) && (encodings.encoding === 'bytes' || encodings.encoding === 'identifier')) {
      const bytes = bytesFromArray(value);
      if (bytes !== undefined) return this.sized(bytes, bytes.length);
    }
    if (depth >= this.depth) {
      this.tooDeep ??= [...this.keys];
      return new NonJsonValue('a value that is nested too deeply');
    }
    return Array.isArray(value)
      ? this.readArray(value, encodings.items ?? NO_ENCODING, depth)
      : this.readMembers(value, encodings, depth);
  }

  private readArray(value: readonly unknown[], encodings: TextEncodings, depth: number): Data {
    if (value.length > MAX_VALUES)
      throw new UnreadableValueError(
        `it has an array of ${value.length} values: the maximum is ${MAX_VALUES}`,
      );
    return Array.from(value, (item, at) => this.inside(at, item, encodings, depth));
  }

  private readMembers(value: object, encodings: TextEncodings, depth: number): Data {
    const entries: Iterable<[string, unknown]> = value instanceof Map ? value : Object.entries(value);
    const members = new Map<string, Data>();
    for (const [name, item] of entries) {
      if (item === undefined) continue;
      if (hasLoneSurrogate(name)) this.loneSurrogates.push([...this.keys, name]);
      members.set(name, this.inside(name, item, encodings.members?.get(name) ?? NO_ENCODING, depth));
    }
    return members;
  }

  private inside(key: string | number, value: unknown, encodings: TextEncodings, depth: number): Data {
    this.keys.push(key);
    const data = this.read(value, encodings, depth + 1);
    this.keys.pop();
    return data;
  }
}
