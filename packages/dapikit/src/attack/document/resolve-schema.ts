/** Describes a JSON schema, or a member of one. */
export type Schema = Readonly<Record<string, unknown>>;

const MAX_DEPTH = 32;

/** Returns the value as an object; an empty one where it is none. */
export const schemaOf = (value: unknown): Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

/** Returns a schema with the definitions of the contract in place of its references, at most 32 deep. */
export function resolveSchema(schema: unknown, definitions: Schema, depth = 0): Schema {
  const found = schemaOf(schema);
  if (depth > MAX_DEPTH) return {};
  const reference = found['$ref'];
  if (typeof reference === 'string') {
    const name = /^#\/\$defs\/(.+)$/.exec(reference)?.[1];
    const { $ref: _, ...beside } = found;
    return {
      ...resolveSchema(name === undefined ? {} : definitions[name], definitions, depth + 1),
      ...beside,
    };
  }
  const properties = found['properties'];
  if (properties === undefined) return found;
  const resolved = Object.entries(schemaOf(properties)).map(([name, property]): [string, Schema] => [
    name,
    resolveSchema(property, definitions, depth + 1),
  ]);
  return { ...found, properties: Object.fromEntries(resolved) };
}
