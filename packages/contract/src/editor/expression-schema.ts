import { CONDITION_DOCS, EXPRESSION_DOCS } from '../explain/operator-docs.js';
import { CONDITIONS, EXPRESSIONS, isConditionName, isExpressionName } from '../expression/operators.js';
import type { JsonSchema } from './keyword-schema.js';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Finds the argument of an operator in a rule. */
function findArgument(rule: unknown, name: string): unknown {
  if (Array.isArray(rule)) {
    for (const part of rule) {
      const found = findArgument(part, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isRecord(rule)) return undefined;
  return Object.hasOwn(rule, name) ? rule[name] : findArgument(Object.values(rule), name);
}

/** Returns the hover text of an operator and what completion inserts as its argument; undefined for other names. */
function describeOperator(name: string): JsonSchema | undefined {
  const isCondition = isConditionName(name);
  if (!isCondition && !isExpressionName(name)) return undefined;
  const { about, types, example } = isCondition ? CONDITION_DOCS[name] : EXPRESSION_DOCS[name];
  const { form } = isCondition ? CONDITIONS[name] : EXPRESSIONS[name];
  const words = `${about} Argument: \`${form}\`, ${types}.`;
  const argument = findArgument(example, name);
  return {
    description: words.replaceAll('`', ''),
    markdownDescription: `${words}\n\n\`\`\`json\n${JSON.stringify(example)}\n\`\`\``,
    ...(argument === undefined
      ? {}
      : { defaultSnippets: [{ label: JSON.stringify(argument), body: argument }] }),
  };
}

/** Adds the words of an operator to the schema of its argument. */
function addWords(name: string, schema: unknown): unknown {
  const words = describeOperator(name);
  if (words === undefined || !isRecord(schema)) return schema;
  // In draft-07 $ref overrides its siblings.
  return '$ref' in schema ? { ...words, allOf: [schema] } : { ...schema, ...words };
}

function addAllWords(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(addAllWords);
  if (!isRecord(schema)) return schema;
  const entries = Object.entries(schema).map(([key, value]) => {
    if (key !== 'properties' || !isRecord(value)) return [key, addAllWords(value)];
    const members = Object.entries(value).map(([name, inner]) => [name, addWords(name, addAllWords(inner))]);
    return [key, Object.fromEntries(members)];
  });
  return Object.fromEntries(entries);
}

/** Matches the definitions of document meta-schema v3 that describe rules. */
const OF_RULES = /^propertyConstraint/;

/** Adds hover texts and completions of operators to the definitions of rules. */
export function describeRuleDefinitions(
  definitions: Readonly<Record<string, JsonSchema | boolean>>,
): Record<string, JsonSchema | boolean> {
  return Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => {
      const described = OF_RULES.test(name) ? addAllWords(schema) : undefined;
      return [name, isRecord(described) ? described : schema];
    }),
  );
}

const CONDITION: JsonSchema = { $ref: '#/definitions/condition' };
const LIST: JsonSchema = { type: 'array', items: CONDITION };
/** Holds the schemas of the conditions in conditions. */
const INNER: Readonly<Record<string, JsonSchema>> = {
  anyOf: LIST,
  allOf: LIST,
  not: CONDITION,
  ifThen: LIST,
  ifThenElse: LIST,
};

/** Describes the conditions of `immutable` and `retractedWhen`, of which the meta-schema says only that they have one member. */
export function conditionSchema(): JsonSchema {
  const members = Object.keys(CONDITIONS).map((name) => [name, addWords(name, INNER[name] ?? {})] as const);
  return { type: 'object', minProperties: 1, maxProperties: 1, properties: Object.fromEntries(members) };
}
