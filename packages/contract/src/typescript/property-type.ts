import type { Property } from '../model/property.js';
import { isIdentifier } from '../model/identifier.js';
import { itemsOf, member, textOf, type JsonNode, type ObjectNode } from '../source/json-node.js';
import { dataOf, scalarText, type Data } from '../document/data.js';
import { quoted } from './type-name.js';

/** Whether an integer is stored in 64 bits, and is therefore a `bigint`. */
const isWide = ({ storage }: Property): boolean => storage === 'u64' || storage === 'i64';

/** The type of a property that is no object. */
export function scalarType(property: Property): string {
  const schema = property.schema;
  const listed = schema === undefined ? undefined : literals(property, schema);
  if (listed !== undefined) return listed;
  switch (property.type) {
    case 'string':
    case 'boolean':
    case 'number':
      return property.type;
    case 'integer':
      return isWide(property) ? 'bigint' : 'number';
    case 'array':
      return isIdentifier(schema) ? 'Identifier' : 'Bytes';
    default:
      return 'unknown';
  }
}

/** A union of what `const` or `enum` allows; nothing where no literals say so. */
function literals(property: Property, schema: ObjectNode): string | undefined {
  if (property.type === 'array' || property.type === 'number') return undefined;
  const only = member(schema, 'const');
  const list = member(schema, 'enum');
  if (only === undefined && list?.kind !== 'array') return undefined;
  const values = only === undefined ? itemsOf(list) : [only];
  const texts = values.map((value) => literal(property, value));
  const fitting = texts.filter((text) => text !== undefined);
  return fitting.length === 0 ? 'never' : [...new Set(fitting)].join(' | ');
}

/** A value as a literal of the property's type; nothing when it is of another one, and can therefore never be. */
function literal(property: Property, node: JsonNode): string | undefined {
  const value: Data = dataOf(node);
  switch (property.type) {
    case 'string':
      return typeof value === 'string' ? quoted(value) : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? String(value) : undefined;
    default: {
      const integer = node.kind === 'number' ? node.integer : undefined;
      if (integer === undefined) return undefined;
      return isWide(property) ? `${integer}n` : String(Number(integer));
    }
  }
}

const BOUNDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'pattern',
  'format',
];

/** What the schema says of a value that a type cannot. */
export function boundsOf(property: Property): string[] {
  const said = BOUNDS.flatMap((keyword) => {
    const node = member(property.schema, keyword);
    return node === undefined ? [] : [`${keyword} ${boundText(node)}`];
  });
  const width = property.storage === undefined ? [] : [`stored as ${property.storage}`];
  const all = [...said, ...width];
  return all.length === 0 ? [] : [`${all.join(', ')}.`];
}

function boundText(node: JsonNode): string {
  return node.kind === 'string' ? quoted(node.value) : scalarText(dataOf(node));
}

/** What the author of the schema says of it. */
export function wordsOf(...nodes: readonly (JsonNode | undefined)[]): string[] {
  const said = nodes.flatMap((node) =>
    ['description', '$comment'].map((keyword) => textOf(member(node, keyword))),
  );
  return [...new Set(said.filter((text) => text !== undefined))];
}
