import { getInteger, getItems, getMember, type ObjectNode } from '../source/json-node.js';

/** Names how the platform stores an integer property. */
export type IntegerStorage = 'u8' | 'u16' | 'u32' | 'u64' | 'i8' | 'i16' | 'i32' | 'i64';

const UNSIGNED = [
  ['u8', 0xffn],
  ['u16', 0xffffn],
  ['u32', 0xffff_ffffn],
] as const;

const SIGNED = [
  ['i8', 0x7fn],
  ['i16', 0x7fffn],
  ['i32', 0x7fff_ffffn],
] as const;

const unsigned = (max: bigint): IntegerStorage => UNSIGNED.find(([, limit]) => max <= limit)?.[0] ?? 'u64';

const signed = (min: bigint, max: bigint): IntegerStorage =>
  SIGNED.find(([, limit]) => max <= limit && min >= -limit - 1n)?.[0] ?? 'i64';

const between = (min: bigint, max: bigint): IntegerStorage => (min >= 0n ? unsigned(max) : signed(min, max));

/**
 * Chooses how an integer property is stored: as wide as its bounds require, or as wide as the values of `enum`.
 * `exclusiveMinimum` and `exclusiveMaximum` do not count.
 *
 * Source: `packages/rs-dpp/src/data_contract/document_type/property/mod.rs` in dashpay/platform.
 * @param isSized true if the contract sizes its integers; otherwise every integer is a signed 64-bit integer.
 */
export function chooseIntegerStorage(schema: ObjectNode, isSized: boolean): IntegerStorage {
  if (!isSized) return 'i64';
  const min = getInteger(getMember(schema, 'minimum'));
  const max = getInteger(getMember(schema, 'maximum'));
  if (min !== undefined && max !== undefined) return between(min, max);
  if (min !== undefined) return min >= 0n ? 'u64' : 'i64';
  if (max !== undefined) return unsigned(max);
  const listed = getItems(getMember(schema, 'enum')).map(getInteger);
  const values = listed.filter((value) => value !== undefined);
  const [first] = values;
  if (first === undefined) return 'i64';
  if (values.length === 1) return unsigned(first);
  return between(
    values.reduce((a, b) => (a < b ? a : b)),
    values.reduce((a, b) => (a > b ? a : b)),
  );
}
