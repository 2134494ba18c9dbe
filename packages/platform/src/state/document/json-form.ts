import { PlatformError } from '../../base/errors/platform-error.js';
import { base64 } from '@scure/base';
import type { DocumentTypeDescription, PropertyDescription, StorageType } from '@dapikit/contract';
import { identifierText } from '../../base/bytes/identifier.js';
import {
  isList,
  TIME_NAMES,
  timeStorage,
  type Document,
  type DocumentData,
  type DocumentValue,
} from './document.js';
import { readIdentifier, readValue, roundingFix } from '@dapikit/proof/document-query';

/** Describes a document as JSON: what `JSON.stringify` takes. */
export interface DocumentJson {
  readonly [name: string]: JsonValue;
}
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

/** Rejects data that no document of the type can store. */
export class MalformedDocumentError extends PlatformError {
  override readonly name = 'MalformedDocumentError';
  readonly reason = 'malformed-document';

  constructor(problem: string) {
    super(problem, { at: '/data' });
  }
}

/**
 * Returns a document as JSON. Identifiers are base58, byte arrays base64, integers numbers, or decimal text where a number would
 * not be exact; fields of the system that the document does not have are null.
 *
 * @param contractId base58: documents of one page share it.
 */
export function documentToJson(
  type: DocumentTypeDescription,
  contractId: string,
  document: Document,
): DocumentJson {
  const { id, ownerId, creatorId, revision, price, times, moderatedAt, moderatedBy, data } = document;
  const json: Record<string, JsonValue> = {
    $formatVersion: '0',
    $id: identifierText(id),
    $ownerId: identifierText(ownerId),
    ...dataToJson(type.properties, data),
  };
  if (price !== undefined) json['$price'] = integerJson(price);
  json['$revision'] = integerJson(revision);
  for (const name of TIME_NAMES) json[name] = integerJson(times[name]);
  if (moderatedAt !== undefined) json['$moderatedAt'] = integerJson(moderatedAt);
  if (moderatedBy !== undefined) json['$moderatedBy'] = identifierText(moderatedBy);
  json['$creatorId'] = creatorId === undefined ? null : identifierText(creatorId);
  json['$dataContractId'] = contractId;
  json['$type'] = type.name;
  return json;
}

/** Returns some values of a document as JSON, without those that are absent. */
export function keptToJson(
  { properties }: DocumentTypeDescription,
  { creatorId, revision, price, moderatedAt, moderatedBy, times = {}, data = {} }: Partial<Document>,
): DocumentJson {
  const integers = {
    $revision: revision,
    $price: price,
    $moderatedAt: moderatedAt,
    ...times,
  };
  const identifiers = { $creatorId: creatorId, $moderatedBy: moderatedBy };
  const system = [
    ...Object.entries(integers).map(([name, value]) => [name, integerJson(value)] as const),
    ...Object.entries(identifiers).map(
      ([name, value]) => [name, value ? identifierText(value) : null] as const,
    ),
  ];
  return {
    ...dataToJson(properties, data),
    ...Object.fromEntries(system.filter(([, value]) => value !== null)),
  };
}

/**
 * Returns the document of what {@link documentToJson} gives, or of the same with bytes as `Uint8Array` and integers as `bigint`.
 * Fields of the system that are null count as missing.
 *
 * @throws {MalformedDocumentError} when a name is unknown or a value does not fit its property. Nothing else is checked.
 */
export function documentFromJson(type: DocumentTypeDescription, json: unknown): Document {
  const members = membersOf(json, 'the document');
  const system = (name: string): unknown =>
    Object.hasOwn(members, name) ? (members[name] ?? undefined) : undefined;
  const identifier = (name: string): Uint8Array | undefined =>
    system(name) === undefined ? undefined : expected(readIdentifier(system(name)), name, 'an identifier');
  const integer = (name: string, width: 'u32' | 'u64' = 'u64') =>
    system(name) === undefined
      ? undefined
      : expected(readValue(width, system(name)), name, `an integer (${width})`);
  const creatorId = identifier('$creatorId');
  const revision = integer('$revision');
  const price = integer('$price');
  const moderatedAt = integer('$moderatedAt');
  const moderatedBy = identifier('$moderatedBy');
  const times = TIME_NAMES.flatMap((name) => {
    const value = integer(name, timeStorage(name));
    return value === undefined ? [] : [[name, value] as const];
  });
  const data = Object.entries(members).filter(([name]) => !name.startsWith('$'));
  return {
    id: expected(identifier('$id'), '$id', 'an identifier'),
    ownerId: expected(identifier('$ownerId'), '$ownerId', 'an identifier'),
    ...(creatorId === undefined ? {} : { creatorId }),
    ...(typeof revision === 'bigint' ? { revision } : {}),
    ...(typeof price === 'bigint' ? { price } : {}),
    ...(typeof moderatedAt === 'bigint' ? { moderatedAt } : {}),
    ...(moderatedBy === undefined ? {} : { moderatedBy }),
    times: Object.fromEntries(times),
    data: readData(type, Object.fromEntries(data)),
  };
}

/**
 * Returns the data of a document as it is stored, from JSON or from values. Members that are `undefined` are left out.
 *
 * @throws {MalformedDocumentError} when a name is unknown or a value does not fit its property. Nothing else is checked.
 */
export function readData(type: DocumentTypeDescription, input: unknown): DocumentData {
  return readMembers(type.properties, input, 'the data');
}

function readMembers(
  properties: readonly PropertyDescription[],
  input: unknown,
  place: string,
): DocumentData {
  const entries = Object.entries(membersOf(input, place)).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const property = properties.find((one) => one.name === name);
      if (property === undefined) {
        const names = properties.map((one) => one.name).join(', ');
        throw new MalformedDocumentError(
          `expected ${place} with ${names || 'no members'}, found "${cut(name)}"`,
        );
      }
      const { type, path } = property;
      if (type === 'object') return [name, readMembers(property.properties, value, path)];
      if (type === 'list') return [name, readList(property, value)];
      const read = readValue(type, value);
      if (read === undefined) throw misfit(type, value, path);
      return [name, read];
    }),
  );
}

function readList({ path, items }: PropertyDescription, input: unknown): DocumentValue[] {
  const type = items?.type ?? 'unknown';
  if (!Array.isArray(input)) throw misfit('list', input, path);
  return input.map((one: unknown, at) => {
    const read = readValue(type, one);
    if (read === undefined) throw misfit(type, one, `${path}[${at}]`);
    return read;
  });
}

function dataToJson(properties: readonly PropertyDescription[], data: DocumentData): DocumentJson {
  return Object.fromEntries(
    properties
      .filter(({ name }) => Object.hasOwn(data, name))
      .map((property) => [property.name, valueToJson(property, data[property.name])]),
  );
}

function valueToJson(property: PropertyDescription, value: DocumentValue | undefined): JsonValue {
  const { type, properties, items } = property;
  if (value instanceof Uint8Array)
    return type === 'identifier' ? identifierText(value) : base64.encode(value);
  if (isList(value))
    return value.map((one) => valueToJson({ ...property, type: items?.type ?? 'unknown' }, one));
  if (typeof value === 'object') return dataToJson(properties, value);
  return typeof value === 'bigint' || value === undefined ? integerJson(value) : value;
}

function integerJson(value: bigint | number | undefined): JsonValue {
  if (value === undefined) return null;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

function membersOf(input: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof input === 'object' && input !== null && !Array.isArray(input) && !(input instanceof Uint8Array))
    return { ...input };
  throw new MalformedDocumentError(
    `expected ${place} as an object, found ${input === null ? 'null' : typeof input}`,
  );
}

function expected<T>(value: T | undefined, path: string, kind: string): T {
  if (value === undefined) throw new MalformedDocumentError(`${path} is not ${kind}`);
  return value;
}

function misfit(type: StorageType, value: unknown, path: string): MalformedDocumentError {
  const fix = roundingFix(type, value);
  const found = fix === undefined ? kindOf(value) : `${String(value)}: ${fix}`;
  return new MalformedDocumentError(`expected a value of type ${type} for ${path}, found ${found}`);
}

/** Names what a value is, without the value: it may be long. */
function kindOf(value: unknown): string {
  if (typeof value === 'string' && LONE_SURROGATE.test(value))
    return 'text with half a surrogate pair, which UTF-8 cannot represent';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return value instanceof Uint8Array ? 'bytes' : (KINDS.get(typeof value) ?? typeof value);
}

/** With the `u` flag a pair is one character. */
const LONE_SURROGATE = /\p{Surrogate}/u;

const KINDS: ReadonlyMap<string, string> = new Map([
  ['string', 'other text'],
  ['number', 'another number'],
  ['bigint', 'another integer'],
  ['boolean', 'true or false'],
  ['object', 'an object'],
]);

const cut = (text: string): string => (text.length > 64 ? `${text.slice(0, 63)}…` : text);
