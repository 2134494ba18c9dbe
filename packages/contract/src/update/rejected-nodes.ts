import type { JsonNode } from '../source/json-node.js';

/** Collects the nodes that the network rejects, so that a comparison does not report the same error again. */
export class RejectedNodes {
  private readonly nodes = new Set<JsonNode>();
  private readonly ancestors = new Set<JsonNode>();

  add(node: JsonNode): void {
    this.nodes.add(node);
    let at: JsonNode | undefined = node;
    while (at !== undefined && !this.ancestors.has(at)) {
      this.ancestors.add(at);
      at = at.parent;
    }
  }

  /** Returns whether an error was found at this very node. */
  has(node: JsonNode): boolean {
    return this.nodes.has(node);
  }

  /** Returns whether an error was found in the keyword of a document type, a property or an index in which a node is. */
  isIn(node: JsonNode): boolean {
    if (this.nodes.size === 0 || isUnit(node)) return false;
    let at = node;
    while (at.parent !== undefined && !isUnit(at.parent)) at = at.parent;
    return this.ancestors.has(at);
  }

  /** Returns whether no error was found at this node or inside it. */
  isClean(node: JsonNode): boolean {
    return !this.ancestors.has(node);
  }
}

const CONTAINERS: ReadonlySet<string | number> = new Set([
  'properties',
  'indices',
  'documentSchemas',
  'documents',
]);

/** Returns whether a node is a document type, a property or an index, or contains them all. */
const isUnit = ({ parent }: JsonNode): boolean =>
  parent === undefined || parent.parent === undefined || CONTAINERS.has(parent.key);
