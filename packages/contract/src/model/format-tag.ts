import { getMember, type JsonNode } from '../source/json-node.js';

/** Returns the tag of a versioned object, in either spelling of the official libraries. */
export function getFormatTag(node: JsonNode | undefined): JsonNode | undefined {
  return getMember(node, '$formatVersion') ?? getMember(node, '$format_version');
}
