import { LIMITS } from '../protocol/limits.js';
import { getProtocol } from '../protocol/protocol-versions.js';
import type { JsonSchema } from './keyword-schema.js';

/** Refers to a definition of the schema. */
export const ref = (name: string): JsonSchema => ({ $ref: `#/definitions/${name}` });

/** Accepts a text. */
export const TEXT: JsonSchema = { type: 'string' };

/** Accepts a boolean. */
export const FLAG: JsonSchema = { type: 'boolean' };

/** Accepts an integer from 0 on. */
export const COUNT: JsonSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

/** Accepts a list of different texts. */
export const NAMES: JsonSchema = { type: 'array', items: TEXT, uniqueItems: true };

/** Accepts the name of a property. */
export const PROPERTY_NAME: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: LIMITS.aggregateNameLength,
};

const OLD_NAME = { pattern: '^[A-Za-z0-9_-]{1,64}$' };

const NAME = { pattern: '^[A-Za-z0-9_]{1,64}$' };

/** Accepts a name of a protocol version. */
export const nameAt = (protocolVersion: number): JsonSchema =>
  isExtendedAt(protocolVersion) ? NAME : OLD_NAME;

/** Returns whether a protocol version has the keywords of document meta-schema v3. */
export const isExtendedAt = (protocolVersion: number): boolean =>
  getProtocol(protocolVersion).extendedLanguage;

/** Describes 32 bytes, as a list of integers. */
export const IDENTIFIER_BYTES_SCHEMA: JsonSchema = {
  type: 'array',
  minItems: 32,
  maxItems: 32,
  items: { type: 'integer', minimum: 0, maximum: 255 },
};

/** Accepts a size of bytes that a field can have. */
export const SIZE: JsonSchema = { type: 'integer', minimum: 1, maximum: LIMITS.fieldValueBytes };
