import type { JsonNode } from './json-node.js';

const MAX_EXCERPT_LENGTH = 60;

/** Lists the values that {@link excerpt} can quote: a node, a parsed value, or a value outside JSON. */
export type Quotable =
  | JsonNode
  | undefined
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | readonly unknown[]
  | ReadonlyMap<string, unknown>
  | { readonly typeName: string };

/** Quotes a value in a few words for a message: text in quotes and truncated, objects and arrays by their size. */
export function excerpt(value: Quotable): string {
  switch (typeof value) {
    case 'undefined':
      return 'nothing';
    case 'string':
      return JSON.stringify(truncate(value));
    case 'object':
      return value === null ? 'null' : describeObject(value);
    default:
      return truncate(String(value));
  }
}

function describeObject(
  value: Exclude<Quotable, string | number | bigint | boolean | null | undefined>,
): string {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  if (isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`;
  if (value instanceof Map) return value.size === 0 ? 'an empty object' : 'an object';
  if ('typeName' in value) return value.typeName;
  return 'kind' in value ? describeNode(value) : 'an object';
}

function describeNode(node: JsonNode): string {
  switch (node.kind) {
    case 'object':
      return excerpt(node.members);
    case 'array':
      return excerpt(node.items);
    case 'null':
      return 'null';
    case 'number':
      return excerpt(node.integer ?? node.value);
    default:
      return excerpt(node.value);
  }
}

const isArray = (value: object): value is readonly unknown[] => Array.isArray(value);

/** Truncates a text that is too long for a message. */
export function truncate(text: string, maxLength = MAX_EXCERPT_LENGTH): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
