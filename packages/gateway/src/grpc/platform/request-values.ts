import { GrpcError } from '../method/grpc-error.js';

const ID_BYTES = 32;
const KEY_HASH_BYTES = 20;
const MAX_IDS = 1000;
const MAX_U16 = 0xff_ff;

/** Defines the maximum and default number of results of one query. */
export const MAX_RESULTS = 100;

/** Returns an error about a request. */
export const invalidArgument = (message: string): GrpcError => new GrpcError('invalidArgument', message);

/** Returns an identifier. @throws {GrpcError} INVALID_ARGUMENT when it has not 32 bytes */
export const readIdentifier = (bytes: Uint8Array, name: string): Uint8Array =>
  readBytes(bytes, ID_BYTES, name);

/** Returns the hash of a key. @throws {GrpcError} INVALID_ARGUMENT when it has not 20 bytes */
export const readKeyHash = (bytes: Uint8Array, name: string): Uint8Array =>
  readBytes(bytes, KEY_HASH_BYTES, name);

/** Returns bytes. @throws {GrpcError} INVALID_ARGUMENT when they are more or fewer */
export function readBytes(bytes: Uint8Array, length: number, name: string): Uint8Array {
  if (bytes.length === length) return bytes;
  throw invalidArgument(`${name} has ${bytes.length} bytes: send ${length}`);
}

/** Returns identifiers. @throws {GrpcError} INVALID_ARGUMENT when there are more than 1,000, or one has not 32 bytes */
export function readIdentifiers(list: readonly Uint8Array[], name: string): readonly Uint8Array[] {
  checkLength(list, name);
  return list.map((bytes, at) => readIdentifier(bytes, `${name}[${at}]`));
}

/** Checks the length of a list. @throws {GrpcError} INVALID_ARGUMENT when it has more than 1,000 entries */
export function checkLength(list: readonly unknown[], name: string): void {
  if (list.length > MAX_IDS)
    throw invalidArgument(`${name} has ${list.length} entries: send at most ${MAX_IDS}`);
}

/** Returns a limit from 1 to `max`; `max` when absent. @throws {GrpcError} INVALID_ARGUMENT when it is another */
export function readLimit(limit: number | undefined, name: string, max = MAX_RESULTS): number {
  if (limit === undefined) return max;
  if (limit >= 1 && limit <= max) return limit;
  throw invalidArgument(`${name} is ${limit}: send 1 to ${max}`);
}

/** Returns a number of 16 bits. @throws {GrpcError} INVALID_ARGUMENT when it has more */
export function readU16(value: number, name: string): number {
  if (value <= MAX_U16) return value;
  throw invalidArgument(`${name} is ${value}: send 0 to ${MAX_U16}`);
}

/** Returns a time in milliseconds; one that no block can have becomes the latest. */
export const readTime = (milliseconds: bigint): number =>
  Number(milliseconds < MAX_TIME ? milliseconds : MAX_TIME);

const MAX_TIME = BigInt(Number.MAX_SAFE_INTEGER) - 1n;

/** Returns each byte string once, in the order of the bytes. */
export function distinctInOrder(ids: readonly Uint8Array[]): Uint8Array[] {
  const sorted = ids.toSorted((a, b) => Buffer.compare(a, b));
  return sorted.filter((id, at) => at === 0 || Buffer.compare(id, sorted[at - 1] ?? id) !== 0);
}
