import { decode } from 'cborg';
import { invalidArgument } from './request-values.js';

/** No query that the platform answers takes more: 100 values of an index have 25 KB. */
const MAX_CLAUSE_BYTES = 65_536;

const UNSIGNED_BIGNUM = 2;
const NEGATIVE_BIGNUM = 3;

/** No property has more: integers have up to 128 bits. A longer one would be written in decimal, which takes time with the square of its length. */
const MAX_BIGNUM_BYTES = 32;

/** Returns the integer of a byte string, the first byte first. */
function bignum(content: unknown): bigint {
  if (!(content instanceof Uint8Array)) throw new RangeError('a bignum is a byte string');
  if (content.length > MAX_BIGNUM_BYTES)
    throw new RangeError(`an integer has ${content.length} bytes: send at most ${MAX_BIGNUM_BYTES}`);
  return BigInt(`0x0${Buffer.from(content).toString('hex')}`);
}

/**
 * Reads `where` or `order_by` of version 0: a list of clauses in CBOR. Integers beyond 2^53 are `bigint`; nothing where there are no
 * bytes. Malformed clauses of `order_by` are rejected later, where the network drops them.
 *
 * @throws {GrpcError} INVALID_ARGUMENT when the bytes are no CBOR, or more than 65,536
 */
export function readClauses(bytes: Uint8Array, name: string): unknown {
  if (bytes.length === 0) return undefined;
  if (bytes.length > MAX_CLAUSE_BYTES)
    throw invalidArgument(`${name} has ${bytes.length} bytes: send at most ${MAX_CLAUSE_BYTES}`);
  let clauses: unknown;
  try {
    clauses = decode(bytes, {
      coerceUndefinedToNull: true,
      tags: {
        [UNSIGNED_BIGNUM]: (content) => bignum(content()),
        [NEGATIVE_BIGNUM]: (content) => -1n - bignum(content()),
      },
    });
  } catch (cause) {
    throw invalidArgument(`${name} is not CBOR: ${cause instanceof Error ? cause.message : 'malformed'}`);
  }
  return clauses ?? undefined;
}
