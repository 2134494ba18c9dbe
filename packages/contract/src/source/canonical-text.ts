import type { JsonNode } from './json-node.js';

/**
 * Writes a text that is the same for values that JSON Schema calls equal: member order and number spelling do not
 * count.
 */
export function canonicalText(node: JsonNode): string {
  switch (node.kind) {
    case 'null':
      return 'null';
    case 'boolean':
      return String(node.value);
    case 'number':
      return node.integer === undefined ? String(node.value) : String(node.integer);
    case 'string':
      return JSON.stringify(node.value);
    case 'array':
      return `[${node.items.map(canonicalText).join(',')}]`;
    default: {
      const members = [...node.members].map(
        ([name, value]) => `${JSON.stringify(name)}:${canonicalText(value)}`,
      );
      return `{${members.toSorted().join(',')}}`;
    }
  }
}
