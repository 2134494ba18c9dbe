import type { ChoiceShape, Fields, KeyKind, Shape } from '../model/decoding.js';
import type { KeywordPlace } from '../explain/explain-keyword.js';
import { describeKeyword, type JsonSchema } from './keyword-schema.js';

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
const BASE58 = '^[1-9A-HJ-NP-Za-km-z]{32,44}$';

/** Describes an identifier as base58 text. */
export const IDENTIFIER_SCHEMA: JsonSchema = { type: 'string', pattern: BASE58 };

const KEYS: Readonly<Record<KeyKind, JsonSchema>> = {
  text: {},
  identifier: { pattern: BASE58 },
  u16: { pattern: '^\\+?\\d{1,40}$' },
  u64: { pattern: '^\\+?\\d{1,40}$' },
};

/** Writes the shapes of decoded values as JSON Schemas; shapes with names become definitions. */
export class ShapeSchemas {
  constructor(
    private readonly place: KeywordPlace,
    private readonly protocolVersion: number,
    private readonly named: ReadonlyMap<Shape, string>,
  ) {}

  /** Returns a reference to a named shape, or the schema of another one. */
  of(shape: Shape): JsonSchema {
    const name = this.named.get(shape);
    return name === undefined ? this.write(shape) : { $ref: `#/definitions/${name}` };
  }

  /** Lists the definitions of the named shapes. */
  get definitions(): Record<string, JsonSchema> {
    return Object.fromEntries(Array.from(this.named, ([shape, name]) => [name, this.write(shape)]));
  }

  private write(shape: Shape): JsonSchema {
    switch (shape.kind) {
      case 'boolean':
        return { type: 'boolean' };
      case 'text':
        return { type: 'string' };
      case 'identifier':
        return IDENTIFIER_SCHEMA;
      case 'word':
        return { enum: shape.words };
      case 'integer': {
        const { min, max, isBig } = shape;
        const number = {
          type: 'integer',
          minimum: Number(min < -MAX_SAFE ? -MAX_SAFE : min),
          maximum: Number(max > MAX_SAFE ? MAX_SAFE : max),
        };
        return isBig ? { anyOf: [number, { type: 'string', pattern: '^[+-]?\\d{1,40}$' }] } : number;
      }
      case 'map':
        return {
          type: 'object',
          propertyNames: KEYS[shape.key],
          additionalProperties: this.of(shape.value),
        };
      case 'record': {
        const tag = shape.isTagged
          ? {
              $formatVersion: this.member('$formatVersion', {
                enum: (shape.formats ?? ['0']).flatMap((format) => [format, Number(format)]),
              }),
            }
          : {};
        const { properties, required } = this.members(shape.fields);
        return {
          type: 'object',
          properties: { ...tag, ...properties },
          required: [...Object.keys(tag), ...required],
        };
      }
      default:
        return this.choice(shape);
    }
  }

  private choice({ variants, steps, isNumbered = false }: ChoiceShape): JsonSchema {
    const names = Object.keys(variants);
    const byName = { enum: names };
    // A range: editors do not offer the numbers.
    const byNumber = { type: 'integer', minimum: 0, maximum: names.length - 1 };
    const type = isNumbered ? { anyOf: [byName, byNumber] } : byName;
    return {
      type: 'object',
      properties: { $type: this.member('$type', type) },
      required: ['$type'],
      allOf: Object.entries(variants).map(([name, fields], number) => ({
        if: {
          properties: { $type: isNumbered ? { enum: [name, number] } : { const: name } },
          required: ['$type'],
        },
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        then:
          name === steps
            ? {
                propertyNames: { anyOf: [{ const: '$type' }, KEYS.u64] },
                properties: { $type: true },
                additionalProperties: { type: ['integer', 'string'] },
              }
            : this.members(fields),
      })),
    };
  }

  private members(fields: Fields): { properties: Record<string, JsonSchema>; required: readonly string[] } {
    const properties: Record<string, JsonSchema> = {};
    for (const [name, { shape, need }] of Object.entries(fields)) {
      const schema = this.of(shape);
      properties[name] = this.member(
        name,
        need === 'nullable' ? { anyOf: [schema, { type: 'null' }] } : schema,
      );
    }
    const required = Object.entries(fields).filter(([, { need }]) => need === 'required');
    return { properties, required: required.map(([name]) => name) };
  }

  private member(name: string, schema: JsonSchema): JsonSchema {
    return describeKeyword(this.place, name, schema, this.protocolVersion);
  }
}
