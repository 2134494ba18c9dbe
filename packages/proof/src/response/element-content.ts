import { decode, type Codec } from '@dapikit/protocol/codec';
import { unwrapElement, type Element } from '../element/element.js';
import { ProofError } from '../merk-proof/proof-error.js';

const unexpected = (text: string): ProofError => new ProofError('unexpected-element', text);

/** Returns the bytes of an item. Throws ProofError for another element. */
export function itemBytes(element: Element): Uint8Array {
  const plain = unwrapElement(element);
  if (plain.type !== 'item' && plain.type !== 'itemWithSumItem')
    throw unexpected(`expected an item, found a ${plain.type} element`);
  return plain.value;
}

/** Decodes the bytes of an item. Throws ProofError for another element, DecodeError. */
export const itemContent = <Value>(codec: Codec<Value>, element: Element): Value =>
  decode(codec, itemBytes(element));

/** Returns the unsigned integer of an item with a fixed width in big endian. Throws ProofError. */
export function itemInteger(element: Element, width: number): bigint {
  return integerOf(itemBytes(element), width);
}

/** Returns an unsigned integer with a fixed width in big endian. Throws ProofError for another width. */
export function integerOf(bytes: Uint8Array, width: number): bigint {
  if (bytes.length !== width)
    throw unexpected(`expected an integer of ${width} bytes, found ${bytes.length} bytes`);
  return bytes.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n);
}

/** Returns an unsigned integer of at most 64 bits that was written as LEB128. Throws ProofError. */
export function leb128Integer(bytes: Uint8Array): bigint {
  const isWhole = bytes.every((byte, at) => byte >= 0x80 === at < bytes.length - 1);
  const value = bytes.reduceRight((all, byte) => (all << 7n) | BigInt(byte & 0x7f), 0n);
  if (bytes.length === 0 || !isWhole || BigInt.asUintN(64, value) !== value)
    throw unexpected('expected one variable-length integer of 64 bits, found other bytes');
  return value;
}

/** Returns the number of a sum item that is not negative, such as a balance. Throws ProofError for another element. */
export function sumItemAmount(element: Element): bigint {
  const plain = unwrapElement(element);
  if (plain.type !== 'sumItem') throw unexpected(`expected a sum item, found a ${plain.type} element`);
  return notNegative(plain.sum);
}

/** Returns the sum of a sum tree that is not negative, such as votes. Throws ProofError for another element. */
export function sumTreeAmount(element: Element): bigint {
  const plain = unwrapElement(element);
  if (plain.type !== 'sumTree') throw unexpected(`expected a sum tree, found a ${plain.type} element`);
  return notNegative(plain.sum);
}

function notNegative(sum: bigint): bigint {
  if (sum < 0n) throw unexpected('the amount is negative');
  return sum;
}
