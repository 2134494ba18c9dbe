import { explainKeyword, type KeywordPlace } from './explain-keyword.js';

/** A JSON Schema, draft-07, with what editors read besides. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** A schema for a keyword with what an editor shows beside it: words, default, meanings, since when. */
export function described(
  place: KeywordPlace,
  name: string,
  schema: JsonSchema,
  protocolVersion: number,
): JsonSchema {
  const page = explainKeyword(place, name);
  if (page === undefined) throw new Error(`expected words for ${name} in a ${place}, found none`);
  const { about, values, versions } = page;
  const [since = protocolVersion] = versions;
  const words = since > 1 ? `${about} Since protocol ${since}.` : about;
  const shown = {
    description: words.replaceAll('`', ''),
    markdownDescription: words,
    ...('default' in page ? { default: page.default } : {}),
    ...(values === undefined ? {} : { enumDescriptions: values.map(({ meaning }) => meaning) }),
  };
  // In draft-07 nothing beside $ref counts.
  return '$ref' in schema ? { ...shown, allOf: [schema] } : { ...schema, ...shown };
}

/** The values of a keyword that has few, as `enum`. */
export function choices(place: KeywordPlace, name: string): readonly unknown[] {
  return (explainKeyword(place, name)?.values ?? []).map(({ value }) => value);
}

/** Schemas by name, each described. */
export function describedMembers(
  place: KeywordPlace,
  schemas: Readonly<Record<string, JsonSchema>>,
  protocolVersion: number,
): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(schemas)
      .filter(([name]) => explainKeyword(place, name)?.versions.includes(protocolVersion) === true)
      .map(([name, schema]) => [name, described(place, name, schema, protocolVersion)]),
  );
}

/** A schema that holds where another one does, and one that holds elsewhere. */
export function when(condition: JsonSchema, holds: JsonSchema, otherwise?: JsonSchema): JsonSchema {
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  return { if: condition, then: holds, ...(otherwise === undefined ? {} : { else: otherwise }) };
}
