import { integerBytes, readInteger } from '../../base/bytes/integer-bytes.js';
import type { TypeLocation } from './key-spaces.js';
import { spaceKey } from './space-key.js';

/**
 * Lists the space of documents that expire.
 *
 * | First byte | Key behind it | Value |
 * | --- | --- | --- |
 * | 18 | milliseconds (8 bytes), contract id, document id, type | empty: the document expires then |
 */
export const EXPIRY_SPACES = { expirations: 0x18 } as const;

const TIME_BYTES = 8;
const ID_BYTES = 32;

/** Names a document that expires. */
export interface Expiration {
  /** Milliseconds since the beginning of 1970. */
  readonly time: bigint;
  readonly location: TypeLocation;
  readonly documentId: Uint8Array;
}

/** Returns the key of a document that expires. */
export const documentExpiryKey = ({ time, location, documentId }: Expiration): Uint8Array =>
  spaceKey(
    EXPIRY_SPACES.expirations,
    integerBytes(time, TIME_BYTES),
    location.contractId,
    documentId,
    Buffer.from(location.documentType),
  );

/** Returns the key that is behind those of a time, and before those of later ones. */
export const behindExpirations = (time: bigint): Uint8Array =>
  spaceKey(EXPIRY_SPACES.expirations, integerBytes(time + 1n, TIME_BYTES));

/** Decodes the key of a document that expires. @throws {RangeError} when it is too short. */
export function readExpiration(key: Uint8Array): Expiration {
  const contractAt = 1 + TIME_BYTES;
  const documentAt = contractAt + ID_BYTES;
  const typeAt = documentAt + ID_BYTES;
  if (key.length <= typeAt) throw new RangeError(`expected more than ${typeAt} bytes, found ${key.length}`);
  return {
    time: readInteger(key.subarray(1, contractAt), false),
    location: {
      contractId: Uint8Array.from(key.subarray(contractAt, documentAt)),
      documentType: new TextDecoder().decode(key.subarray(typeAt)),
    },
    documentId: Uint8Array.from(key.subarray(documentAt, typeAt)),
  };
}
