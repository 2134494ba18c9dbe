import type { JsonNode } from '../source/json-node.js';

/** Where the network refuses a contract as it stands, so that a comparison does not tell the same mistake again. */
export class Soundness {
  private readonly refused = new Set<JsonNode>();
  private readonly holders = new Set<JsonNode>();

  refuse(node: JsonNode): void {
    this.refused.add(node);
    let at: JsonNode | undefined = node;
    while (at !== undefined && !this.holders.has(at)) {
      this.holders.add(at);
      at = at.parent;
    }
  }

  /** Whether an error was found at this very value. */
  isRefusedAt(node: JsonNode): boolean {
    return this.refused.has(node);
  }

  /** Whether no error was found at this value or inside it. */
  isSound(node: JsonNode): boolean {
    return !this.holders.has(node);
  }
}
