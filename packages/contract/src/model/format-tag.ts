import { member, type JsonNode } from '../source/json-node.js';

/** The tag of a versioned object: both spellings that the official libraries have used. */
export function formatTag(node: JsonNode | undefined): JsonNode | undefined {
  return member(node, '$formatVersion') ?? member(node, '$format_version');
}
