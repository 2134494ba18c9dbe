import { checkTotals } from '../expression/check-totals.js';
import { readConstraints, RULE_LIMITS } from '../expression/constraints.js';
import type { Problem, ProblemKind } from '../expression/problem.js';
import { MAX_NESTING } from '../expression/reading.js';
import type { Contract } from '../model/contract.js';
import type { DocumentType } from '../model/contract-model.js';
import { getBoolean, getMember, getText, type JsonNode } from '../source/json-node.js';
import { truncate } from '../source/excerpt.js';
import { noteOf } from './example.js';
import {
  needMembers,
  OFFICIAL_ERRORS,
  type Finding,
  type Report,
  type Rule,
  type RuleSeverity,
} from './rule.js';

/** Reports the problems of a kind. */
function reportProblems(problems: readonly Problem[], kind: ProblemKind, report: Report): void {
  for (const problem of problems) {
    if (problem.kind !== kind) continue;
    const { node, message, isAtName, suggestion, fix, isMeta } = problem;
    const finding: Finding = {
      message,
      ...(isAtName === undefined ? {} : { isAtName }),
      ...(suggestion === undefined ? {} : { suggestion }),
      ...(fix === undefined ? {} : { fix }),
      ...(kind === 'inferred-limit'
        ? {}
        : { official: isMeta ? OFFICIAL_ERRORS.schema : OFFICIAL_ERRORS.structure }),
    };
    report(node, finding);
  }
}

/** Describes a rule about one kind of problem of expressions. */
type ProblemRule = Pick<Rule<'document-type'>, 'code' | 'title' | 'why' | 'fix' | 'wrong' | 'right'> & {
  readonly kind: ProblemKind;
  /** `network` when absent. */
  readonly severity?: RuleSeverity;
};

const PROPERTIES = {
  stars: { type: 'integer', minimum: 0, maximum: 5, position: 0 },
  title: { type: 'string', maxLength: 63, enum: ['good', 'bad'], position: 1 },
};

/** Builds a document type with one rule over `stars`, an integer, and `title`, a text. */
const ruled = (rule: unknown, members: Readonly<Record<string, unknown>> = {}) =>
  noteOf(PROPERTIES, { required: ['stars'], propertyConstraints: { rule }, ...members });

const RIGHT = ruled({ lessThan: ['stars', 5] });
const ones = (count: number): number[] => Array.from({ length: count }, () => 1);

const PROBLEM_RULES: readonly ProblemRule[] = [
  {
    kind: 'shape',
    code: 'constraint-shape',
    title: 'A rule is malformed',
    why: 'A rule is a condition: an object with exactly one member, such as {"lessThan": ["stars", 5]}. Operators have a fixed number of operands; text alone is a path, {"const": "…"} a constant.',
    fix: 'Write the rule in the form of the language.',
    wrong: ruled({ atMost: ['stars', 5] }),
    right: ruled({ lessThanOrEqual: ['stars', 4] }),
  },
  {
    kind: 'path',
    code: 'constraint-path',
    title: 'A rule reads a value that it cannot read',
    why: 'Rules read stored properties of their type, $ownerId, and times and heights that `required` lists. They read no transient property; the conditions of `immutable` and `retractedWhen` read no totals.',
    fix: 'Name a stored property of the type.',
    wrong: ruled({ lessThan: ['moons', 5] }),
    right: RIGHT,
  },
  {
    kind: 'type',
    code: 'constraint-type',
    title: 'The types in a rule do not fit',
    why: 'Both sides of a comparison have one type. Only integers (and booleans, as 1 and 0) are ordered and computed with; texts and identifiers are equal or not; byte arrays are tested at their ends.',
    fix: 'Compare values of one type.',
    wrong: ruled({ lessThan: ['title', 5] }),
    right: ruled({ lessThan: [{ length: 'title' }, 5] }),
  },
  {
    kind: 'constant',
    code: 'constraint-constant',
    title: 'A constant in a rule is never met',
    why: 'A constant is among the values of the `enum` that it is compared with; an identifier is base58 text of 32 bytes, bytes are hexadecimal and no longer than `maxItems`. A literal divisor is not 0, a literal exponent not negative.',
    fix: 'Correct the constant.',
    wrong: ruled({ equal: ['title', { const: 'fair' }] }),
    right: ruled({ equal: ['title', { const: 'good' }] }),
  },
  {
    kind: 'idle',
    code: 'constraint-idle',
    title: 'A condition decides nothing',
    why: 'Each comparison reads a property and compares two different values. No two conditions in one list say the same, whatever their spelling.',
    fix: 'Remove the condition, or correct it.',
    wrong: ruled({ equal: [{ add: [1, 2] }, 3] }),
    right: ruled({ equal: [{ add: [1, 'stars'] }, 3] }),
  },
  {
    kind: 'limit',
    code: 'constraint-limit',
    title: 'A document type has too many or too large rules',
    why: `A keyword has at most ${RULE_LIMITS.rules} rules and reads at most ${RULE_LIMITS.totals} different totals. A rule has at most ${RULE_LIMITS.nodes} nodes and ${MAX_NESTING} levels of nesting.`,
    fix: 'Split or simplify the rules.',
    wrong: ruled({ equal: [{ add: ['stars', ...ones(29)] }, 30] }),
    right: ruled({ equal: [{ add: ['stars', ...ones(28)] }, 30] }),
  },
  {
    kind: 'inferred-limit',
    severity: 'warning',
    code: 'constraint-limit-inferred',
    title: 'A rule may have too many nodes',
    why: `A rule has at most ${RULE_LIMITS.nodes} nodes. The official documentation and its sources differ in whether "ifAbsent" counts once or twice (certainty: inferred): by one count the rule is within the limit, by the other it is not.`,
    fix: 'Split the rule into two.',
    wrong: ruled({ equal: [{ add: [{ ifAbsent: ['stars', 1] }, ...ones(28)] }, 30] }),
    right: ruled({ equal: [{ add: [{ ifAbsent: ['stars', 1] }, ...ones(27)] }, 30] }),
  },
];

const KEYWORDS = ['propertyConstraints', 'deleteConstraints', 'immutable', 'retractedWhen'];

/** Lists the rules about the expression language in a document type. */
export const CONSTRAINT_RULES: readonly Rule<'document-type'>[] = needMembers(
  KEYWORDS,
  PROBLEM_RULES.map(({ kind, severity = 'network' as const, ...rule }): Rule<'document-type'> => ({
    ...rule,
    severity,
    about: 'document-type',
    ...(severity === 'network' ? { official: OFFICIAL_ERRORS.structure } : {}),
    isActive: ({ constraints }) => constraints,
    check(type, report) {
      reportProblems(readConstraints(type).problems, kind, report);
    },
  })),
);

const POLL = {
  type: 'object',
  properties: { question: { type: 'string', maxLength: 63, position: 0 } },
  required: ['question'],
  additionalProperties: false,
};

/** Builds a poll with delete rules, and the replies to it. */
const polls = (poll: object, reply: object = {}) => ({
  poll: {
    ...POLL,
    deleteConstraints: { noReplies: { equal: [{ countOf: ['reply', { choice: 1 }] }, 0] } },
    ...poll,
  },
  reply: {
    type: 'object',
    properties: { choice: { type: 'integer', minimum: 0, maximum: 9, position: 0 } },
    required: ['choice'],
    indices: [{ name: 'byChoice', properties: [{ choice: 'asc' }], countable: 'countable' }],
    additionalProperties: false,
    ...reply,
  },
});

/** Lists the rules about the expression language that compare document types. */
export const CONSTRAINT_CONTRACT_RULES: readonly Rule<'contract'>[] = [
  {
    code: 'constraint-total',
    title: 'No tree keeps a total that a rule reads',
    about: 'contract',
    severity: 'network',
    official: OFFICIAL_ERRORS.structure,
    isActive: ({ constraints }) => constraints,
    why: '`countOf` and `sumOf` read a tree: that of the whole type (`documentsCountable`, `documentsSummable`), or that of an index that has exactly the keys of the filter, and is neither unique, contested, ranked, bucketed nor of an indexOnly type. The values of the filter are required, and of the type of their keys.',
    fix: 'Add an index that keeps the total, or correct the filter.',
    wrong: polls({}, { indices: [{ name: 'byChoice', properties: [{ choice: 'asc' }] }] }),
    right: polls({}),
    check(contract, report) {
      for (const type of contract.documentTypes) {
        for (const problem of readConstraints(type).problems)
          if (problem.kind === 'total') reportProblems([problem], 'total', report);
        for (const rules of readConstraints(type).ruleSets)
          reportProblems(checkTotals(contract, type, rules), 'total', report);
      }
    },
  },
  {
    code: 'constraint-delete',
    title: 'A document type has delete rules, and no deletion that they judge',
    about: 'contract',
    severity: 'network',
    official: OFFICIAL_ERRORS.structure,
    isActive: ({ constraints }) => constraints,
    why: '`deleteConstraints` judges the deletion of a stored document by its owner: the type has `canBeDeleted: true`, is not `indexOnly`, and no other type consumes its documents.',
    fix: 'Remove deleteConstraints, or let owners delete the documents.',
    wrong: polls({ canBeDeleted: false }),
    right: polls({}),
    check(contract, report) {
      for (const type of contract.documentTypes) {
        const node = getMember(type.node, 'deleteConstraints');
        const reason = node === undefined ? undefined : findDeleteProblem(contract, type);
        if (reason !== undefined)
          report(node, { message: `deleteConstraints judges no deletion: ${reason}`, isAtName: true });
      }
    },
  },
];

function findDeleteProblem(contract: Contract, type: DocumentType): string | undefined {
  if (getBoolean(getMember(type.node, 'indexOnly')) === true) return 'the type is indexOnly';
  const flag = getMember(type.node, 'canBeDeleted');
  if (getText(flag) === 'onlyWhenConsumed') return 'canBeDeleted is "onlyWhenConsumed"';
  if (flag !== undefined && flag.kind !== 'boolean') return undefined;
  if (!(getBoolean(flag) ?? contract.config.documentsCanBeDeletedContractDefault))
    return 'canBeDeleted is false';
  const consumer = contract.documentTypes.find((one) => consumes(one, type.name));
  return consumer === undefined ? undefined : `"${truncate(consumer.name)}" consumes its documents`;
}

/** Returns whether a reference of a type consumes documents of a type of the contract. */
function consumes(type: DocumentType, name: string): boolean {
  const isConsumed = (reference: JsonNode | undefined): boolean =>
    getBoolean(getMember(reference, 'consume')) === true &&
    getText(getMember(reference, 'documentType')) === name &&
    getMember(reference, 'contractId') === undefined;
  for (const { schema } of type.fields.values()) if (isConsumed(getMember(schema, 'refersTo'))) return true;
  return (
    isConsumed(getMember(type.node, 'ownerRefersTo')) || isConsumed(getMember(type.node, 'creatorRefersTo'))
  );
}
