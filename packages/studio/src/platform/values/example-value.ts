import { contestedPatternMatcher, type PropertyDescription } from '@dapikit/contract';
import type { Members } from '../../json/json-values.js';
import { listChoices } from './property-schema.js';

/** Words for properties with matching names; the turn chooses one. */
const WORDS: readonly (readonly [name: RegExp, words: readonly string[]])[] = [
  [/product|item|article/i, ['tea', 'coffee', 'tea', 'bread', 'coffee', 'tea']],
  [/url|link|uri/i, ['https://example.org/one', 'https://example.org/two']],
  [/mail/i, ['alice@example.org', 'bob@example.org']],
  [/text|message|note|comment|descri|body|about/i, ['Hello there', 'With milk, please', 'Thank you']],
  [/label|name|title/i, ['bakery', 'acme', 'corner', 'teahouse']],
];
const PLAIN = ['one', 'two', 'three', 'four'];
/** Candidates for patterns. */
const CANDIDATES = [
  'bakery',
  'acme',
  'corner',
  'Bakery',
  'ab',
  'a',
  'A',
  'EN',
  'en',
  'ABC',
  'abc-1',
  'shop-12',
  'a_b',
  '1',
  '12',
  '123',
  '1234',
  '9780142437247',
  '2026-11-21',
  '#aabbcc',
  '+491234567',
  'https://example.org',
  'alice@example.org',
  'image/png',
  '0'.repeat(40),
  '0'.repeat(64),
];
const FORMATS: Readonly<Record<string, string>> = {
  date: '2026-11-21',
  time: '12:00:00Z',
  'date-time': '2026-11-21T12:00:00Z',
  email: 'alice@example.org',
  uri: 'https://example.org',
  url: 'https://example.org',
  hostname: 'example.org',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
};

/** Describes the context of an example. */
export interface ExampleContext {
  /** A counter, so that each document differs from the one before. */
  readonly turn: number;
  /** An identity for properties that hold one. */
  readonly identityId: string;
  /** A pattern that starts a contest, which the text matches where possible. */
  readonly contestPattern?: string | undefined;
}

/** Creates a valid value of a property, as it is typed; empty for an object, or where none is found. */
export function createExample(
  property: PropertyDescription,
  schema: Members,
  candidates: ExampleContext,
): string {
  const choices = listChoices(schema);
  if (choices !== undefined) return choices[candidates.turn % choices.length] ?? '';
  switch (property.type) {
    case 'string':
      return createWord(property.name, schema, candidates);
    case 'boolean':
      return 'true';
    case 'identifier':
      return candidates.identityId;
    case 'bytes':
      return createBytes(property.byteLength ?? getBound(schema, 'minItems', 4), candidates.turn);
    case 'f64':
      return String(clamp(schema, 1.5 + candidates.turn));
    case 'object':
    case 'list':
    case 'unknown':
      return '';
    default:
      return String(Math.trunc(clamp(schema, 3 + ((candidates.turn * 5) % 8))));
  }
}

function createWord(name: string, schema: Members, { turn, contestPattern }: ExampleContext): string {
  const { format, pattern } = schema;
  if (typeof format === 'string' && format in FORMATS) return FORMATS[format] ?? '';
  const [min, max] = [getBound(schema, 'minLength', 0), getBound(schema, 'maxLength', Infinity)];
  const fits = (word: string): boolean => word.length >= min && word.length <= max && matches(pattern, word);
  const words = WORDS.find(([known]) => known.test(name))?.[1] ?? PLAIN;
  const rotated = words.map((_, at) => words[(at + turn) % words.length] ?? '');
  const padded = rotated.map((word) => word.padEnd(min, 'x').slice(0, max));
  const fitting = [...padded, ...CANDIDATES].filter(fits);
  return fitting.find((word) => matches(contestPattern, word)) ?? fitting[0] ?? '';
}

function matches(pattern: unknown, word: string): boolean {
  return typeof pattern !== 'string' || contestedPatternMatcher(pattern)?.(word) === true;
}

const createBytes = (length: number, turn: number): string =>
  Array.from({ length }, (_, at) => ((at + 1 + turn) % 256).toString(16).padStart(2, '0')).join('');

function clamp(schema: Members, wanted: number): number {
  const min = getBound(schema, 'minimum', -Infinity);
  return Math.max(min, Math.min(wanted, getBound(schema, 'maximum', Infinity)));
}

function getBound(schema: Members, name: string, otherwise: number): number {
  const bound = schema[name];
  return typeof bound === 'number' ? bound : otherwise;
}
