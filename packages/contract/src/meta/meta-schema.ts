import { META_SCHEMA_TEXT } from './meta-schema-text.js';

/** Describes a schema of the meta-schema: true accepts everything, false nothing. */
export type MetaSchema = boolean | MetaSchemaObject;

/** Lists the keywords that document meta-schema v3 uses. */
export interface MetaSchemaObject {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, MetaSchema>>;
  readonly type?: string | readonly string[];
  readonly const?: Scalar;
  readonly enum?: readonly Scalar[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly prefixItems?: readonly MetaSchema[];
  readonly items?: MetaSchema;
  readonly properties?: Readonly<Record<string, MetaSchema>>;
  readonly patternProperties?: Readonly<Record<string, MetaSchema>>;
  readonly additionalProperties?: MetaSchema;
  readonly unevaluatedProperties?: boolean;
  readonly propertyNames?: MetaSchema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly required?: readonly string[];
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly dependentSchemas?: Readonly<Record<string, MetaSchema>>;
  readonly allOf?: readonly MetaSchema[];
  readonly anyOf?: readonly MetaSchema[];
  readonly oneOf?: readonly MetaSchema[];
  readonly not?: MetaSchema;
  readonly if?: MetaSchema;
  readonly then?: MetaSchema;
  readonly else?: MetaSchema;
}

/** Describes a value of `const` and `enum`. */
export type Scalar = string | number | boolean;

const COUNT: MetaSchema = { type: 'integer', minimum: 0 };
const NUMBER: MetaSchema = { type: 'number' };
const TEXT: MetaSchema = { type: 'string' };
const TEXTS: MetaSchema = { type: 'array', items: TEXT, uniqueItems: true };
const TYPE: MetaSchema = { enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] };

/** Lists the keywords of JSON Schema, draft 2020-12, to whose own meta-schemas the document meta-schema refers, by the end of the reference. */
const DRAFT: Readonly<Record<string, MetaSchema>> = {
  $comment: TEXT,
  description: TEXT,
  examples: { type: 'array' },
  multipleOf: { type: 'number', exclusiveMinimum: 0 },
  maximum: NUMBER,
  exclusiveMaximum: NUMBER,
  minimum: NUMBER,
  exclusiveMinimum: NUMBER,
  maxLength: COUNT,
  minLength: COUNT,
  pattern: TEXT,
  maxItems: COUNT,
  minItems: COUNT,
  uniqueItems: { type: 'boolean' },
  contains: { type: ['object', 'boolean'] },
  maxProperties: COUNT,
  minProperties: COUNT,
  required: TEXTS,
  stringArray: TEXTS,
  type: { anyOf: [TYPE, { type: 'array', items: TYPE, minItems: 1, uniqueItems: true }] },
  format: TEXT,
  contentMediaType: TEXT,
};

let parsed: MetaSchemaObject | undefined;

/** Returns document meta-schema v3, parsed at the first use. */
export function documentMetaSchema(): MetaSchemaObject {
  if (parsed === undefined) {
    const schema: MetaSchemaObject = JSON.parse(META_SCHEMA_TEXT);
    parsed = schema;
  }
  return parsed;
}

const targets = new Map<string, MetaSchema>();

/** Resolves a reference of the meta-schema. @throws {RangeError} when it has no target. */
export function resolveMetaReference(reference: string): MetaSchema {
  const known = targets.get(reference);
  if (known !== undefined) return known;
  const target = reference.startsWith('#')
    ? descend(documentMetaSchema(), reference.slice(2).split('/'))
    : DRAFT[reference.slice(reference.lastIndexOf('/') + 1)];
  if (target === undefined) throw new RangeError(`the meta-schema has no ${reference}`);
  targets.set(reference, target);
  return target;
}

/** Follows the keys of a pointer: into `$defs` and `properties`, whose members are schemas. */
function descend(from: MetaSchemaObject, keys: readonly string[]): MetaSchema | undefined {
  let at: MetaSchema | undefined = from;
  for (let step = 0; step + 1 < keys.length; step += 2) {
    const [container, name] = [keys[step], keys[step + 1]];
    if (typeof at !== 'object' || name === undefined) return undefined;
    at = (container === '$defs' ? at.$defs : at.properties)?.[name];
  }
  return at;
}
