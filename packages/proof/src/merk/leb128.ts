/** Returns an unsigned integer as LEB128: 7 bits a byte, the lowest first. Source: `encode_var_vec` of the crate integer-encoding. */
export function leb128(value: bigint | number): Uint8Array {
  const bytes: number[] = [];
  let left = BigInt(value);
  for (; left >= 0x80n; left >>= 7n) bytes.push(Number(left & 0x7fn) | 0x80);
  return Uint8Array.of(...bytes, Number(left));
}
