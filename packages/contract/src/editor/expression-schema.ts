import { listOperators, type OperatorPage } from '../explain/explain-operator.js';
import type { JsonSchema } from './keyword-schema.js';

const ref = (name: string): JsonSchema => ({ $ref: `#/definitions/${name}` });

const PATH: JsonSchema = {
  type: 'string',
  description:
    'A path: the name of a property, names joined by dots, $ownerId, or a recorded time or height.',
  examples: ['$ownerId', '$createdAt', '$updatedAt', '$transferredAt'],
};
const LIST: JsonSchema = { type: 'array' };
const OPERAND = ref('integerExpression');
const pair = (items: JsonSchema): JsonSchema => ({ type: 'array', items, minItems: 2, maxItems: 2 });
const listOf = (items: JsonSchema, minItems = 2): JsonSchema => ({ type: 'array', items, minItems });

/** Maps operators to the schemas of their arguments; those of comparisons are pairs. */
const ARGUMENTS: Readonly<Record<string, JsonSchema>> = {
  in: pair({}),
  notIn: pair({}),
  contains: pair({}),
  present: PATH,
  absent: PATH,
  anyOf: listOf(ref('condition')),
  allOf: listOf(ref('condition')),
  not: ref('condition'),
  ifThen: { type: 'array', items: ref('condition'), minItems: 2, maxItems: 2 },
  ifThenElse: { type: 'array', items: ref('condition'), minItems: 3, maxItems: 3 },
  ifAbsent: pair({}),
  add: listOf(OPERAND),
  multiply: listOf(OPERAND),
  min: listOf(OPERAND),
  max: listOf(OPERAND),
  abs: OPERAND,
  length: PATH,
  byteLength: PATH,
  count: PATH,
  countPresent: listOf(PATH),
  byteAt: pair({}),
  countOf: { ...LIST, minItems: 1, maxItems: 2 },
  sumOf: { ...LIST, minItems: 2, maxItems: 3 },
};

function describe({ name, form, types, about, example, sentence }: OperatorPage): JsonSchema {
  const words = `${about} Argument: ${form}, ${types}.`;
  const shown = {
    description: words.replaceAll('`', ''),
    markdownDescription: `${words}\n\n\`\`\`json\n${JSON.stringify(example)}\n\`\`\`\n\n${sentence}`,
  };
  const schema = ARGUMENTS[name] ?? pair(OPERAND);
  // In draft-07 $ref overrides its siblings.
  return '$ref' in schema ? { ...shown, allOf: [schema] } : { ...schema, ...shown };
}

/** Describes an object with one operator of a kind. */
const oneOf = (
  kind: OperatorPage['kind'],
  others: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema => ({
  type: 'object',
  minProperties: 1,
  maxProperties: 1,
  properties: {
    ...Object.fromEntries(
      listOperators()
        .filter((page) => page.kind === kind)
        .map((page) => [page.name, describe(page)]),
    ),
    ...others,
  },
  additionalProperties: false,
});

/** Creates the definitions of rules, conditions and expressions: for completion and hover in editors. */
export function createExpressionDefinitions(): Record<string, JsonSchema> {
  const constant = {
    description: 'A constant: text, an identifier in base58, or bytes in hexadecimal, as the other side is.',
    type: 'string',
  };
  return {
    rules: {
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: '^[a-zA-Z0-9_]{1,64}$' },
      additionalProperties: ref('condition'),
    },
    condition: oneOf('condition'),
    integerExpression: { anyOf: [{ type: 'integer' }, PATH, oneOf('expression', { const: constant })] },
  };
}
