import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { documentValidator, validateContract, type Diagnostic } from '../src/index.js';
import { loadDocumentNetwork, type DocumentJudge, type NetworkError } from './document-network.js';
import { comparisons } from './network.js';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
interface Schema {
  readonly [keyword: string]: Json;
}

const folder = new URL('../../../fixtures/contracts/real/', import.meta.url);
const FILES: { file: string }[] = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8'));
const PROTOCOL_VERSION = 11;

/** The real contracts that the official build takes at its protocol version. */
const CONTRACTS = FILES.flatMap(({ file }) => {
  const content: { schemas?: Json; defs?: Json } & Record<string, Json> = JSON.parse(
    readFileSync(new URL(file, folder), 'utf8'),
  );
  const schemas = content.schemas ?? content;
  const contract = { documents: schemas, ...(content.defs === undefined ? {} : { $defs: content.defs }) };
  const { accepted } = validateContract(contract, { protocolVersion: PROTOCOL_VERSION, form: 'contract' });
  return accepted ? [{ file, contract, schemas, defs: content.defs }] : [];
});

const wrong = fc.constantFrom<Json>(
  null,
  true,
  0,
  -1,
  1.5,
  1e19,
  '',
  'a',
  'A b',
  'dash',
  '😀😀',
  'x'.repeat(64),
  'x'.repeat(5121),
  [],
  [1, 2, 3],
  [1, 256],
  [1, -1],
  [1, 'a'],
  [1.5],
  {},
  { a: 1 },
);

/** Text is another value for bytes when it is base64. */
const wrongBytes = wrong.filter(
  (value) => typeof value !== 'string' || value.includes(' ') || value.length > 5000,
);

const known = (value: Json | undefined, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;

function schemaIn(value: unknown): Schema {
  const schema: Schema = JSON.parse(JSON.stringify(value ?? {}));
  return schema;
}

function schemasIn(value: unknown): Record<string, Schema> {
  const schemas: Record<string, Schema> = JSON.parse(JSON.stringify(value ?? {}));
  return schemas;
}

/** Values about the bounds of a schema. */
function valueOf(schema: Schema, defs: Schema): fc.Arbitrary<Json> {
  if (typeof schema['$ref'] === 'string') {
    const target = schemasIn(defs)[schema['$ref'].split('/').at(-1)!];
    return valueOf(target ?? {}, defs);
  }
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum']);
  switch (schema['type']) {
    case 'string': {
      const min = known(schema['minLength'], 0);
      const length = fc.integer({
        min: Math.max(0, min - 1),
        max: Math.min(known(schema['maxLength'], 20), 60) + 1,
      });
      const unit = fc.constantFrom('a', 'B', '0', '-', '.', '😀', 'é', ' ', '@');
      const text = length.chain((size) => fc.string({ unit, minLength: size, maxLength: size }));
      const formatted = fc.constantFrom<Json>(
        'https://dash.org/a?b',
        'a@b',
        '2026-02-28',
        'dash',
        'a-b',
        'abc123',
      );
      return typeof schema['pattern'] === 'string'
        ? fc.oneof(text, formatted, fc.stringMatching(new RegExp(schema['pattern'])))
        : fc.oneof(text, formatted);
    }
    case 'integer': {
      const min = known(schema['minimum'], -10);
      return fc.oneof(
        fc.integer({ min: -1, max: 1 }).map((step) => min + step),
        fc.integer({ min: -1, max: 1 }).map((step) => known(schema['maximum'], 1000) + step),
        fc.constantFrom(0, 1, 5, 255, 256, 65_536, 2 ** 32, -(2 ** 31) - 1),
      );
    }
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'array': {
      if (schema['contentMediaType'] === 'application/x.dash.dpp.identifier')
        return fc.constant('98iS7jxrniePvR9H9pN9ENr1p9wh68XiAqGebfqGUfaG');
      const max = Math.min(known(schema['maxItems'], 20), 200);
      const min = Math.max(0, Math.min(known(schema['minItems'], 0), 200) - 1);
      return fc
        .integer({ min: min, max: max + 1 })
        .chain((size) => fc.array(fc.nat(255), { minLength: size, maxLength: size }));
    }
    default:
      return documentOf(schema, defs);
  }
}

/** Documents that nearly fit. */
function documentOf(schema: Schema, defs: Schema): fc.Arbitrary<Json> {
  const properties = Object.entries(schemasIn(schema['properties']));
  const required: readonly Json[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const fields = properties.map(([name, property]) => {
    const other = property['byteArray'] === true ? wrongBytes : wrong;
    const value = fc.oneof(
      { weight: 12, arbitrary: valueOf(property, defs) },
      { weight: 1, arbitrary: other },
    );
    const isIdentifier = property['contentMediaType'] === 'application/x.dash.dpp.identifier';
    const usual = isIdentifier ? valueOf(property, defs) : value;
    const weight = required.includes(name) ? 15 : 1;
    return [
      name,
      fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: fc.constant(undefined) }),
    ] as const;
  });
  const extra = fc.oneof(
    { weight: 8, arbitrary: fc.constant({}) },
    {
      weight: 1,
      arbitrary: fc.dictionary(
        fc.constantFrom('zzz', 'toString', 'constructor', '$createdAt', '$type'),
        wrong,
      ),
    },
  );
  return fc.tuple(fc.record(Object.fromEntries(fields)), extra).map(([data, more]): Json => {
    const document: Json = JSON.parse(JSON.stringify({ ...data, ...more }));
    return document;
  });
}

/** Describes an error of either implementation, without its message. */
const essence = (name: string, payload: Readonly<Record<string, unknown>>): string =>
  name === 'JsonSchemaError'
    ? `${String(payload['keyword'])} at ${String(payload['instancePath'])} ${JSON.stringify(payload['params'])}`
    : name;

/** The official build names the type of a byte array twice. */
const reported = (errors: readonly NetworkError[]): string[] =>
  [...new Set(errors.map((error) => essence(error.name, { ...error })))].toSorted();
const found = (diagnostics: readonly Diagnostic[]): string[] =>
  [
    ...new Set(diagnostics.map(({ official }) => essence(official?.name ?? '', official?.payload ?? {}))),
  ].toSorted();

function compare(contract: unknown, documentType: string, judge: DocumentJudge, data: Json): void {
  const network = judge(documentType, data);
  if (network === undefined) return;
  const here = documentValidator(contract, documentType, {
    protocolVersion: PROTOCOL_VERSION,
    form: 'contract',
  }).validate(data);
  // Word boundaries beside letters outside ASCII.
  if (here.diagnostics.some(({ code }) => code === 'value-pattern-unchecked')) return;
  // The official build stores every integer in 64 bits: what its documents come from has no config of its own.
  const isStorage = here.rejections.some(({ code }) => code === 'value-integer-width');
  expect({ data, errors: isStorage ? [] : found(here.rejections) }).toEqual({
    data,
    errors: reported(network),
  });
}

const NEAR = fc.constantFrom<Json>(
  2,
  3,
  -3,
  0.3,
  -0.35,
  127,
  128,
  255,
  256,
  2 ** 31,
  2 ** 53 + 2,
  1e300,
  'b 1',
  'é e',
  'ab ab',
  'K \u212a',
  '2024-02-29',
  '2023-02-29',
  '2026-11-21T10:00:00Z',
  '2026-11-21t10:00:00.123+05:30',
  '2026-11-21 10:00:00Z',
  '2016-12-31T23:59:60Z',
  '2017-01-01T01:59:60+02:00',
  '2016-12-30T23:59:60Z',
  '2026-11-21T24:00:00Z',
  '10:00:00Z',
  '10:00:00.123Z',
  '10:00:00.123456+05:00',
  '10:00:00|05:00',
  'a@b',
  '.a@b',
  'a.@b',
  'a..b@c',
  '@b',
  '@b@c',
  'dash.org',
  '-dash.org',
  'dash_org',
  'dé.org',
  `${'a'.repeat(64)}.org`,
  '1.2.3.4',
  '01.2.3.4',
  '1.02.3.4',
  '1.2.3.256',
  '::',
  '::1',
  '1::',
  '1:2:3:4:5:6:7:8',
  '1:2:3:4:5:6:7::',
  '::2:3:4:5:6:7:8',
  '1::2::3',
  '::ffff:1.2.3.4',
  '::ffff:01.2.3.4',
  'fe80::1%eth0',
  'https://dash.org',
  'dash:a',
  '//dash.org',
  'http://[::1',
  'https://da sh.org',
  'mailto:a',
  '(a',
  'a{2}',
  '\\d+',
  [7, 8],
  [7, 7],
  [7, '7'],
  { a: 1, b: 2 },
  { b: 2, a: 1 },
);
const PATTERNS =
  '^[a-z]+$|é|\\bb|(?i)k|[^a-z]|\\s|\\w{2,}|^\\p{L}|[\\w-]+@|^.{3,5}$|a{1,3}$|(a|b)+b|[[:digit:]]|[a-z&&[^b]]| (?x) b|\\A2|Z\\z|(?m)^a'.split(
    '|',
  );
const KEYWORDS: readonly (readonly [string, fc.Arbitrary<Json>])[] = [
  ['minimum', fc.constantFrom<Json>(0, -5, 2, 127)],
  ['maximum', fc.constantFrom<Json>(0, 127, 255, 256, 65_535, 2 ** 40)],
  ['exclusiveMinimum', fc.constantFrom<Json>(0, 2, 0.5)],
  ['exclusiveMaximum', fc.constantFrom<Json>(3, 256, 1.5)],
  ['multipleOf', fc.constantFrom<Json>(2, 0.1, 1, 0.5)],
  ['minLength', fc.constantFrom<Json>(0, 1, 3)],
  ['minItems', fc.constantFrom<Json>(0, 2, 3)],
  ['maxItems', fc.constantFrom<Json>(2, 3)],
  ['uniqueItems', fc.boolean()],
  ['contains', fc.constantFrom<Json>({ type: 'integer', minimum: 8 }, { const: 7 }, { enum: ['7'] })],
  ['minProperties', fc.constantFrom<Json>(1, 2)],
  ['maxProperties', fc.constantFrom<Json>(1, 0)],
  ['dependentRequired', fc.constantFrom<Json>({ a: ['b'] }, { b: ['a', 'c'] })],
  ['required', fc.constantFrom<Json>(['a'], ['a', 'c'], ['$createdAt'])],
  ['const', fc.constantFrom<Json>(2, 'dash', null, [7, 8], { a: 1, b: 2 })],
  ['enum', fc.constantFrom<Json>([2, 3], ['dash', 3], [[7, 8], 1.5], [255], [-3, 128])],
  ['pattern', fc.constantFrom<Json>(...PATTERNS)],
  [
    'format',
    fc.constantFrom<Json>(
      'date',
      'date-time',
      'time',
      'email',
      'idn-email',
      'hostname',
      'ipv4',
      'ipv6',
      'uri',
      'regex',
    ),
  ],
];
/** One property with a few keywords, whatever its type. */
const SMALL_SCHEMA: fc.Arbitrary<Schema> = fc
  .tuple(
    fc.constantFrom<Json>(
      { type: 'string', maxLength: 40 },
      { type: 'string', maxLength: 40 },
      { type: 'integer' },
      { type: 'number' },
      { type: 'array', byteArray: true },
      {
        type: 'object',
        properties: { a: { type: 'integer', position: 0 }, b: { type: 'number', position: 1 } },
        additionalProperties: false,
      },
    ),
    fc.array(
      fc
        .constantFrom(...KEYWORDS)
        .chain(([keyword, value]) => value.map((one): Schema => ({ [keyword]: one }))),
      { maxLength: 3 },
    ),
  )
  .map(([base, more]) => schemaIn(Object.assign({ maxLength: 40 }, base, ...more)));

describe('documents and the official build', () => {
  let network: Awaited<ReturnType<typeof loadDocumentNetwork>>;
  beforeAll(async () => {
    network = await loadDocumentNetwork();
  });

  it('has real contracts to compare', () => {
    expect(CONTRACTS.length).toBeGreaterThan(10);
  });

  it('agree on errors for any small type', { timeout: 300_000 }, () => {
    expect.hasAssertions();
    fc.assert(
      fc.property(
        SMALL_SCHEMA,
        fc.array(fc.oneof(wrong, NEAR), { minLength: 1, maxLength: 5 }),
        (schema, values) => {
          const contract = {
            note: {
              type: 'object',
              properties: { value: { ...schema, position: 0 } },
              additionalProperties: false,
            },
          };
          const { accepted } = validateContract(contract, {
            protocolVersion: PROTOCOL_VERSION,
            form: 'documents',
          });
          if (!accepted) return;
          const judge = network(contract);
          const isBytes = schema['byteArray'] === true;
          for (const value of values.filter(
            (one) => !isBytes || typeof one !== 'string' || one.includes(' '),
          ))
            compare({ documents: contract }, 'note', judge, { value });
        },
      ),
      comparisons(400),
    );
  });

  it.each(CONTRACTS)('agree on errors for $file', { timeout: 300_000 }, ({ contract, schemas, defs }) => {
    expect.hasAssertions();
    const judge = network(schemas, defs);
    const types = Object.entries(schemasIn(schemas));
    const any = fc.oneof(
      ...types.map(([name, schema]) => fc.tuple(fc.constant(name), documentOf(schema, schemaIn(defs)))),
    );
    fc.assert(
      fc.property(any, ([name, data]) => compare(contract, name, judge, data)),
      comparisons(60),
    );
  });
});
