import * as fc from 'fast-check';
import type { Schema } from './resolve-schema.js';

/** Configures {@link valueCandidates}. */
export interface CandidateOptions {
  readonly seed: number;
  /** Number of random values. */
  readonly count: number;
  /** Ids that exist, in base58, for properties that have identifiers. */
  readonly identifiers: readonly string[];
  /** A pattern that some of the texts match, as that of a contest. */
  readonly pattern?: string | undefined;
}

const IDENTIFIER = 'application/x.dash.dpp.identifier';
const MAX_BYTES = 64;
const MAX_TEXT = 40;
const WORDS = ['tea', 'coffee', 'bread', 'Tea', 'a', 'ab', 'en', 'EN', 'Alice', 'alice', '1', '2026-11-21'];
const FORMATTED: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-11-21', '2026-11-22'],
  time: ['12:00:00Z', '13:00:00Z'],
  'date-time': ['2026-11-21T12:00:00Z', '2026-11-22T12:00:00Z'],
  email: ['alice@example.org', 'bob@example.org'],
  'idn-email': ['alice@example.org', 'bob@example.org'],
  uri: ['https://example.org/1', 'https://example.org/2'],
  url: ['https://example.org/1', 'https://example.org/2'],
  'uri-reference': ['/1', '/2'],
  iri: ['https://example.org/1', 'https://example.org/2'],
  hostname: ['one.example.org', 'two.example.org'],
  'idn-hostname': ['one.example.org', 'two.example.org'],
  ipv4: ['192.0.2.1', '192.0.2.2'],
  ipv6: ['2001:db8::1', '2001:db8::2'],
  uuid: ['123e4567-e89b-42d3-a456-426614174000', '123e4567-e89b-42d3-a456-426614174001'],
  'json-pointer': ['/a', '/b'],
  regex: ['a', 'b'],
};

/**
 * Lists values of a property in the JSON form, the simplest first. Most of them are valid: what a schema says beside the type, bounds, choices and
 * pattern is not considered.
 */
export function valueCandidates(schema: Schema, options: CandidateOptions): readonly unknown[] {
  const { enum: choices, const: only, type } = schema;
  if (Array.isArray(choices)) return choices;
  if (only !== undefined) return [only];
  switch (type) {
    case 'boolean':
      return [true, false];
    case 'integer':
      return integers(schema, options);
    case 'number':
      return [...integers(schema, options), 0.5, 1.5];
    case 'array':
      return byteArrays(schema, options);
    case 'string':
      return texts(schema, options);
    default:
      return [];
  }
}

const boundOf = (schema: Schema, name: string, otherwise: number): number => {
  const bound = Number(schema[name] ?? Number.NaN);
  return Number.isNaN(bound) ? otherwise : bound;
};

function integers(schema: Schema, { seed, count }: CandidateOptions): readonly number[] {
  const step = boundOf(schema, 'multipleOf', 1);
  const low = Math.max(
    boundOf(schema, 'minimum', boundOf(schema, 'exclusiveMinimum', -1001) + 1),
    Number.MIN_SAFE_INTEGER,
  );
  const high = Math.min(
    boundOf(schema, 'maximum', boundOf(schema, 'exclusiveMaximum', Math.max(low, 0) + 1001) - 1),
    Number.MAX_SAFE_INTEGER,
  );
  if (low > high) return [low, high];
  const near = [0, 1, 2, 3].map((value) => Math.min(high, Math.max(low, low > 0 ? low + value : value)));
  const random = fc.sample(fc.integer({ min: Math.ceil(low), max: Math.floor(high) }), {
    seed,
    numRuns: count,
  });
  return [...new Set([...near, Math.ceil(low), Math.floor(high), ...random])].map(
    (value) => Math.round(value / step) * step,
  );
}

function byteArrays(schema: Schema, { seed, count, identifiers }: CandidateOptions): readonly string[] {
  if (schema['contentMediaType'] === IDENTIFIER) return identifiers;
  const minLength = boundOf(schema, 'minItems', 0);
  const maxLength = Math.max(
    minLength,
    Math.min(boundOf(schema, 'maxItems', MAX_BYTES), minLength + MAX_BYTES),
  );
  const bytes = fc.uint8Array({ minLength, maxLength });
  const plain = [1, 2, 3, 4].map((fill) =>
    new Uint8Array(Math.max(minLength, Math.min(1, maxLength))).fill(fill),
  );
  return [...new Set([...plain, ...fc.sample(bytes, { seed, numRuns: count })].map(toBase64))];
}

const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

function texts(schema: Schema, { seed, count, pattern }: CandidateOptions): readonly string[] {
  const { format, pattern: own } = schema;
  const minLength = boundOf(schema, 'minLength', 0);
  const maxLength = Math.max(
    minLength,
    Math.min(boundOf(schema, 'maxLength', MAX_TEXT), minLength + MAX_TEXT),
  );
  const formatted = typeof format === 'string' ? (FORMATTED[format] ?? []) : [];
  const matching = [pattern, own].flatMap((each) =>
    typeof each === 'string' ? textsMatching(each, { minLength, maxLength, seed, count }) : [],
  );
  const padded = WORDS.map((word) => word.padEnd(minLength, 'x').slice(0, maxLength));
  const numbered = Array.from({ length: count }, (_, at) =>
    `text ${at}`.padEnd(minLength, 'x').slice(-Math.max(maxLength, 1)),
  );
  return [...new Set([...formatted, ...padded, ...matching, ...numbered])].filter(
    (text) => text.length >= minLength && text.length <= maxLength,
  );
}

function textsMatching(
  pattern: string,
  {
    minLength,
    maxLength,
    seed,
    count,
  }: { minLength: number; maxLength: number; seed: number; count: number },
): readonly string[] {
  try {
    const matching = fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: maxLength + 1, size: 'small' });
    return fc
      .sample(matching, { seed, numRuns: 4 * count })
      .filter((text) => text.length >= minLength)
      .toSorted((a, b) => a.length - b.length)
      .slice(0, 2 * count);
  } catch {
    // The pattern is of Rust and none of JavaScript, or has parts that fast-check does not generate.
    return [];
  }
}
