import { PlatformError } from '../../base/errors/platform-error.js';
import { concatBytes } from '../../base/bytes/concat-bytes.js';
import type { DocumentTypeDescription } from '@dapikit/contract';
import { ByteReader, encodeLeb128 } from '../../base/bytes/byte-source.js';
import { integerBytes } from '../../base/bytes/integer-bytes.js';
import { TIME_NAMES, timeStorage, type Document } from './document.js';
import type { TimeName } from '@dapikit/protocol';
import { decodeProperties, encodeProperties } from './binary-properties.js';

/** The form since protocol 10, and that with the version of the contract in front. */
const PLAIN = 2;
const STAMPED = 3;
const IDENTIFIER_BYTES = 32;

/**
 * Returns a document as bytes: version 2 of the network's form, which protocol 10 brought, or version 3 of protocol 14 where it has the
 * version of its contract. Documents are stored so, and the length
 * of these bytes is what storage is charged for.
 *
 * Source: `packages/rs-dpp/src/document/v0/serialize.rs` in dashpay/platform.
 * @throws {RangeError} when a required property is missing or a value does not fit its type.
 */
export function encodeDocument(type: DocumentTypeDescription, document: Document): Uint8Array {
  const { id, ownerId, creatorId, revision, price, data } = document;
  const { contractVersion } = document;
  const parts =
    contractVersion === undefined
      ? [Uint8Array.of(PLAIN), id, ownerId]
      : [Uint8Array.of(STAMPED), encodeLeb128(BigInt(contractVersion)), id, ownerId];
  if (changesHands(type)) parts.push(optional(creatorId));
  if (type.requiresRevision) parts.push(encodeLeb128(revision ?? 1n));
  parts.push(encodeTimes(document));
  if (isSold(type)) parts.push(optional(price === undefined ? undefined : integerBytes(price, 8)));
  parts.push(encodeProperties(type.properties, data, { contractVersion: contractVersion ?? 0 }));
  return concatBytes(parts);
}

/**
 * Reports a stored document that cannot be read: an update of the contract changed how its type is laid out, which the network
 * accepts although it cannot read the document either (`update-integer-width`).
 */
export class UnreadableDocumentError extends PlatformError {
  override readonly name = 'UnreadableDocumentError';
  readonly reason = 'unreadable-document';
}

/**
 * Decodes the bytes of {@link encodeDocument}. An optional object without any of its properties is missing in the result, as on the network.
 *
 * @throws {UnreadableDocumentError} when the bytes are no document of the type.
 */
export function decodeDocument(type: DocumentTypeDescription, bytes: Uint8Array): Document {
  try {
    return decoded(type, bytes);
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    throw new UnreadableDocumentError(
      `a document of type "${type.name}" does not match its type (${error.message}): revert the last update of the contract, or read documents written after it`,
      { cause: error },
    );
  }
}

function decoded(type: DocumentTypeDescription, bytes: Uint8Array): Document {
  const source = new ByteReader(bytes);
  const version = source.byte();
  if (version !== PLAIN && version !== STAMPED)
    throw new RangeError(`expected a document of version ${PLAIN} or ${STAMPED}, found ${version}`);
  const contractVersion = version === STAMPED ? Number(source.leb128()) : undefined;
  const id = source.take(IDENTIFIER_BYTES);
  const ownerId = source.take(IDENTIFIER_BYTES);
  const creatorId = changesHands(type) && source.byte() > 0 ? source.take(IDENTIFIER_BYTES) : undefined;
  const revision = type.requiresRevision ? source.leb128() : undefined;
  const { times, ...moderated } = decodeTimes(source, version);
  const price = isSold(type) && source.byte() > 0 ? source.unsigned(8) : undefined;
  const data = decodeProperties(type.properties, source, { contractVersion: contractVersion ?? 0 });
  if (source.remaining > 0) throw new RangeError(`the document has ${source.remaining} bytes too many`);
  return {
    id,
    ownerId,
    ...(creatorId === undefined ? {} : { creatorId }),
    ...(revision === undefined ? {} : { revision }),
    ...(price === undefined ? {} : { price }),
    ...(contractVersion === undefined ? {} : { contractVersion }),
    times,
    ...moderated,
    data,
  };
}

const changesHands = ({ transferable, tradeMode }: DocumentTypeDescription): boolean =>
  transferable !== 0 || tradeMode !== 0;

const isSold = ({ tradeMode }: DocumentTypeDescription): boolean => tradeMode !== 0;

const optional = (bytes: Uint8Array | undefined): Uint8Array =>
  bytes === undefined ? Uint8Array.of(0) : concatBytes([Uint8Array.of(1), bytes]);

const byteLength = (time: TimeName): number => (timeStorage(time) === 'u32' ? 4 : 8);

/** Bits behind those of the times: when moderators changed the document, and who. */
const MODERATED_AT = 1 << TIME_NAMES.length;
const MODERATED_BY = MODERATED_AT << 1;

type Times = Pick<Document, 'times' | 'moderatedAt' | 'moderatedBy'>;

/** Returns a bit for each time that is there, then these times, and who moderated the document. */
function encodeTimes({ times, moderatedAt, moderatedBy }: Times): Uint8Array {
  const present = TIME_NAMES.filter((name) => times[name] !== undefined);
  const flags = present.reduce(
    (sum, name) => sum | (1 << TIME_NAMES.indexOf(name)),
    (moderatedAt === undefined ? 0 : MODERATED_AT) | (moderatedBy === undefined ? 0 : MODERATED_BY),
  );
  const values = present.map((name) => integerBytes(BigInt(times[name] ?? 0), byteLength(name)));
  if (moderatedAt !== undefined) values.push(integerBytes(moderatedAt, 8));
  return concatBytes([
    integerBytes(BigInt(flags), 2),
    ...values,
    ...(moderatedBy === undefined ? [] : [moderatedBy]),
  ]);
}

function decodeTimes(source: ByteReader, version: number): Times {
  const flags = Number(source.unsigned(2));
  const times: Partial<Record<TimeName, bigint | number>> = {};
  for (const [at, name] of TIME_NAMES.entries()) {
    if ((flags & (1 << at)) === 0) continue;
    const value = source.unsigned(byteLength(name));
    times[name] = timeStorage(name) === 'u32' ? Number(value) : value;
  }
  if (version !== STAMPED) return { times };
  return {
    times,
    ...((flags & MODERATED_AT) === 0 ? {} : { moderatedAt: source.unsigned(8) }),
    ...((flags & MODERATED_BY) === 0 ? {} : { moderatedBy: source.take(IDENTIFIER_BYTES) }),
  };
}
