import { readConstraints } from '../expression/constraints.js';
import { decideCondition, type Decision } from '../expression/decide-condition.js';
import type { Condition } from '../expression/expression.js';
import type { DocumentType } from '../model/contract-model.js';
import { truncate } from '../source/excerpt.js';
import type { JsonNode } from '../source/json-node.js';
import { contract, note } from './example.js';
import { isExtended, needMembers, type Rule } from './rule.js';

interface DecidedCondition {
  readonly node: JsonNode;
  readonly name: string;
  readonly holds: Decision;
}

const priced = (propertyConstraints: object) =>
  contract({
    documentSchemas: note({
      propertyConstraints,
      properties: { price: { type: 'integer', minimum: 1, maximum: 100, position: 0 } },
      required: ['price'],
    }),
  });

/** Lists the rules and conditions of a type with what its schema decides of them. */
function listDecided(type: DocumentType): readonly DecidedCondition[] {
  const { ruleSets, immutable, retractedWhen } = readConstraints(type);
  const decide = (
    name: string,
    condition: Condition,
    fault: 'holds' | 'fails' = 'fails',
  ): DecidedCondition => ({
    node: condition.node,
    name,
    holds: decideCondition(type, condition, fault),
  });
  return [
    ...ruleSets.flatMap(({ keyword, rules }) =>
      rules.map(({ name, condition }) => decide(`rule "${truncate(name)}" of ${keyword}`, condition)),
    ),
    ...immutable.flatMap(({ property, condition }) =>
      condition === undefined
        ? []
        : [decide(`condition of the immutable "${truncate(property)}"`, condition, 'holds')],
    ),
    ...(retractedWhen === undefined ? [] : [decide('condition of retractedWhen', retractedWhen)]),
  ];
}

/** Lists the lints about rules and conditions that the schema of their type decides. */
export const CONSTANT_RULE_LINTS: readonly Rule<'document-type'>[] = needMembers(
  ['propertyConstraints', 'deleteConstraints', 'immutable', 'retractedWhen'],
  [
    {
      code: 'rule-never-holds',
      title: 'A rule holds for no document',
      about: 'document-type',
      severity: 'warning',
      isActive: isExtended,
      why: 'By the bounds of its properties, the rule or condition is false for every document that the schema allows: no document can be written, or deleted; a property is never frozen; nothing can be retracted.',
      fix: 'Compare with values that the properties can have.',
      wrong: priced({ cheap: { lessThan: ['price', 1] } }),
      right: priced({ cheap: { lessThan: ['price', 50] } }),
      check(type, report) {
        for (const { node, name, holds } of listDecided(type))
          if (holds === 'never') report(node, { message: `the ${name} never holds`, isAtName: true });
      },
    },
    {
      code: 'rule-always-holds',
      title: 'A rule holds for every document',
      about: 'document-type',
      severity: 'hint',
      isActive: isExtended,
      why: 'By the bounds of its properties, the rule or condition is true for every document that the schema allows: it says nothing, and is judged at every write.',
      fix: 'Remove the rule, or the condition.',
      wrong: priced({ positive: { greaterThan: ['price', 0] } }),
      right: priced({ positive: { greaterThan: ['price', 10] } }),
      check(type, report) {
        for (const { node, name, holds } of listDecided(type))
          if (holds === 'always') report(node, { message: `the ${name} always holds`, isAtName: true });
      },
    },
  ],
);
