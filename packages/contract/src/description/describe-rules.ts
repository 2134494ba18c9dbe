import { readConstraints } from '../expression/constraints.js';
import { describeCondition } from '../expression/describe-condition.js';
import type { DocumentType } from '../model/contract-model.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import type { RuleDescription } from './contract-description.js';

/** Describes the rules of a document type as sentences. */
export function describeRules(
  type: DocumentType,
  { constraints }: ProtocolRules,
): { readonly rules?: readonly RuleDescription[] } {
  if (!constraints) return {};
  const { ruleSets, immutable, retractedWhen } = readConstraints(type);
  const rules: RuleDescription[] = [
    ...ruleSets.flatMap(({ keyword, rules: named }) =>
      named.map(({ name, condition }) => ({ keyword, name, sentence: describeCondition(condition) })),
    ),
    ...immutable.map(({ property: name, condition }) => ({
      keyword: 'immutable' as const,
      name,
      ...(condition === undefined ? {} : { sentence: describeCondition(condition) }),
    })),
    ...(retractedWhen === undefined
      ? []
      : [{ keyword: 'retractedWhen' as const, sentence: describeCondition(retractedWhen) }]),
  ];
  return rules.length === 0 ? {} : { rules };
}
