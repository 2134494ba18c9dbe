import { contestedPatternMatcher, type DocumentTypeDescription } from '@dapikit/contract';
import { readFields, type DocumentShape } from '@dapikit/client';
import { schemaOf } from '../../../src/attack/document/resolve-schema.js';
import type { DocumentSource } from '../../../src/attack/document/document-source.js';
import { withValue } from '../../../src/attack/step/document-value.js';
import { valueOf } from './document-model.js';
import type { Dice } from './dice.js';

/** Keywords that say more of an integer than its width. */
const BOUNDS = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum', 'multipleOf', 'enum', 'const'];
const EXTREMES = {
  u64: [2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n],
  i64: [2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)],
} as const;

/** Makes valid documents of a type in the form of its client. */
export class RandomDocuments {
  readonly #source: DocumentSource;
  readonly #shape: DocumentShape;
  readonly #dice: Dice;
  /** Names of integers of 64 bits whose largest values are valid, with these. */
  readonly #wide: readonly (readonly [string, readonly bigint[]])[];

  constructor(source: DocumentSource, shape: DocumentShape, dice: Dice) {
    this.#source = source;
    this.#shape = shape;
    this.#dice = dice;
    const summed = new Set([
      source.type.aggregates.summable,
      ...source.type.indices.map(({ aggregates }) => aggregates.summable),
    ]);
    const schemas = schemaOf(source.schema['properties']);
    this.#wide = source.type.properties.flatMap(({ name, type }) =>
      (type === 'u64' || type === 'i64') &&
      !summed.has(name) &&
      BOUNDS.every((keyword) => !(keyword in schemaOf(schemas[name])))
        ? [[name, EXTREMES[type]] as const]
        : [],
    );
  }

  /** Returns a valid document; nothing where none was found. */
  next(): Readonly<Record<string, unknown>> | undefined {
    let data = this.#source.plain;
    if (data === undefined) return undefined;
    for (const path of this.#source.paths) {
      if (this.#dice.isOneIn(3)) continue;
      // Few values, so that unique ones come again.
      const values = this.#source.valuesFor(data, path);
      const few = this.#dice.isOneIn(2) ? values.slice(0, 3) : values;
      const value = this.#dice.isOneIn(6) ? undefined : this.#dice.pick(few);
      const changed = withValue(data, path, value);
      if (this.#source.isValid(changed)) data = changed;
    }
    const read = readFields(data, this.#shape.fields);
    const [name, extremes = []] = this.#dice.pick(this.#wide) ?? [];
    if (name === undefined || !this.#dice.isOneIn(4)) return read;
    return { ...read, [name]: this.#dice.pick(extremes) };
  }

  /** Returns the properties of a document that the network stores at a create: it drops those that are only checked. */
  created(data: Readonly<Record<string, unknown>>): object {
    const checked = new Set(
      this.#source.type.properties.flatMap(({ name, transient }) => (transient ? [name] : [])),
    );
    return Object.fromEntries(Object.entries(this.sent(data)).filter(([name]) => !checked.has(name)));
  }

  /** Returns the properties of a document that the network reads, and stores at a replace: it drops objects without properties. */
  sent(data: Readonly<Record<string, unknown>>): object {
    return Object.fromEntries(Object.entries(data).filter(([, value]) => !isEmptyObject(value)));
  }
}

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  Object.keys(value).length === 0;

/** Returns whether a document would contend for a value. */
export const isContested = ({ indices }: DocumentTypeDescription, data: object): boolean =>
  indices.some(
    ({ contested }) =>
      contested?.fieldMatches.every(({ field, regexPattern }) => {
        const value = valueOf(data, field);
        return typeof value === 'string' && contestedPatternMatcher(regexPattern)?.(value) === true;
      }) === true,
  );
