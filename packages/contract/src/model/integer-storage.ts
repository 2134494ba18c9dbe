import { integerOf, itemsOf, member, type ObjectNode } from '../source/json-node.js';

/** How the platform stores an integer property. */
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

const unsigned = (most: bigint): IntegerStorage => UNSIGNED.find(([, limit]) => most <= limit)?.[0] ?? 'u64';

const signed = (least: bigint, most: bigint): IntegerStorage =>
  SIGNED.find(([, limit]) => most <= limit && least >= -limit - 1n)?.[0] ?? 'i64';

const between = (least: bigint, most: bigint): IntegerStorage =>
  least >= 0n ? unsigned(most) : signed(least, most);

/**
 * How an integer property is stored: as wide as its bounds ask for, or as wide as the values that `enum` lists.
 * `exclusiveMinimum` and `exclusiveMaximum` are not looked at.
 *
 * Source: `packages/rs-dpp/src/data_contract/document_type/property/mod.rs` in dashpay/platform.
 * @param isSized whether the contract sizes its integers; without that every integer takes 64 bits, signed.
 */
export function integerStorage(schema: ObjectNode, isSized: boolean): IntegerStorage {
  if (!isSized) return 'i64';
  const least = integerOf(member(schema, 'minimum'));
  const most = integerOf(member(schema, 'maximum'));
  if (least !== undefined && most !== undefined) return between(least, most);
  if (least !== undefined) return least >= 0n ? 'u64' : 'i64';
  if (most !== undefined) return unsigned(most);
  const listed = itemsOf(member(schema, 'enum')).map(integerOf);
  const values = listed.filter((value) => value !== undefined);
  const [first] = values;
  if (first === undefined) return 'i64';
  if (values.length === 1) return unsigned(first);
  return between(
    values.reduce((a, b) => (a < b ? a : b)),
    values.reduce((a, b) => (a > b ? a : b)),
  );
}
