/** Describes a JSON Schema, or a part of one. */
export type Schema = Readonly<Record<string, unknown>>;

/** Describes a step into a value: the name of a member, or an index of an array. */
export type Step = string | number;

/** Describes a member that a schema defines. */
export interface KnownMember {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

const COMBINATORS = ['allOf', 'anyOf', 'oneOf'] as const;
const BRANCHES = ['then', 'else'] as const;

/**
 * Finds the schemas that may apply to the value at a path. All alternatives are returned.
 * @param root a schema whose references point into itself.
 */
export function findSchemas(root: Schema, path: readonly Step[]): readonly Schema[] {
  return path.reduce<readonly Schema[]>(
    (schemas, step) =>
      expand(
        root,
        schemas.flatMap((schema) => stepInto(schema, step)),
      ),
    expand(root, [root]),
  );
}

/** Collects the members that schemas define, each once. */
export function membersIn(schemas: readonly Schema[]): readonly KnownMember[] {
  const required = new Set(schemas.flatMap(({ required }) => (Array.isArray(required) ? required : [])));
  const members = new Map<string, Schema>();
  for (const schema of schemas)
    for (const [name, member] of Object.entries(asObject(schema['properties']) ?? {}))
      if (!members.has(name) || descriptionIn(members.get(name)) === undefined)
        members.set(name, asObject(member) ?? {});
  return Array.from(members, ([name, schema]) => ({ name, schema, isRequired: required.has(name) }));
}

/** Collects the values that schemas list, each once, with their meanings where schemas have them. */
export function collectValues(
  schemas: readonly Schema[],
): readonly { readonly value: unknown; readonly meaning?: string }[] {
  const found = new Map<string, { readonly value: unknown; readonly meaning?: string }>();
  for (const schema of schemas) {
    const meanings: readonly unknown[] = asArray(schema['enumDescriptions']);
    const listed = 'const' in schema ? [schema['const']] : asArray(schema['enum']);
    const flags = schema['type'] === 'boolean' ? [true, false] : [];
    for (const [at, value] of [...listed, ...flags].entries()) {
      const meaning = meanings[at];
      const key = JSON.stringify(value);
      if (!found.has(key)) found.set(key, { value, ...(typeof meaning === 'string' && { meaning }) });
    }
  }
  return [...found.values()];
}

/** Returns the description of a schema, with code between backticks. */
export function descriptionIn(schema: Schema | undefined): string | undefined {
  const text = schema?.['markdownDescription'] ?? schema?.['description'];
  return typeof text === 'string' ? text : undefined;
}

/** Returns an object; `undefined` for any other value. */
export function asObject(value: unknown): Schema | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : undefined;
}

/** Returns an array; an empty one for any other value. */
export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function stepInto(schema: Schema, step: Step): Schema[] {
  const { items } = schema;
  const found =
    typeof step === 'number' ? (Array.isArray(items) ? items[step] : items) : readMember(schema, step);
  const member = asObject(found);
  return member === undefined ? [] : [member];
}

function readMember(schema: Schema, name: string): unknown {
  const known = asObject(schema['properties']);
  if (known !== undefined && Object.hasOwn(known, name)) return known[name];
  const matching = Object.entries(asObject(schema['patternProperties']) ?? {}).find(([pattern]) =>
    new RegExp(pattern, 'u').test(name),
  );
  return matching === undefined ? schema['additionalProperties'] : matching[1];
}

/** Returns schemas with those that they refer to or combine, each once. */
function expand(root: Schema, schemas: readonly Schema[]): readonly Schema[] {
  const seen = new Set<unknown>();
  const found: Schema[] = [];
  const add = (value: unknown): void => {
    if (seen.has(value)) return;
    seen.add(value);
    const schema = asObject(value);
    if (schema === undefined) return;
    found.push(schema);
    if (typeof schema['$ref'] === 'string') add(resolveReference(root, schema['$ref']));
    for (const keyword of COMBINATORS) for (const part of asArray(schema[keyword])) add(part);
    for (const keyword of BRANCHES) add(schema[keyword]);
  };
  for (const schema of schemas) add(schema);
  return found;
}

function resolveReference(root: Schema, reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => asObject(at)?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], root);
}
