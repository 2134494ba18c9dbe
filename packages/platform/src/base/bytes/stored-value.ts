import { bytesKey } from './bytes-key.js';
import { base64 } from '@scure/base';
import { LRUCache } from 'lru-cache';
import { asBuffer } from './as-buffer.js';

const BIGINT = '$bigint';
const BYTES = '$bytes';
const MAP = '$map';

/** Converts values of one kind to stored bytes and back: as JSON, with tagged members for types that JSON lacks. */
export interface StoredForm<Value> {
  readonly toBytes: (value: Value) => Uint8Array;
  /** Gives back what {@link StoredForm.toBytes} was given. */
  readonly fromBytes: (bytes: Uint8Array) => Value;
}

/** Creates the stored form of values of one kind; the key implies the kind. */
export const storedForm = <Value>(): StoredForm<Value> => ({
  toBytes: (value) => Buffer.from(JSON.stringify(tagged(value))),
  fromBytes: (bytes) => {
    const read: unknown = JSON.parse(asBuffer(bytes).toString('utf8'), (_name, value: unknown) =>
      untagged(value),
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only toBytes of the same form writes these bytes
    return read as Value;
  },
});

const MAX_CACHED_VALUES = 500;

/**
 * Creates the same form for values that are read far more often than they change. Cached values are shared and frozen, except
 * bytes, which nobody may change.
 */
export function cachedForm<Value extends object>(form = storedForm<Value>()): StoredForm<Value> {
  const cache = new LRUCache<string, Value>({ max: MAX_CACHED_VALUES });
  const add = (bytes: Uint8Array, value: Value): void => {
    freeze(value);
    cache.set(bytesKey(bytes), value);
  };
  return {
    toBytes: (value) => {
      const bytes = form.toBytes(value);
      add(bytes, value);
      return bytes;
    },
    fromBytes: (bytes) => {
      const known = cache.get(bytesKey(bytes));
      if (known !== undefined) return known;
      const value = form.fromBytes(bytes);
      add(bytes, value);
      return value;
    },
  };
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value))
    return;
  Object.freeze(value);
  for (const member of Object.values(value)) freeze(member);
}

function tagged(value: unknown): unknown {
  if (typeof value === 'bigint') return { [BIGINT]: String(value) };
  if (value instanceof Uint8Array) return { [BYTES]: asBuffer(value).toString('base64') };
  if (value instanceof Map) return { [MAP]: [...value].map(tagged) };
  if (Array.isArray(value)) return value.map(tagged);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, tagged(member)]));
}

function untagged(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const [[name, content] = [], ...others]: [string?, unknown?][] = Object.entries(value);
  if (others.length > 0) return value;
  if (name === BIGINT && typeof content === 'string') return BigInt(content);
  if (name === BYTES && typeof content === 'string') return base64.decode(content);
  if (name === MAP && Array.isArray(content)) return new Map<unknown, unknown>(content);
  return value;
}
