import { contestedPatternMatcher, type PropertyDescription } from '@dapikit/contract';
import type { Members } from './answer.js';
import { choicesIn } from './property-schema.js';

/** Words for properties of such names: which are taken depends on the turn. */
const WORDS: readonly (readonly [name: RegExp, words: readonly string[]])[] = [
  [/product|item|article/i, ['tea', 'coffee', 'tea', 'bread', 'coffee', 'tea']],
  [/url|link|uri/i, ['https://example.org/one', 'https://example.org/two']],
  [/mail/i, ['alice@example.org', 'bob@example.org']],
  [/text|message|note|comment|descri|body|about/i, ['Hello there', 'With milk, please', 'Thank you']],
  [/label|name|title/i, ['bakery', 'acme', 'corner', 'teahouse']],
];
const PLAIN = ['one', 'two', 'three', 'four'];
/** What patterns are tried with. */
const SHAPES = [
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

/** What an example depends on besides its property. */
export interface ExampleWishes {
  /** Counts, so that one document is not like the one before. */
  readonly turn: number;
  /** Somebody to be named. */
  readonly identityId: string;
  /** What text should match besides, so that a contest begins. */
  readonly contestPattern?: string | undefined;
}

/** A value that a property takes, as it is typed; empty where none is found, or where it is an object. */
export function exampleText(property: PropertyDescription, schema: Members, wishes: ExampleWishes): string {
  const choices = choicesIn(schema);
  if (choices !== undefined) return choices[wishes.turn % choices.length] ?? '';
  switch (property.type) {
    case 'string':
      return exampleWord(property.name, schema, wishes);
    case 'boolean':
      return 'true';
    case 'identifier':
      return wishes.identityId;
    case 'bytes':
      return exampleBytes(property.byteLength ?? boundOf(schema, 'minItems', 4), wishes.turn);
    case 'f64':
      return String(within(schema, 1.5 + wishes.turn));
    case 'object':
    case 'unknown':
      return '';
    default:
      return String(Math.trunc(within(schema, 3 + ((wishes.turn * 5) % 8))));
  }
}

function exampleWord(name: string, schema: Members, { turn, contestPattern }: ExampleWishes): string {
  const { format, pattern } = schema;
  if (typeof format === 'string' && format in FORMATS) return FORMATS[format] ?? '';
  const [least, most] = [boundOf(schema, 'minLength', 0), boundOf(schema, 'maxLength', Infinity)];
  const fits = (word: string): boolean =>
    word.length >= least && word.length <= most && matches(pattern, word);
  const words = WORDS.find(([known]) => known.test(name))?.[1] ?? PLAIN;
  const turned = words.map((_, at) => words[(at + turn) % words.length] ?? '');
  const padded = turned.map((word) => word.padEnd(least, 'x').slice(0, most));
  const fitting = [...padded, ...SHAPES].filter(fits);
  return fitting.find((word) => matches(contestPattern, word)) ?? fitting[0] ?? '';
}

function matches(pattern: unknown, word: string): boolean {
  return typeof pattern !== 'string' || contestedPatternMatcher(pattern)?.(word) === true;
}

const exampleBytes = (length: number, turn: number): string =>
  Array.from({ length }, (_, at) => ((at + 1 + turn) % 256).toString(16).padStart(2, '0')).join('');

function within(schema: Members, wanted: number): number {
  const least = boundOf(schema, 'minimum', -Infinity);
  return Math.max(least, Math.min(wanted, boundOf(schema, 'maximum', Infinity)));
}

function boundOf(schema: Members, name: string, otherwise: number): number {
  const bound = schema[name];
  return typeof bound === 'number' ? bound : otherwise;
}
