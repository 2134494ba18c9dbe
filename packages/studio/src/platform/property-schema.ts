import { listOf, membersOf, type Members } from './answer.js';

/** The schema of a property, its reference followed; empty where it is not there. */
export function schemaAt(contract: unknown, documentType: string, path: string): Members {
  const root = membersOf(contract);
  const definitions = membersOf(
    root['$defs'] ?? membersOf(root['schemaDefs'])['$defs'] ?? root['schemaDefs'],
  );
  const followed = (schema: unknown): Members => {
    const members = membersOf(schema);
    const { $ref: reference } = members;
    const name = typeof reference === 'string' ? /^#\/\$defs\/([^/]+)$/.exec(reference)?.[1] : undefined;
    return name === undefined ? members : membersOf(definitions[name]);
  };
  return path
    .split('.')
    .reduce<Members>(
      (at, name) => followed(membersOf(at['properties'])[name]),
      membersOf(membersOf(root['documentSchemas'])[documentType]),
    );
}

/** The values that a schema allows, as text, where they are few; `undefined` where they are not. */
export function choicesIn(schema: Members): readonly string[] | undefined {
  if ('const' in schema) return [String(schema['const'])];
  return 'enum' in schema ? listOf(schema['enum']).map(String) : undefined;
}
