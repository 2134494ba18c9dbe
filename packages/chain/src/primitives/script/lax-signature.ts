const SEQUENCE_TAG = 0x30;
const INTEGER_TAG = 0x02;
const LONG_FORM = 0x80;
/** A long-form length may use this many bytes behind its leading zeros. */
const MAX_LENGTH_BYTES = 3;
const SCALAR_SIZE = 32;

const ORDER = Buffer.from('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141', 'hex');

/**
 * Parses R and S, 32 bytes each, of a signature in DER or in something like it: consensus has always taken negative numbers,
 * needless zeros, long lengths and anything behind S. Where R or S is not below the curve's order both are zero, which
 * never verifies. Undefined where the bytes cannot be read at all.
 *
 * Source: ecdsa_signature_parse_der_lax in `src/pubkey.cpp`, dashpay/dash.
 */
export function parseLaxSignature(signature: Uint8Array): Uint8Array | undefined {
  if (signature[0] !== SEQUENCE_TAG) return undefined;
  const body = behindSequenceLength(signature);
  const r = body === undefined ? undefined : readInteger(signature, body);
  const s = r === undefined ? undefined : readInteger(signature, r.end);
  if (r === undefined || s === undefined) return undefined;
  const compact = new Uint8Array(2 * SCALAR_SIZE);
  const inRange = copyScalar(compact, 0, signature, r) && copyScalar(compact, SCALAR_SIZE, signature, s);
  return inRange ? compact : compact.fill(0);
}

/** Where one integer's bytes lie. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Returns the sequence's length is skipped unread, in whichever form. */
function behindSequenceLength(bytes: Uint8Array): number | undefined {
  const length = bytes[1];
  if (length === undefined) return undefined;
  const end = length & LONG_FORM ? 2 + length - LONG_FORM : 2;
  return end > bytes.length ? undefined : end;
}

function readInteger(bytes: Uint8Array, tag: number): Span | undefined {
  const form = bytes[tag + 1];
  if (bytes[tag] !== INTEGER_TAG || form === undefined) return undefined;
  const lengthEnd = tag + 2 + (form & LONG_FORM ? form - LONG_FORM : 0);
  if (lengthEnd > bytes.length) return undefined;
  const length = form & LONG_FORM ? longLength(bytes.subarray(tag + 2, lengthEnd)) : form;
  if (length === undefined || length > bytes.length - lengthEnd) return undefined;
  return { start: lengthEnd, end: lengthEnd + length };
}

function longLength(bytes: Uint8Array): number | undefined {
  const digits = withoutLeadingZeros(bytes);
  if (digits.length > MAX_LENGTH_BYTES) return undefined;
  return digits.reduce((length, byte) => length * 256 + byte, 0);
}

function copyScalar(target: Uint8Array, offset: number, bytes: Uint8Array, { start, end }: Span): boolean {
  const digits = withoutLeadingZeros(bytes.subarray(start, end));
  if (digits.length > SCALAR_SIZE) return false;
  target.set(digits, offset + SCALAR_SIZE - digits.length);
  return Buffer.compare(target.subarray(offset, offset + SCALAR_SIZE), ORDER) < 0;
}

function withoutLeadingZeros(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first === -1 ? bytes.subarray(bytes.length) : bytes.subarray(first);
}
