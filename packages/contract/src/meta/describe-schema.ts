import { type MetaSchema, type MetaSchemaObject, resolveMetaReference } from './meta-schema.js';

const NAME = '[a-zA-Z0-9_]{1,64}';
const PATTERNS: ReadonlyMap<string, string> = new Map([
  [`^${NAME}$`, 'a name of 1 to 64 letters, digits and "_"'],
  [`^${NAME}(\\.${NAME})*$`, 'the path of a property: names joined by dots'],
  ['^#', 'text that starts with "#"'],
]);

const TYPES: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  integer: 'an integer',
  null: 'null',
  number: 'a number',
  object: 'an object',
  string: 'text',
};

/** Says in a few words what a schema of the meta-schema accepts. */
export function describeSchema(schema: MetaSchema): string {
  if (schema === true) return 'anything';
  if (schema === false) return 'nothing';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return alternatives(schema.enum.map((value) => JSON.stringify(value)));
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return alternatives(branches.map(describeSchema));
  if (schema.$ref !== undefined) return describeSchema(resolveMetaReference(schema.$ref));
  if (schema.not !== undefined && schema.type === undefined) return `not ${describeSchema(schema.not)}`;
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return describeObject(schema);
  return alternatives(types.map((type) => describeType(type, schema)));
}

const alternatives = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

function describeType(type: string, schema: MetaSchemaObject): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema;
  if (type === 'integer') return `an integer${range(minimum, maximum)}`;
  if (type === 'number' && schema.exclusiveMinimum !== undefined) return 'a number above 0';
  if (type === 'string') {
    const known = pattern === undefined ? undefined : PATTERNS.get(pattern);
    if (known !== undefined) return known;
    const length = range(minLength, maxLength);
    return `text${length === '' ? '' : ` of${length.replace(' from', '')} characters`}${pattern === undefined ? '' : ` that matches ${pattern}`}`;
  }
  if (type === 'array') {
    const count = range(minItems, maxItems);
    return `an array${count === '' ? '' : ` of${count.replace(' from', '')} elements`}`;
  }
  return TYPES[type] ?? type;
}

/** Says which members an object must have, and which it cannot have. */
function describeObject({ required = [], properties = {} }: MetaSchemaObject): string {
  const forbidden = Object.keys(properties).filter((name) => properties[name] === false);
  const parts = [
    ...(required.length === 0 ? [] : [`with ${required.join(' and ')}`]),
    ...(forbidden.length === 0 ? [] : [`without ${forbidden.join(' and ')}`]),
  ];
  return parts.length === 0 ? 'a fitting value' : `an object ${parts.join(' and ')}`;
}

function range(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) return min === max ? ` ${min}` : ` from ${min} to ${max}`;
  if (min !== undefined) return ` from ${min} on`;
  return max === undefined ? '' : ` up to ${max}`;
}
