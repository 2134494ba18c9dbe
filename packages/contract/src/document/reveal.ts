import { sha256 } from '@noble/hashes/sha2.js';
import type { DocumentType } from '../model/contract-model.js';
import { getInteger, getMember, getText } from '../source/json-node.js';
import type { Data } from './data.js';
import type { HashParam } from './reference-model.js';

/** Says which value keeps a commitment from being revealed. */
export interface PreimageFault {
  readonly property: string;
  readonly reason: string;
}

/** Finds a value by path: `.` is the value that carries the reference. */
export type FindValue = (path: string) => Data | undefined;

/**
 * Joins the bytes of the values that a commitment hashes.
 *
 * Source: `lookup_preimage.rs` in `packages/rs-dpp` of dashpay/platform.
 * @returns the bytes, or the first value that is absent or holds the separator behind it.
 */
export function joinPreimage(
  type: DocumentType,
  params: readonly HashParam[],
  find: FindValue,
): Uint8Array | PreimageFault {
  const parts: number[] = [];
  for (const [at, param] of params.entries()) {
    if (param.kind === 'constant') {
      parts.push(...new TextEncoder().encode(param.text));
      continue;
    }
    const property = param.kind === 'value' ? '.' : param.path;
    const bytes = toBytes(find(property));
    if (bytes === undefined) return { property, reason: 'the value is absent' };
    const separator = findSeparator(type, params, at);
    if (separator !== undefined && bytes.includes(separator))
      return {
        property,
        reason: `the value holds "${String.fromCharCode(separator)}", the separator behind it`,
      };
    for (const byte of bytes) parts.push(byte);
  }
  return Uint8Array.from(parts);
}

/** Hashes bytes twice. */
export const hashTwice = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));

function toBytes(value: Data | undefined): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value;
  return typeof value === 'string' ? new TextEncoder().encode(value) : undefined;
}

/** Returns the byte that a value cannot hold: it ends the value where another one of variable length follows. */
function findSeparator(type: DocumentType, params: readonly HashParam[], at: number): number | undefined {
  const isVariable = (param: HashParam | undefined): boolean =>
    param !== undefined && hasVariableLength(type, param);
  const next = params[at + 1];
  if (!isVariable(params[at]) || !params.slice(at + 1).some(isVariable) || next?.kind !== 'constant')
    return undefined;
  const bytes = new TextEncoder().encode(next.text);
  return bytes.length === 1 ? bytes[0] : undefined;
}

function hasVariableLength(type: DocumentType, param: HashParam): boolean {
  if (param.kind !== 'path') return false;
  const schema = type.fields.get(param.path)?.schema;
  if (getText(getMember(schema, 'type')) === 'string') return true;
  const min = getInteger(getMember(schema, 'minItems'));
  return min === undefined || min !== getInteger(getMember(schema, 'maxItems'));
}
