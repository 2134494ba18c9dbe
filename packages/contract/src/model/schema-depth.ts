import type { JsonNode } from '../source/json-node.js';

/** Measures the maximum nesting of objects in a value; arrays do not count. */
export function measureSchemaDepth(node: JsonNode): number {
  switch (node.kind) {
    case 'object': {
      let maxDepth = 0;
      for (const value of node.members.values()) maxDepth = Math.max(maxDepth, measureSchemaDepth(value));
      return maxDepth + 1;
    }
    case 'array': {
      let maxDepth = 0;
      for (const item of node.items) maxDepth = Math.max(maxDepth, measureSchemaDepth(item));
      return maxDepth;
    }
    default:
      return 0;
  }
}
