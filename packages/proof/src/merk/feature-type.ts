import {
  DecodeError,
  EncodeError,
  unzigzag,
  zigzag,
  type Codec,
  type Reader,
  type Writer,
} from '@dapikit/protocol/codec';
import { readLeb128, writeLeb128 } from './leb128.js';
import { TREE_KIND_NAMES, TREE_KINDS, type Aggregate, type TreeKind } from './tree-kind.js';

/**
 * Describes the data of a node in addition to its key and value: the kind of its tree and its own contribution to the
 * aggregates.
 */
export interface FeatureType extends Aggregate {
  readonly kind: TreeKind;
}

/** Reads 128 bits in big endian and two's complement. */
function readWideSum(reader: Reader): bigint {
  let value = 0n;
  for (const byte of reader.bytes(16)) value = (value << 8n) | BigInt(byte);
  return BigInt.asIntN(128, value);
}

function writeWideSum(writer: Writer, sum: bigint): void {
  const value = BigInt.asUintN(128, sum);
  for (let shift = 120n; shift >= 0n; shift -= 8n) writer.u8(Number((value >> shift) & 0xffn));
}

/**
 * Defines a feature type: a tag byte, then the count as LEB128, then the sum as zigzag LEB128 (128 bits in big endian for a big sum).
 * Source: `Encode for TreeFeatureType` in grovedb `grovedb-query/src/proofs/tree_feature_type.rs`.
 */
export const featureType: Pick<Codec<FeatureType>, 'decode' | 'encode'> = {
  decode: (reader) => {
    const offset = reader.offset;
    const tag = reader.u8();
    const kind = TREE_KIND_NAMES[tag];
    if (kind === undefined)
      throw new DecodeError({
        reason: 'unknown-variant',
        expected: `a feature type (0 to ${TREE_KIND_NAMES.length - 1})`,
        found: `${tag}`,
        offset,
      });
    const { hasCount, sumBits } = TREE_KINDS[kind];
    const count = hasCount ? readLeb128(reader, 64) : 0n;
    if (sumBits === undefined) return { kind, count, sum: 0n };
    return { kind, count, sum: sumBits === 128 ? readWideSum(reader) : unzigzag(readLeb128(reader, 64)) };
  },
  encode: (writer, { kind, count, sum }) => {
    const { hasCount, sumBits } = TREE_KINDS[kind];
    if (count < 0n || BigInt.asUintN(64, count) !== count)
      throw new EncodeError('a count of 64 bits', `${count}`);
    if (sumBits !== undefined && BigInt.asIntN(sumBits, sum) !== sum)
      throw new EncodeError(`a sum of ${sumBits} bits`, `${sum}`);
    writer.u8(TREE_KIND_NAMES.indexOf(kind));
    if (hasCount) writeLeb128(writer, count);
    if (sumBits === 64) writeLeb128(writer, zigzag(sum));
    if (sumBits === 128) writeWideSum(writer, sum);
  },
};
