/**
 * Lists the types of signature hashes. The last byte of a signature defines what it covers: one of ALL, NONE and
 * SINGLE, with or without ANYONECANPAY.
 *
 * Source: `src/script/interpreter.h` in dashpay/dash.
 */
export const SIGNATURE_HASH_TYPES = {
  /** All inputs and all outputs. */
  ALL: 1,
  /** All inputs, no output. */
  NONE: 2,
  /** All inputs, and the output at the input's own position. */
  SINGLE: 3,
  /** Added to one of the others: only the input that is signed. */
  ANYONECANPAY: 0x80,
} as const;

const BASE_MASK = 0x1f;

/** Returns the kind of outputs that a hash type covers, as in consensus: any type other than NONE or SINGLE is ALL. */
export function coveredOutputs(hashType: number): 'ALL' | 'NONE' | 'SINGLE' {
  const base = hashType & BASE_MASK;
  if (base === SIGNATURE_HASH_TYPES.NONE) return 'NONE';
  return base === SIGNATURE_HASH_TYPES.SINGLE ? 'SINGLE' : 'ALL';
}

export function coversOneInput(hashType: number): boolean {
  return (hashType & SIGNATURE_HASH_TYPES.ANYONECANPAY) !== 0;
}

/** Returns whether a hash type is one that STRICTENC knows. */
export function isDefinedHashType(hashType: number): boolean {
  const base = hashType & ~SIGNATURE_HASH_TYPES.ANYONECANPAY;
  return base >= SIGNATURE_HASH_TYPES.ALL && base <= SIGNATURE_HASH_TYPES.SINGLE;
}
