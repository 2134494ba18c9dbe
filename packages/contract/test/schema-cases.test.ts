import { beforeAll, describe, expect, it } from 'vitest';
import { validateContract } from '../src/index.js';
import { loadNetwork, type NetworkVerdict } from './network.js';

type Schema = Readonly<Record<string, unknown>>;
type Case = readonly [
  title: string,
  documents: Schema,
  definitions?: Schema | undefined,
  error?: string,
  code?: number,
];

const TEXT = { type: 'string', maxLength: 10, position: 0 };
const BYTES = { type: 'array', byteArray: true, position: 0 };

const type = (members: Schema): Schema => ({
  note: { type: 'object', properties: { a: TEXT }, additionalProperties: false, ...members },
});
const typeOf = (properties: Schema): Schema => type({ properties });
const integer = (members: Schema) => typeOf({ a: { type: 'integer', position: 0, ...members } });
const pattern = (text: string) => typeOf({ a: { ...TEXT, pattern: text } });
const containing = (schema: Schema) => typeOf({ a: { ...BYTES, contains: schema } });
const system = (members: Schema) => typeOf({ $createdAt: { type: 'string', position: 0, ...members } });
const systemObject = (inner: unknown) => system({ type: 'object', properties: { q: inner } });
const referring = (reference: string, members: Schema = {}) =>
  typeOf({ a: { $ref: reference, position: 0, ...members }, b: { ...TEXT, position: 1 } });
const USED = typeOf({ a: { $ref: '#/$defs/d', position: 0 } });
const UNUSED = type({});

/** Each case: what it is, the document types, the definitions, the official error at protocol 11 where there is one. */
const CASES: readonly Case[] = [
  ['a class of all but a dash', pattern('^[^-]+$')],
  ['a class of all but dashes', pattern('[^--]')],
  ['a dash before a bracket', pattern('[-]')],
  ['a class that is not closed', pattern('[^]'), undefined, 'JsonSchemaError', 10101],
  ['the largest bound', integer({ maximum: 2 ** 53 - 1 })],
  ['a bound beyond', integer({ maximum: 2 ** 53 }), undefined, 'DataContractError', 10229],
  ['a bound of 64 bits', integer({ minimum: -(2 ** 63) }), undefined, 'DataContractError', 10229],
  [
    'a position beyond 32 bits',
    typeOf({ a: { ...TEXT, position: 2 ** 32 } }),
    undefined,
    'ProtocolError conversion not implemented: value error: integer out of bounds',
  ],
  [
    'a position beyond integers',
    typeOf({ a: { ...TEXT, position: 2 ** 53 } }),
    undefined,
    'ValueError',
    10103,
  ],
  [
    'a gap before a position beyond 32 bits',
    typeOf({ a: { ...TEXT, position: 5 }, b: { ...TEXT, position: 2 ** 40 } }),
    undefined,
    'MissingPositionsInDocumentTypePropertiesError',
    10411,
  ],
  ['an unused definition of two types', UNUSED, { d: { type: ['string'] } }],
  ['a used definition of two types', USED, { d: { type: ['string'] } }, 'DataContractError', 10229],
  ['an unused definition of null', UNUSED, { d: { type: 'null' } }],
  ['a used definition of null', USED, { d: { type: 'null' } }, 'DataContractError', 10231],
  ['an unused definition with a fraction', UNUSED, { d: { type: 'integer', minimum: 1.5 } }],
  [
    'a used definition with a fraction',
    USED,
    { d: { type: 'integer', minimum: 1.5 } },
    'DataContractError',
    10229,
  ],
  ['an unused definition that is too long', UNUSED, { d: { type: 'string', maxLength: 65_536 } }],
  [
    'a used definition that is too long',
    USED,
    { d: { type: 'string', maxLength: 65_536 } },
    'DataContractError',
    10229,
  ],
  ['a definition with an unknown format', USED, { d: { type: 'string', maxLength: 5, format: 'uuid' } }],
  [
    'a definition that contains anything',
    USED,
    { d: { type: 'array', byteArray: true, contains: { type: 'foo' } } },
  ],
  [
    'a definition inside one that is not used',
    UNUSED,
    {
      d: {
        type: 'object',
        additionalProperties: false,
        properties: { q: { type: 'string', maxLength: 70_000, position: 0 } },
      },
    },
  ],
  [
    'a property of a non-object',
    typeOf({ a: { ...TEXT, properties: { q: { type: 'null', position: 0 } } } }),
  ],
  ['a reference beside another type', referring('#/$defs/d', { type: 'null' }), { d: { type: 'string' } }],
  [
    'a reference beside malformed properties',
    referring('#/$defs/d', { properties: { q: 1 } }),
    { d: { type: 'string' } },
    'JsonSchemaError',
    10101,
  ],
  ['a reference to a property', referring('#/properties/b')],
  ['a reference to itself', referring('#/properties/a'), undefined, 'InvalidJsonSchemaRefError', 10207],
  ['a reference to its container', referring('#/properties'), undefined, 'InvalidJsonSchemaRefError', 10207],
  ['a reference to text', referring('#/type'), undefined, 'DataContractError', 10229],
  ['a reference to a switch', referring('#/additionalProperties'), undefined, 'DataContractError', 10229],
  ['a reference to no schema', referring('#/$defs'), { d: { type: 'string' } }, 'DataContractError', 10229],
  ['a reference by dots', referring('#/$defs.d'), { d: { type: 'string' } }],
  ['a system property that is open', system({ title: 5, $comment: 5, multipleOf: 0, uniqueItems: 'no' })],
  ['a system property without a type', system({ type: undefined }), undefined, 'DataContractError', 10229],
  ['a system array without bytes', system({ type: 'array' }), undefined, 'DataContractError', 10231],
  [
    'a system array with wrong bytes',
    system({ type: 'array', byteArray: 5 }),
    undefined,
    'DataContractError',
    10229,
  ],
  ['a system property with wrong bounds', system({ minimum: 'x' }), undefined, 'JsonSchemaError', 10101],
  ['a system property with wrong properties', system({ properties: 5 }), undefined, 'JsonSchemaError', 10101],
  ['a system property with a wrong position', system({ position: 'x' }), undefined, 'ValueError', 10103],
  ['a system object that is open', systemObject({ type: 'string', title: 'x', pattern: 'a' })],
  ['a system object of anything', systemObject(true), undefined, 'DataContractError', 10229],
  ['what contains a lax schema', containing({ uniqueItems: 5, multipleOf: 0, required: ['a', 'a'] })],
  ['what contains names', containing({ propertyNames: ['x'], dependencies: { a: ['b'] } })],
  [
    'what contains a wrong name',
    containing({ patternProperties: { '[': {} } }),
    undefined,
    'JsonSchemaError',
    10101,
  ],
  ['a condition from which nothing follows', containing({ if: 5 })],
  ['a wrong condition', containing({ if: {}, else: 5 }), undefined, 'JsonSchemaError', 10101],
  ['a wrong $recursiveAnchor', type({ $recursiveAnchor: '#' }), undefined, 'JsonSchemaError', 10101],
  ['a wrong $recursiveRef', type({ $recursiveRef: 'a b' }), undefined, 'JsonSchemaError', 10101],
  ['a wrong $vocabulary', type({ $vocabulary: { a: true } }), undefined, 'JsonSchemaError', 10101],
  ['wrong patternProperties', type({ patternProperties: { '[': {} } }), undefined, 'JsonSchemaError', 10101],
];

describe('schemas that the parts of the official build read differently', () => {
  let network: (schemas: unknown, definitions?: unknown) => NetworkVerdict;
  beforeAll(async () => {
    network = await loadNetwork(11);
  });

  it.each(CASES.map((entry) => ({ title: entry[0], entry })))('$title', ({ entry }) => {
    const [, documents, definitions, error, code] = entry;
    const official = network(JSON.parse(JSON.stringify(documents)), definitions);
    expect(official.error).toBe(error);
    const { accepted, diagnostics } = validateContract(
      { documents, ...(definitions === undefined ? {} : { $defs: definitions }) },
      { protocolVersion: 11 },
    );
    const found = diagnostics.filter(({ rejectedBy }) => rejectedBy === 'network');
    const isNamed = found.some(
      (diagnostic) =>
        error?.startsWith(diagnostic.official?.name ?? '?') === true && diagnostic.official?.code === code,
    );
    expect({ accepted, isNamed, found: accepted ? [] : found.length > 0 }).toEqual({
      accepted: error === undefined,
      isNamed: error !== undefined,
      found: error === undefined ? [] : true,
    });
  });
});
