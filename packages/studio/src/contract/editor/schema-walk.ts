/** A JSON Schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>;

/** A step from a value into it: the name of a member, or the place in an array. */
export type Step = string | number;

/** A member that a schema knows. */
export interface KnownMember {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

const TOGETHER = ['allOf', 'anyOf', 'oneOf'] as const;
const BRANCHES = ['then', 'else'] as const;

/**
 * The schemas that may hold for the value at a path. Which of several alternatives holds is not decided: all are given.
 * @param root a schema whose references point into itself.
 */
export function schemasAt(root: Schema, path: readonly Step[]): readonly Schema[] {
  return path.reduce<readonly Schema[]>(
    (schemas, step) =>
      expanded(
        root,
        schemas.flatMap((schema) => into(schema, step)),
      ),
    expanded(root, [root]),
  );
}

/** The members that schemas know, each once. */
export function membersOf(schemas: readonly Schema[]): readonly KnownMember[] {
  const required = new Set(schemas.flatMap(({ required }) => (Array.isArray(required) ? required : [])));
  const members = new Map<string, Schema>();
  for (const schema of schemas)
    for (const [name, member] of Object.entries(objectOf(schema['properties']) ?? {}))
      if (!members.has(name) || textOf(members.get(name)) === undefined)
        members.set(name, objectOf(member) ?? {});
  return Array.from(members, ([name, schema]) => ({ name, schema, isRequired: required.has(name) }));
}

/** The values that schemas list, each once, with what they mean where that is said. */
export function valuesOf(
  schemas: readonly Schema[],
): readonly { readonly value: unknown; readonly meaning?: string }[] {
  const found = new Map<string, { readonly value: unknown; readonly meaning?: string }>();
  for (const schema of schemas) {
    const meanings: readonly unknown[] = arrayOf(schema['enumDescriptions']);
    const listed = 'const' in schema ? [schema['const']] : arrayOf(schema['enum']);
    const flags = schema['type'] === 'boolean' ? [true, false] : [];
    for (const [at, value] of [...listed, ...flags].entries()) {
      const meaning = meanings[at];
      const key = JSON.stringify(value);
      if (!found.has(key)) found.set(key, { value, ...(typeof meaning === 'string' && { meaning }) });
    }
  }
  return [...found.values()];
}

/** What is said of a schema, with the names of things between backticks. */
export function textOf(schema: Schema | undefined): string | undefined {
  const text = schema?.['markdownDescription'] ?? schema?.['description'];
  return typeof text === 'string' ? text : undefined;
}

/** An object, or nothing. */
export function objectOf(value: unknown): Schema | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
}

/** An array, or an empty one. */
export function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function into(schema: Schema, step: Step): Schema[] {
  const { items } = schema;
  const found =
    typeof step === 'number' ? (Array.isArray(items) ? items[step] : items) : memberOf(schema, step);
  const member = objectOf(found);
  return member === undefined ? [] : [member];
}

function memberOf(schema: Schema, name: string): unknown {
  const known = objectOf(schema['properties']);
  if (known !== undefined && Object.hasOwn(known, name)) return known[name];
  const matching = Object.entries(objectOf(schema['patternProperties']) ?? {}).find(([pattern]) =>
    new RegExp(pattern, 'u').test(name),
  );
  return matching === undefined ? schema['additionalProperties'] : matching[1];
}

/** Schemas with those that they refer to or join, each once. */
function expanded(root: Schema, schemas: readonly Schema[]): readonly Schema[] {
  const seen = new Set<unknown>();
  const found: Schema[] = [];
  const add = (value: unknown): void => {
    if (seen.has(value)) return;
    seen.add(value);
    const schema = objectOf(value);
    if (schema === undefined) return;
    found.push(schema);
    if (typeof schema['$ref'] === 'string') add(referred(root, schema['$ref']));
    for (const keyword of TOGETHER) for (const part of arrayOf(schema[keyword])) add(part);
    for (const keyword of BRANCHES) add(schema[keyword]);
  };
  for (const schema of schemas) add(schema);
  return found;
}

function referred(root: Schema, reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => objectOf(at)?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], root);
}
