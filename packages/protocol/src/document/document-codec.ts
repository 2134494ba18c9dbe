import type { DocumentTypeDescription } from '@dapikit/contract';
import { identifier } from '../codec/bytes.js';
import type { Codec } from '../codec/codec.js';
import { errorInside, jsonError } from '../codec/decode-error.js';
import { EncodeError } from '../codec/encode-error.js';
import { integerJson, u32, u64 } from '../codec/integers.js';
import { isJsonObject, setMember, type Json, type JsonObject } from '../codec/json.js';
import type { Reader } from '../codec/reader.js';
import type { Writer } from '../codec/writer.js';
import { readInteger, readLeb128, writeInteger, writeLeb128 } from './fixed-integers.js';
import { DOCUMENT_TIMES, type StoredDocument, type TimeName } from './stored-document.js';
import {
  propertiesFromJson,
  propertiesToJson,
  readProperties,
  writeProperties,
  type PropertyLayout,
} from './stored-properties.js';

const VERSIONS = [0, 1, 2, 3] as const;
const U16 = { bytes: 2, isSigned: false };
const U64 = { bytes: 8, isSigned: false };

/**
 * Defines documents of a type as bytes. The layout follows from the type: a document cannot be read without its contract. It is not
 * bincode: integers have fixed widths, lengths are in LEB128. Flags other than zero are true, as in the official decoder.
 *
 * Source: `packages/rs-dpp/src/document/v0/serialize.rs` of dashpay/platform.
 */
export function documentCodec(type: DocumentTypeDescription): Codec<StoredDocument> {
  const changesHands = type.transferable !== 0 || type.tradeMode !== 0;
  const isSold = type.tradeMode !== 0;
  const layoutOf = ({
    formatVersion,
    contractVersion,
  }: Pick<StoredDocument, 'formatVersion' | 'contractVersion'>): PropertyLayout => ({
    properties: type.properties,
    isDocument: true,
    hasWideIntegers: formatVersion === 0,
    contractVersion: Number(contractVersion ?? 0n),
  });
  return {
    description: {
      kind: 'primitive',
      name: `document of type ${type.name}`,
      bytes:
        'version, contract version (in version 3), id, owner id, creator id, revision, times, price, properties by position',
      json: 'object with the properties, and the fields of the system under names with $',
    },
    decode: (reader) => {
      const formatVersion = readVersion(reader);
      const stamp = formatVersion === 3 ? { contractVersion: readLeb128(reader) } : {};
      const id = identifier.decode(reader);
      const ownerId = identifier.decode(reader);
      const hasCreator = formatVersion >= 2 && changesHands && reader.u8() > 0;
      const creatorId = hasCreator ? identifier.decode(reader) : undefined;
      const revision = type.requiresRevision ? readLeb128(reader) : undefined;
      const moments = readTimes(reader, formatVersion);
      const price = isSold && reader.u8() > 0 ? readInteger(reader, U64) : undefined;
      const data = readProperties(reader, layoutOf({ formatVersion, ...stamp }));
      return { formatVersion, ...stamp, id, ownerId, creatorId, revision, ...moments, price, data };
    },
    encode: (writer, document) => {
      writeLeb128(writer, BigInt(document.formatVersion));
      if (document.formatVersion === 3) writeLeb128(writer, document.contractVersion ?? 1n);
      identifier.encode(writer, document.id);
      identifier.encode(writer, document.ownerId);
      if (document.formatVersion >= 2 && changesHands) {
        writer.u8(document.creatorId === undefined ? 0 : 1);
        if (document.creatorId !== undefined) identifier.encode(writer, document.creatorId);
      }
      if (type.requiresRevision) writeLeb128(writer, document.revision ?? 1n);
      writeTimes(writer, document);
      if (isSold) {
        writer.u8(document.price === undefined ? 0 : 1);
        if (document.price !== undefined) writeInteger(writer, U64, document.price);
      }
      writeProperties(writer, layoutOf(document), document.data);
    },
    toJson: (document) => documentToJson(type, document),
    fromJson: (json) => documentFromJson(type, json),
  };
}

function documentToJson(type: DocumentTypeDescription, document: StoredDocument): JsonObject {
  const { id, ownerId, creatorId, revision, price, times, moderatedAt, moderatedBy } = document;
  const json: JsonObject = { $formatVersion: `${document.formatVersion}` };
  if (document.contractVersion !== undefined)
    json['$contractVersion'] = integerJson(document.contractVersion);
  json['$id'] = identifier.toJson(id);
  json['$ownerId'] = identifier.toJson(ownerId);
  for (const [name, value] of Object.entries(propertiesToJson(type.properties, document.data)))
    setMember<Json>(json, name, value);
  json['$revision'] = revision === undefined ? null : integerJson(revision);
  for (const { name } of DOCUMENT_TIMES) {
    const time = times[name];
    json[name] = time === undefined ? null : integerJson(time);
  }
  if (moderatedAt !== undefined) json['$moderatedAt'] = integerJson(moderatedAt);
  if (moderatedBy !== undefined) json['$moderatedBy'] = identifier.toJson(moderatedBy);
  json['$creatorId'] = creatorId === undefined ? null : identifier.toJson(creatorId);
  if (price !== undefined) json['$price'] = integerJson(price);
  return json;
}

function documentFromJson(type: DocumentTypeDescription, json: unknown): StoredDocument {
  if (!isJsonObject(json)) throw jsonError('an object', json);
  const formatVersion = VERSIONS.find((version) => String(version) === json['$formatVersion']);
  if (formatVersion === undefined)
    throw jsonError(`$formatVersion: one of ${VERSIONS.join(', ')}`, json['$formatVersion']);
  const contractVersion = optionalMember(json, '$contractVersion', u64);
  const moderatedAt = optionalMember(json, '$moderatedAt', u64);
  const moderatedBy = optionalMember(json, '$moderatedBy', identifier);
  return {
    formatVersion,
    ...(contractVersion === undefined ? {} : { contractVersion }),
    id: member(json, '$id', identifier),
    ownerId: member(json, '$ownerId', identifier),
    creatorId: optionalMember(json, '$creatorId', identifier),
    revision: optionalMember(json, '$revision', u64),
    times: timesFromJson(json),
    ...(moderatedAt === undefined ? {} : { moderatedAt }),
    ...(moderatedBy === undefined ? {} : { moderatedBy }),
    price: optionalMember(json, '$price', u64),
    data: propertiesFromJson(type.properties, json),
  };
}

function readVersion(reader: Reader): StoredDocument['formatVersion'] {
  const at = reader.offset;
  const read = readLeb128(reader);
  const version = VERSIONS.find((known) => BigInt(known) === read);
  if (version === undefined)
    throw reader.error('unknown-variant', 'the version of a document (0 to 3)', `${read}`, at);
  return version;
}

/** Flags behind those of the times: when moderators changed the document, and who. */
const MODERATED_AT = 1 << DOCUMENT_TIMES.length;
const MODERATED_BY = MODERATED_AT << 1;

type Times = Pick<StoredDocument, 'times' | 'moderatedAt' | 'moderatedBy'>;

function readTimes(reader: Reader, formatVersion: StoredDocument['formatVersion']): Times {
  const flags = Number(readInteger(reader, U16));
  const times: Partial<Record<TimeName, bigint>> = {};
  for (const [bit, { name, bytes }] of DOCUMENT_TIMES.entries())
    if ((flags & (1 << bit)) !== 0) times[name] = readInteger(reader, { bytes, isSigned: false });
  if (formatVersion < 3) return { times };
  return {
    times,
    ...((flags & MODERATED_AT) === 0 ? {} : { moderatedAt: readInteger(reader, U64) }),
    ...((flags & MODERATED_BY) === 0 ? {} : { moderatedBy: identifier.decode(reader) }),
  };
}

function writeTimes(writer: Writer, { times, moderatedAt, moderatedBy }: Times): void {
  const flags = DOCUMENT_TIMES.reduce(
    (sum, { name }, bit) => sum | (times[name] === undefined ? 0 : 1 << bit),
    (moderatedAt === undefined ? 0 : MODERATED_AT) | (moderatedBy === undefined ? 0 : MODERATED_BY),
  );
  writeInteger(writer, U16, BigInt(flags));
  for (const { name, bytes } of DOCUMENT_TIMES) {
    const time = times[name];
    if (time === undefined) continue;
    if (time < 0n) throw new EncodeError(`${name} from 0 on`, String(time));
    writeInteger(writer, { bytes, isSigned: false }, time);
  }
  if (moderatedAt !== undefined) writeInteger(writer, U64, moderatedAt);
  if (moderatedBy !== undefined) identifier.encode(writer, moderatedBy);
}

function timesFromJson(json: Readonly<Record<string, unknown>>): StoredDocument['times'] {
  const times: Partial<Record<TimeName, bigint>> = {};
  for (const { name, bytes } of DOCUMENT_TIMES) {
    const time = bytes === 8 ? optionalMember(json, name, u64) : optionalMember(json, name, u32);
    if (time !== undefined) times[name] = BigInt(time);
  }
  return times;
}

function member<Value>(json: Readonly<Record<string, unknown>>, name: string, codec: Codec<Value>): Value {
  try {
    return codec.fromJson(json[name]);
  } catch (error) {
    throw errorInside(error, name);
  }
}

function optionalMember<Value>(
  json: Readonly<Record<string, unknown>>,
  name: string,
  codec: Codec<Value>,
): Value | undefined {
  const given = json[name];
  return given === undefined || given === null ? undefined : member(json, name, codec);
}
