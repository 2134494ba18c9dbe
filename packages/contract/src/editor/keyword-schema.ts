import { explainKeyword, type KeywordPlace } from '../explain/explain-keyword.js';

/** Holds a JSON Schema, draft-07, with annotations for editors. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Adds to the schema of a keyword what an editor shows: description, default, meanings, protocol version. */
export function describeKeyword(
  place: KeywordPlace,
  name: string,
  schema: JsonSchema,
  protocolVersion: number,
): JsonSchema {
  const page = explainKeyword(place, name);
  if (page === undefined) throw new Error(`no documentation of ${name} in a ${place}`);
  const { about, values, versions } = page;
  const [since = protocolVersion] = versions;
  const words = since > 1 ? `${about} Since protocol ${since}.` : about;
  const shown = {
    description: words.replaceAll('`', ''),
    markdownDescription: words,
    ...('default' in page ? { default: page.default } : {}),
    ...(values === undefined ? {} : { enumDescriptions: values.map(({ meaning }) => meaning) }),
  };
  // In draft-07 $ref overrides its siblings.
  return '$ref' in schema ? { ...shown, allOf: [schema] } : { ...schema, ...shown };
}

/** Lists the values of a keyword with few values, as `enum`. */
export function listChoices(place: KeywordPlace, name: string): readonly unknown[] {
  return (explainKeyword(place, name)?.values ?? []).map(({ value }) => value);
}

/** Describes schemas by name. */
export function describeMembers(
  place: KeywordPlace,
  schemas: Readonly<Record<string, JsonSchema>>,
  protocolVersion: number,
): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => explainKeyword(place, name)?.versions.includes(protocolVersion) === true)
      .map(([name, schema]) => [name, describeKeyword(place, name, schema, protocolVersion)]),
  );
}

/** Creates a schema that applies where a condition holds, and one for the other cases. */
export function createCondition(
  condition: JsonSchema,
  isActive: JsonSchema,
  otherwise?: JsonSchema,
): JsonSchema {
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  return { if: condition, then: isActive, ...(otherwise === undefined ? {} : { else: otherwise }) };
}
