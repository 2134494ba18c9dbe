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

  /** Returns whether no error was found at this node or inside it. */
  isClean(node: JsonNode): boolean {
    return !this.ancestors.has(node);
  }
}
