import { itemsOf, type JsonNode, member, type ObjectNode, objectOf } from '../source/json-node.js';

/**
 * What a local reference points at in the schema of a document type, into which the platform puts the definitions of
 * the contract as `$defs`.
 */
export function resolveReference(
  reference: string,
  documentRoot: ObjectNode | undefined,
  definitions: JsonNode | undefined,
): JsonNode | undefined {
  if (!reference.startsWith('#/')) return undefined;
  // The platform writes a pointer as a path of its own: dots part names as well, and "name[0]" is an element.
  const [first, ...rest] = reference.slice(2).split(/[/.]/);
  if (first === undefined) return undefined;
  return first === '$defs' ? descend(definitions, rest) : descend(documentRoot, [first, ...rest]);
}

function descend(from: JsonNode | undefined, keys: readonly string[]): JsonNode | undefined {
  let at = from;
  for (const key of keys) {
    const [, list, element] = /^(.*)\[(\d+)\]$/s.exec(key) ?? [];
    at = list === undefined ? member(at, key) : itemsOf(member(at, list))[Number(element)];
  }
  return at;
}

/** The schema itself, or the one that its `$ref` leads to. A definition that refers on is not followed: it is refused. */
export function followReference(
  schema: ObjectNode | undefined,
  documentRoot: ObjectNode | undefined,
  definitions: JsonNode | undefined,
): ObjectNode | undefined {
  const reference = member(schema, '$ref');
  if (reference === undefined) return schema;
  return reference.kind === 'string'
    ? objectOf(resolveReference(reference.value, documentRoot, definitions))
    : undefined;
}
