import { getList, getMembers, type Members } from '../../json/json-values.js';

/** Finds the schema of a property, with its reference resolved; empty where it does not exist. */
export function findSchema(contract: unknown, documentType: string, path: string): Members {
  const root = getMembers(contract);
  const definitions = getMembers(
    root['$defs'] ?? getMembers(root['schemaDefs'])['$defs'] ?? root['schemaDefs'],
  );
  const resolve = (schema: unknown): Members => {
    const members = getMembers(schema);
    const { $ref: reference } = members;
    const name = typeof reference === 'string' ? /^#\/\$defs\/([^/]+)$/.exec(reference)?.[1] : undefined;
    return name === undefined ? members : getMembers(definitions[name]);
  };
  return path
    .split('.')
    .reduce<Members>(
      (at, name) => resolve(getMembers(at['properties'])[name]),
      getMembers(getMembers(root['documentSchemas'])[documentType]),
    );
}

/** Lists the values of an enumeration as text; `undefined` for any other schema. */
export function listChoices(schema: Members): readonly string[] | undefined {
  if ('const' in schema) return [String(schema['const'])];
  return 'enum' in schema ? getList(schema['enum']).map(String) : undefined;
}
