import type { Json } from '../json-rpc/request.js';
import { optional, type Param } from '../dev/param.js';

/** An identifier of 32 bytes in base58. */
export const id = (description: string): Param<string> => ({
  schema: { type: 'string', pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$', description },
  isRequired: true,
  expected: 'an identifier in base58',
  read: (value) => (typeof value === 'string' ? value : undefined),
});

/** An integer from 0 to 2^64 - 1: a number, or decimal text where a number would not be exact. */
export const amount = (description: string): Param<number | string> => ({
  schema: { type: ['integer', 'string'], minimum: 0, pattern: '^\\d{1,20}$', description },
  isRequired: true,
  expected: 'a whole number, or decimal text',
  read: (value) => (typeof value === 'number' || typeof value === 'string' ? value : undefined),
});

/** An object; its members are looked at behind. */
export const object = (description: string): Param<Readonly<Record<string, Json>>> => ({
  schema: { type: 'object', description },
  isRequired: true,
  expected: 'an object',
  read: (value) => (typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined),
});

/** A contract: its JSON as text or as a value. */
export const contract = (description: string): Param<string | Readonly<Record<string, Json>>> => ({
  schema: { type: ['object', 'string'], description },
  isRequired: true,
  expected: 'an object, or JSON text',
  read: (value) =>
    typeof value === 'string' || (typeof value === 'object' && value !== null && !Array.isArray(value))
      ? value
      : undefined,
});

/** An array; its elements are looked at behind. */
export const list = (description: string): Param<readonly Json[]> => ({
  schema: { type: 'array', description },
  isRequired: true,
  expected: 'an array',
  read: (value) => (Array.isArray(value) ? value : undefined),
});

/** What every signed operation takes. */
export const SIGNED = {
  by: id('the identity that acts'),
  keyId: optional({
    schema: { type: 'integer', minimum: 0, description: 'the key that signs; the strongest that may' },
    isRequired: true,
    expected: 'the id of a key',
    read: (value: Json) => (typeof value === 'number' ? value : undefined),
  }),
  nonce: optional(amount('the one after the highest used, unless said otherwise')),
  userFeeIncrease: optional({
    schema: { type: 'integer', minimum: 0, maximum: 65_535, description: 'percent on top of processing' },
    isRequired: true,
    expected: 'percent as a whole number',
    read: (value: Json) => (typeof value === 'number' ? value : undefined),
  }),
};

/** A document type. */
export const TYPE_NAME = {
  contractId: id('of the contract'),
  documentType: {
    schema: { type: 'string', description: 'its name' },
    isRequired: true,
    expected: 'the name of a document type',
    read: (value: Json) => (typeof value === 'string' ? value : undefined),
  },
};

/** Any value; it is looked at behind. */
export const anything = (description: string): Param<Json> => ({
  schema: { description },
  isRequired: true,
  expected: 'a value',
  read: (value) => value,
});
