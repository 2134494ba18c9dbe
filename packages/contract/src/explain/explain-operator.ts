import { readConstraints } from '../expression/constraints.js';
import { describeCondition } from '../expression/describe-condition.js';
import { CONDITIONS, EXPRESSIONS, isConditionName, isExpressionName } from '../expression/operators.js';
import { buildContract } from '../model/contract.js';
import { KNOWN_PROTOCOLS } from '../protocol/protocol-table.js';
import { IDENTIFIER_PROPERTY } from '../rules/example.js';
import { readValue } from '../source/read-value.js';
import { CONDITION_DOCS, EXPRESSION_DOCS } from './operator-docs.js';

/** Documents an operator of the expression language. */
export interface OperatorPage {
  readonly name: string;
  /** A condition holds or not; an expression has an integer as its value. */
  readonly kind: 'condition' | 'expression';
  /** Form of its argument, such as `[left, right]`. */
  readonly form: string;
  /** Types of its argument. */
  readonly types: string;
  /** Its meaning. */
  readonly about: string;
  /** Its share of the 32 nodes that a rule can have. */
  readonly nodes: string;
  /** A rule that uses it. */
  readonly example: Readonly<Record<string, unknown>>;
  /** The example as a sentence. */
  readonly sentence: string;
}

const COUNT = { type: 'integer', minimum: 0, maximum: 1_000_000 };
const TEXT = { type: 'string', maxLength: 63 };

/** Holds the document types that the examples are rules of. */
export const OPERATOR_EXAMPLE_TYPES = {
  offer: {
    type: 'object',
    properties: withPositions({
      price: COUNT,
      fee: COUNT,
      quantity: COUNT,
      deposit: COUNT,
      endsAt: { type: 'integer', minimum: 0 },
      status: { ...TEXT, enum: ['open', 'pending', 'closed'] },
      title: TEXT,
      url: TEXT,
      tags: { type: 'array', items: TEXT, maxItems: 9 },
      members: { type: 'array', items: IDENTIFIER_PROPERTY, maxItems: 9 },
      buyerId: IDENTIFIER_PROPERTY,
      sellerId: IDENTIFIER_PROPERTY,
      data: { type: 'array', byteArray: true, maxItems: 64 },
      meta: {
        type: 'object',
        properties: withPositions({ total: COUNT }),
        additionalProperties: false,
      },
    }),
    required: ['$createdAt'],
    additionalProperties: false,
  },
  pledge: {
    type: 'object',
    properties: withPositions({ campaignId: IDENTIFIER_PROPERTY, amount: COUNT }),
    required: ['campaignId', 'amount'],
    indices: [
      {
        name: 'byCampaign',
        properties: [{ campaignId: 'asc' }],
        countable: 'countable',
        summable: 'amount',
      },
    ],
    additionalProperties: false,
  },
};

function withPositions(properties: Readonly<Record<string, object>>): Record<string, object> {
  const placed = Object.entries(properties).map(([name, schema], position) => [
    name,
    { ...schema, position },
  ]);
  return Object.fromEntries(placed);
}

/** Returns the sentence of a rule of the type `offer`. */
function describeExample(rule: unknown): string {
  const { root } = readValue({
    ...OPERATOR_EXAMPLE_TYPES,
    offer: { ...OPERATOR_EXAMPLE_TYPES.offer, propertyConstraints: { rule } },
  });
  const protocol = KNOWN_PROTOCOLS.find(({ constraints }) => constraints);
  if (root?.kind !== 'object' || protocol === undefined) return '';
  const [type] = buildContract(root, 'documents', 'create', protocol).documentTypes;
  const found = type && readConstraints(type).ruleSets[0]?.rules[0];
  return found === undefined ? '' : describeCondition(found.condition);
}

let pages: readonly OperatorPage[] | undefined;

/**
 * Lists the operators of `propertyConstraints`, `deleteConstraints` and conditions: those of conditions first.
 *
 * @example
 * import { listOperators } from '@dapikit/contract';
 *
 * listOperators()[0].name; // => 'equal'
 * listOperators()[0].sentence; // => 'The status is "open".'
 */
export function listOperators(): readonly OperatorPage[] {
  pages ??= [
    ...Object.entries(CONDITION_DOCS).map(([name, docs]) => {
      const form = isConditionName(name) ? CONDITIONS[name].form : '';
      return { name, kind: 'condition' as const, form, ...docs, sentence: describeExample(docs.example) };
    }),
    ...Object.entries(EXPRESSION_DOCS).map(([name, docs]) => {
      const form = isExpressionName(name) ? EXPRESSIONS[name].form : '';
      return { name, kind: 'expression' as const, form, ...docs, sentence: describeExample(docs.example) };
    }),
  ];
  return pages;
}
