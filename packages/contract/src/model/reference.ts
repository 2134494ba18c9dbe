import { type JsonNode, member, type ObjectNode, objectOf } from '../source/json-node.js';

/**
 * What a local reference points at in the schema of a document type, into which the platform puts the definitions of
 * the contract as `$defs`.
 */
export function resolveReference(
  reference: string,
  documentRoot: ObjectNode | undefined,
  definitions: ReadonlyMap<string, JsonNode>,
): JsonNode | undefined {
  if (!reference.startsWith('#/')) return undefined;
  const [first, ...rest] = reference.slice(2).split('/');
  if (first === undefined) return undefined;
  if (first === '$defs') {
    const [name, ...inner] = rest;
    return name === undefined ? undefined : descend(definitions.get(name), inner);
  }
  return descend(documentRoot, [first, ...rest]);
}

function descend(from: JsonNode | undefined, keys: readonly string[]): JsonNode | undefined {
  let at = from;
  for (const key of keys) {
    at = at?.kind === 'array' ? at.items[/^\d+$/.test(key) ? Number(key) : -1] : member(at, key);
  }
  return at;
}

/** The schema itself, or the one that its `$ref` leads to. A definition that refers on is not followed: it is refused. */
export function followReference(
  schema: ObjectNode | undefined,
  documentRoot: ObjectNode | undefined,
  definitions: ReadonlyMap<string, JsonNode>,
): ObjectNode | undefined {
  const reference = member(schema, '$ref');
  if (reference === undefined) return schema;
  return reference.kind === 'string'
    ? objectOf(resolveReference(reference.value, documentRoot, definitions))
    : undefined;
}
