import { base58 } from '@scure/base';

const ID_BYTES = 32;
/** Fields that are the same in nearly every request. */
const LEFT_OUT: ReadonlySet<string> = new Set(['prove', 'selects']);
const MAX_LIST = 3;
const MAX_DEPTH = 3;

/**
 * Returns the fields of a gRPC message for a log: those of its version, identifiers in base58, hashes in hexadecimal digits, other bytes as
 * they are.
 * @param isBrief leaves out everything but numbers and identifiers
 */
export function grpcMembers(message: object, isBrief: boolean): Readonly<Record<string, unknown>> {
  const { version } = { version: undefined, ...message };
  const inner = oneOfValue(version) ?? message;
  return Object.fromEntries(
    Object.entries(inner)
      .filter(([name]) => !name.startsWith('$') && !LEFT_OUT.has(name))
      .map(([name, value]) => [name, plain(name, value, isBrief, 0)] as const)
      .filter(([, value]) => value !== undefined && value !== '' && value !== false),
  );
}

/** Returns the value of a choice of fields. */
function oneOfValue(value: unknown): object | undefined {
  if (typeof value !== 'object' || value === null || !('case' in value) || !('value' in value))
    return undefined;
  return typeof value.value === 'object' && value.value !== null ? value.value : undefined;
}

function plain(name: string, value: unknown, isBrief: boolean, depth: number): unknown {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (value instanceof Uint8Array) {
    if (value.length !== ID_BYTES) return isBrief ? undefined : value;
    return /hash/i.test(name) ? Buffer.from(value).toString('hex') : base58.encode(value);
  }
  if (typeof value !== 'object' || value === null) return isBrief ? undefined : value;
  if (depth >= MAX_DEPTH) return undefined;
  if (Array.isArray(value)) {
    const shown = value.slice(0, MAX_LIST).map((one) => plain(name, one, isBrief, depth + 1));
    return value.length === 0 || shown.includes(undefined)
      ? undefined
      : [...shown, ...(value.length > MAX_LIST ? [`${value.length - MAX_LIST} more`] : [])];
  }
  if ('case' in value && 'value' in value) return plain(name, value.value, isBrief, depth);
  const members = Object.entries(value)
    .filter(([member]) => !member.startsWith('$'))
    .map(([member, one]) => [member, plain(member, one, isBrief, depth + 1)] as const)
    .filter(([, one]) => one !== undefined);
  return members.length === 0 ? undefined : Object.fromEntries(members);
}
