import type { Value } from '@dapikit/protocol';

/** Returns JSON as a dynamic value. */
export function jsonValue(json: unknown): Value {
  if (typeof json === 'string') return { type: 'text', value: json };
  if (typeof json === 'boolean') return { type: 'bool', value: json };
  if (typeof json === 'bigint' || Number.isSafeInteger(json)) return integerValue(BigInt(String(json)));
  if (typeof json === 'number') return { type: 'float', value: json };
  if (json instanceof Uint8Array) return { type: 'bytes', value: json };
  if (Array.isArray(json)) return { type: 'array', value: json.map(jsonValue) };
  if (typeof json !== 'object' || json === null) return { type: 'null', value: null };
  return {
    type: 'map',
    value: Object.entries(json).map(([name, member]) => [{ type: 'text', value: name }, jsonValue(member)]),
  };
}

const integerValue = (value: bigint): Value => ({ type: value < 0n ? 'i64' : 'u64', value });
