import { IDENTIFIER_MEDIA_TYPE } from '../model/identifier.js';
import type { Json } from './plain-value.js';

/** Lists the keywords of a property that contains an identifier. */
export const IDENTIFIER_KEYWORDS = {
  type: 'array',
  byteArray: true,
  minItems: 32,
  maxItems: 32,
  contentMediaType: IDENTIFIER_MEDIA_TYPE,
} as const;

const BYTES = { type: 'array', byteArray: true } as const;
const TIME = { type: 'integer', minimum: 0 } as const;

/**
 * Maps the types of other schema languages, in lower case, to the keywords that say the same in a contract: those of
 * Mongoose, BSON and OpenAPI, and of programming languages.
 */
export const TYPE_WORDS: ReadonlyMap<string, Readonly<Record<string, Json>>> = new Map<
  string,
  Readonly<Record<string, Json>>
>([
  ...['string', 'str', 'text', 'varchar'].map((name) => [name, { type: 'string' }] as const),
  ...['integer', 'int', 'int32', 'int64', 'long', 'bigint', 'uint'].map(
    (name) => [name, { type: 'integer' }] as const,
  ),
  ...['number', 'float', 'double', 'decimal', 'decimal128'].map(
    (name) => [name, { type: 'number' }] as const,
  ),
  ...['boolean', 'bool'].map((name) => [name, { type: 'boolean' }] as const),
  ...['date', 'datetime', 'timestamp'].map((name) => [name, TIME] as const),
  ...['bindata', 'buffer', 'bytes', 'binary', 'blob'].map((name) => [name, BYTES] as const),
  ...['objectid', 'identifier', 'id', 'identity', 'schema.types.objectid'].map(
    (name) => [name, IDENTIFIER_KEYWORDS] as const,
  ),
  ['object', { type: 'object' }],
]);
