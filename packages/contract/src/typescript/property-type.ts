import type { Property } from '../model/contract-model.js';
import { isIdentifier } from '../model/identifier.js';
import { chooseIntegerStorage } from '../model/integer-storage.js';
import {
  asObject,
  getItems,
  getMember,
  getText,
  type JsonNode,
  type ObjectNode,
} from '../source/json-node.js';
import { toData, formatScalar, type Data } from '../document/data.js';
import { quote } from './type-name.js';

/** Returns whether an integer is stored in 64 bits, and is therefore a `bigint`. */
const isWide = ({ storage }: Property): boolean => storage === 'u64' || storage === 'i64';

/** Declares the type of a property that is no object. */
export function declareScalar(property: Property): string {
  const schema = property.schema;
  const listed = schema === undefined ? undefined : declareLiterals(property, schema);
  if (listed !== undefined) return listed;
  switch (property.type) {
    case 'string':
    case 'boolean':
    case 'number':
      return property.type;
    case 'integer':
      return isWide(property) ? 'bigint' : 'number';
    case 'array':
      return declareArray(property);
    default:
      return 'unknown';
  }
}

/** Declares an array: bytes, or a list of elements that `items` describes. */
function declareArray(property: Property): string {
  const items = asObject(getMember(property.schema, 'items'));
  if (items === undefined) return isIdentifier(property.schema) ? 'Identifier' : 'Bytes';
  const { sizedIntegerTypes } = property.contract.config;
  const type = getText(getMember(items, 'type'));
  const storage = type === 'integer' ? chooseIntegerStorage(items, sizedIntegerTypes) : undefined;
  const element = declareScalar({ ...property, node: items, schema: items, type, storage });
  return element.includes(' | ') ? `readonly (${element})[]` : `readonly ${element}[]`;
}

/** Declares a union of the values of `const` or `enum`; returns undefined without literals. */
function declareLiterals(property: Property, schema: ObjectNode): string | undefined {
  if (property.type === 'array' || property.type === 'number') return undefined;
  const only = getMember(schema, 'const');
  const list = getMember(schema, 'enum');
  if (only === undefined && list?.kind !== 'array') return undefined;
  const values = only === undefined ? getItems(list) : [only];
  const texts = values.map((value) => declareLiteral(property, value));
  const fitting = texts.filter((text) => text !== undefined);
  return fitting.length === 0 ? 'never' : [...new Set(fitting)].join(' | ');
}

/**
 * Declares a value as a literal of the property's type; returns undefined if it has another type and is never valid.
 */
function declareLiteral(property: Property, node: JsonNode): string | undefined {
  const value: Data = toData(node);
  switch (property.type) {
    case 'string':
      return typeof value === 'string' ? quote(value) : undefined;
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

/** Describes what the schema requires of a value and a type cannot express. */
export function describeBounds(property: Property): string[] {
  const said = BOUNDS.flatMap((keyword) => {
    const node = getMember(property.schema, keyword);
    return node === undefined ? [] : [`${keyword} ${formatBound(node)}`];
  });
  const width = property.storage === undefined ? [] : [`stored as ${property.storage}`];
  const all = [...said, ...width];
  return all.length === 0 ? [] : [`${all.join(', ')}.`];
}

function formatBound(node: JsonNode): string {
  return node.kind === 'string' ? quote(node.value) : formatScalar(toData(node));
}

/** Lists the descriptions in a schema. */
export function readDescriptions(...nodes: readonly (JsonNode | undefined)[]): string[] {
  const said = nodes.flatMap((node) =>
    ['description', '$comment'].map((keyword) => getText(getMember(node, keyword))),
  );
  return [...new Set(said.filter((text) => text !== undefined))];
}
