import type { DocumentSource } from '../document/document-source.js';
import { valueAt, withValue } from '../step/document-value.js';
import { schemaOf, type Schema } from '../document/resolve-schema.js';
import type { DocumentJson } from '../step/step.js';

/** Describes a document that breaks one rule of its type. */
export interface SchemaMutation {
  /** The rule in words, such as `"maxLength": 20`. */
  readonly rule: string;
  /** Where the rule is in the document type. */
  readonly place: readonly string[];
  /** Path of the value that breaks it. */
  readonly path: string;
  readonly data: DocumentJson;
}

type Breaking = (bound: unknown, schema: Schema) => readonly unknown[];

const LONGEST_TEXT = 10_000;
const MAX_BYTES = 5000;
const FAR = 1e15;

const text = (length: number): string => 'a'.repeat(length);
/** Lists of integers stand for bytes in one way only; text of a wrong length could be another form of an identifier. */
const bytes = (length: number): readonly number[] => Array.from({ length }, () => 1);
const isBetween = (value: unknown, low: number, high: number): value is number =>
  typeof value === 'number' && value >= low && value <= high;

/** Returns a value with a size, of the type that the schema has: authors give the bound of one type to another. */
function sized(size: number, { type }: Schema): readonly unknown[] {
  if (type === 'string') return [text(size)];
  if (type === 'array') return [bytes(size)];
  return type === 'integer' && size < 16 ? [Number('1'.repeat(Math.max(size, 1)))] : [];
}

/** Maps types to values of another type, which no form of the type is. */
const OTHER_TYPES: ReadonlyMap<string, readonly unknown[]> = new Map<string, readonly unknown[]>([
  ['string', [1]],
  ['integer', [true]],
  ['number', [true]],
  ['boolean', ['yes']],
  ['array', [7]],
  ['object', [7]],
]);

/** Lists values that break a keyword, by keyword. A bound that this file cannot exceed has none. */
const BREAKING: Readonly<Record<string, Breaking>> = {
  maxLength: (bound, schema) => (isBetween(bound, 0, LONGEST_TEXT) ? sized(bound + 1, schema) : []),
  minLength: (bound, schema) => (isBetween(bound, 1, LONGEST_TEXT) ? sized(bound - 1, schema) : []),
  maxItems: (bound, schema) => (isBetween(bound, 0, MAX_BYTES) ? sized(bound + 1, schema) : []),
  minItems: (bound, schema) => (isBetween(bound, 1, MAX_BYTES) ? sized(bound - 1, schema) : []),
  minimum: (bound, schema) => (isBetween(bound, -FAR, FAR) ? below(bound - 1, schema) : []),
  maximum: (bound, schema) => (isBetween(bound, -FAR, FAR) ? below(bound + 1, schema) : []),
  exclusiveMinimum: (bound, schema) => (isBetween(bound, -FAR, FAR) ? below(bound, schema) : []),
  exclusiveMaximum: (bound, schema) => (isBetween(bound, -FAR, FAR) ? below(bound, schema) : []),
  pattern: (bound, { type }) =>
    type === 'string' ? ['§', 'A a', '-', '1', 'a', ''].filter(isNotMatching(bound)) : [],
  enum: (bound, schema) => (Array.isArray(bound) ? otherChoice(bound, schema) : []),
  const: (bound, schema) => otherChoice([bound], schema),
  format: (format, { type }) => (type === 'string' ? [format === 'regex' ? '(' : '§ no such format §'] : []),
  multipleOf: (bound, { type }) => (type === 'integer' && isBetween(bound, 2, FAR) ? [bound + 1] : []),
  type: (_, { type }) => (typeof type === 'string' ? (OTHER_TYPES.get(type) ?? []) : []),
};

const below = (value: number, { type }: Schema): readonly unknown[] =>
  type === 'integer' || type === 'number' ? [value] : type === 'string' ? [String(value)] : [];

/** Returns what tells texts that a pattern does not match; nothing matches where JavaScript cannot read it. */
function isNotMatching(pattern: unknown): (value: string) => boolean {
  try {
    const expression = new RegExp(String(pattern), 'u');
    return (value) => !expression.test(value);
  } catch {
    return () => false;
  }
}

const otherChoice = (choices: readonly unknown[], { type }: Schema): readonly unknown[] =>
  [type === 'integer' ? 77 : type === 'boolean' ? false : 'zz'].filter((value) => !choices.includes(value));

/** Lists documents that break one rule each: a keyword of a property, a required property, or a property that is not defined. */
export function schemaMutations({ schema, type, ...source }: MutableSource): readonly SchemaMutation[] {
  const { plain } = source;
  const found: SchemaMutation[] = [];
  for (const { name, required } of type.properties) {
    const property = schemaOf(schemaOf(schema['properties'])[name]);
    const place = ['properties', name];
    for (const [keyword, breaking] of Object.entries(BREAKING)) {
      const bound = property[keyword];
      if (bound === undefined) continue;
      for (const value of breaking(bound, property).slice(0, 1)) {
        const data = withValue(plain, name, value);
        found.push({
          rule: `${JSON.stringify(keyword)}: ${textOf(bound)}`,
          place: [...place, keyword],
          path: name,
          data,
        });
      }
    }
    if (required && valueAt(plain, name) !== undefined)
      found.push({
        rule: `"required" of "${name}"`,
        place: ['required'],
        path: name,
        data: withValue(plain, name, undefined),
      });
  }
  const unknown = 'notInTheContract';
  return [
    ...found,
    { rule: '"additionalProperties": false', place: [], path: unknown, data: { ...plain, [unknown]: 1 } },
  ];
}

type MutableSource = Pick<DocumentSource, 'schema' | 'type'> & { readonly plain: DocumentJson };

const textOf = (bound: unknown): string => (JSON.stringify(bound) ?? '').slice(0, 60);
