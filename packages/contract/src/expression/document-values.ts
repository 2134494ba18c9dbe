import { countCharacters } from '../text/count-characters.js';
import { countUtf8Bytes } from '../model/value-bytes.js';
import { decodeIdentifier } from '../model/identifier.js';
import type { Path, SideKind } from './expression.js';
import { toHex } from './read-side.js';

/** Names a value of a document: members are in maps, byte arrays and identifiers are bytes. */
type Value = unknown;

/** Reads values of one document, each size and list once: rules take linear time, whatever they read. */
export class DocumentValues {
  private readonly sizes = new Map<string, number>();
  private readonly lists = new Map<string, ReadonlySet<string>>();

  /**
   * @param data properties of the written document.
   * @param stored properties of the stored document, that `$old.` reads.
   */
  constructor(
    private readonly data: Value,
    private readonly stored?: Value,
  ) {}

  /** Returns the value at a path; undefined where it is absent or null. */
  find({ keys, isStored }: Path): Value {
    let value = isStored ? this.stored : this.data;
    for (const key of keys) {
      if (!(value instanceof Map)) return undefined;
      value = value.get(key);
    }
    return value ?? undefined;
  }

  /** Returns whether the document has a value: an object counts only with a member that does. */
  isPresent(path: Path): boolean {
    return isKept(this.find(path));
  }

  /** Returns the number of characters, bytes or elements; 0 where the value is absent or of another type. */
  sizeOf(path: Path, measure: 'length' | 'byteLength' | 'count'): number {
    const key = `${measure} ${path.text}`;
    const known = this.sizes.get(key);
    if (known !== undefined) return known;
    const size = measureValue(this.find(path), measure);
    this.sizes.set(key, size);
    return size;
  }

  /** Returns the form in which a value is compared as a whole; undefined where it is absent or of another type. */
  comparable(path: Path, of: SideKind): string | undefined {
    return toComparable(this.find(path), of);
  }

  /** Returns the elements of a list in the form in which they are compared. */
  elementsOf(path: Path, of: SideKind | 'integer'): ReadonlySet<string> {
    const key = `${of} ${path.text}`;
    const known = this.lists.get(key);
    if (known !== undefined) return known;
    const value = this.find(path);
    const elements = new Set<string>();
    for (const element of Array.isArray(value) ? value : []) {
      const text = of === 'integer' ? toInteger(element)?.toString() : toComparable(element, of);
      if (text !== undefined) elements.add(text);
    }
    this.lists.set(key, elements);
    return elements;
  }
}

/** Returns whether a stored document keeps a value: an object without members is not stored. */
export function isKept(value: Value): boolean {
  if (!(value instanceof Map)) return value !== undefined && value !== null;
  const pending: ReadonlyMap<unknown, Value>[] = [value];
  for (let next = pending.pop(); next !== undefined; next = pending.pop())
    for (const member of next.values()) {
      if (member instanceof Map) pending.push(member);
      else if (member !== undefined && member !== null) return true;
    }
  return false;
}

function measureValue(value: Value, measure: 'length' | 'byteLength' | 'count'): number {
  if (measure === 'count') return Array.isArray(value) || value instanceof Uint8Array ? value.length : 0;
  if (typeof value !== 'string') return 0;
  return measure === 'length' ? countCharacters(value) : countUtf8Bytes(value);
}

/** Returns the form in which a text, an identifier or bytes are compared. */
export function toComparable(value: Value, of: SideKind): string | undefined {
  if (of === 'text') return typeof value === 'string' ? value : undefined;
  if (value instanceof Uint8Array) return toHex(value);
  const bytes = of === 'identifier' && typeof value === 'string' ? decodeIdentifier(value) : undefined;
  return bytes === undefined ? undefined : toHex(bytes);
}

/** Returns the integer that a number is; undefined for a fraction, and for other values. */
export function toInteger(value: Value): bigint | undefined {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : undefined;
}
