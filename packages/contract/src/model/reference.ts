import { getItems, type JsonNode, getMember, type ObjectNode, asObject } from '../source/json-node.js';

/**
 * Resolves a local reference in the schema of a document type, to which the platform adds the definitions of the
 * contract as `$defs`.
 */
export function resolveReference(
  reference: string,
  documentRoot: ObjectNode | undefined,
  definitions: JsonNode | undefined,
): JsonNode | undefined {
  if (!reference.startsWith('#/')) return undefined;
  // The platform writes a pointer as a path of its own: dots separate names as well, and "name[0]" is an element.
  const [first, ...rest] = reference.slice(2).split(/[/.]/);
  if (first === undefined) return undefined;
  return first === '$defs' ? descend(definitions, rest) : descend(documentRoot, [first, ...rest]);
}

function descend(from: JsonNode | undefined, keys: readonly string[]): JsonNode | undefined {
  let at = from;
  for (const key of keys) {
    const [, list, element] = /^(.*)\[(\d+)\]$/s.exec(key) ?? [];
    at = list === undefined ? getMember(at, key) : getItems(getMember(at, list))[Number(element)];
  }
  return at;
}

/** Returns whether a value or one inside it has a member `$ref`. */
export function hasReference(node: JsonNode): boolean {
  if (node.kind === 'array') return node.items.some(hasReference);
  if (node.kind !== 'object') return false;
  if (node.members.has('$ref')) return true;
  for (const value of node.members.values())
    if ((value.kind === 'object' || value.kind === 'array') && hasReference(value)) return true;
  return false;
}

/**
 * Returns the schema itself, or the target of its `$ref`. A definition with a reference of its own is rejected, not
 * followed.
 */
export function followReference(
  schema: ObjectNode | undefined,
  documentRoot: ObjectNode | undefined,
  definitions: JsonNode | undefined,
): ObjectNode | undefined {
  const reference = getMember(schema, '$ref');
  if (reference === undefined) return schema;
  return reference.kind === 'string'
    ? asObject(resolveReference(reference.value, documentRoot, definitions))
    : undefined;
}
