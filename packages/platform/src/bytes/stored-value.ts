import { base64 } from '@scure/base';

const BIGINT = '$bigint';
const BYTES = '$bytes';
const MAP = '$map';

/** A value of the state as bytes: JSON, with a member for what JSON does not know. {@link storedValue} gives it back. */
export const storedBytes = (value: unknown): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(tagged(value)));

/** The value that {@link storedBytes} was given; the caller knows from the key what it is. */
export function storedValue(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes), (_name, value: unknown) => untagged(value));
}

function tagged(value: unknown): unknown {
  if (typeof value === 'bigint') return { [BIGINT]: String(value) };
  if (value instanceof Uint8Array) return { [BYTES]: base64.encode(value) };
  if (value instanceof Map) return { [MAP]: [...value].map(tagged) };
  if (Array.isArray(value)) return value.map(tagged);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, tagged(member)]));
}

function untagged(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const [[name, content] = [], ...others]: [string?, unknown?][] = Object.entries(value);
  if (others.length > 0) return value;
  if (name === BIGINT && typeof content === 'string') return BigInt(content);
  if (name === BYTES && typeof content === 'string') return base64.decode(content);
  if (name === MAP && Array.isArray(content)) return new Map<unknown, unknown>(content);
  return value;
}
