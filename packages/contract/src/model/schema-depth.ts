import type { JsonNode } from '../source/json-node.js';

/** How many objects enclose each other at most in a value; arrays are looked into and do not count. */
export function schemaDepth(node: JsonNode): number {
  switch (node.kind) {
    case 'object': {
      let deepest = 0;
      for (const value of node.members.values()) deepest = Math.max(deepest, schemaDepth(value));
      return deepest + 1;
    }
    case 'array':
      return node.items.reduce((deepest, item) => Math.max(deepest, schemaDepth(item)), 0);
    default:
      return 0;
  }
}
