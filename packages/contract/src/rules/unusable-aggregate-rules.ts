import { findSummedProperty, INDEX_FLAGS, listSummedProperties, readCountable } from '../model/aggregates.js';
import type { DocumentType, Index } from '../model/contract-model.js';
import { findPrefixConflicts, type AggregatingIndex } from '../model/shared-prefix.js';
import { LIMITS } from '../protocol/limits.js';
import type { NetworkTrap } from '../protocol/network-defects.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { describeCorrection, capitalize, describeUntil } from '../protocol/protocol-versions.js';
import { truncate } from '../source/excerpt.js';
import { getBoolean, getMember } from '../source/json-node.js';
import { note } from './example.js';
import type { Rule } from './rule.js';

const isTrapped =
  (trap: NetworkTrap) =>
  ({ aggregates, traps }: ProtocolRules): boolean =>
    aggregates && traps.includes(trap);

const isOn = ({ node }: Index, ...names: readonly string[]): boolean =>
  names.some((name) => getBoolean(getMember(node, name)) === true);

/** Reads what an index counts and sums. */
function readAggregates(index: Index): AggregatingIndex & { readonly index: Index } {
  const { node, name, entries } = index;
  return {
    index,
    name,
    properties: entries.map(({ key }) => String(key)),
    counts:
      readCountable(getMember(node, 'countable')) === 'yes' || getMember(node, 'averageable') !== undefined,
    sums: findSummedProperty(node, INDEX_FLAGS) !== undefined,
    sumsRanges: isOn(index, 'rangeSummable', 'rangeAverageable'),
  };
}

const AGGREGATE_FLAGS = Object.values(INDEX_FLAGS);

/** Returns whether an index may count or sum: only such a one can conflict with another. */
const isAggregating = ({ node }: Index): boolean => AGGREGATE_FLAGS.some((name) => node.members.has(name));

/** Lists the properties that a type and its indices sum, with a dot in their names. */
function listNestedSums({ node, indices }: DocumentType) {
  return listSummedProperties({ node, indices }).filter(({ name }) => name.includes('.'));
}

const REVIEW = {
  type: 'object',
  properties: {
    subject: { type: 'string', maxLength: 63, position: 0 },
    stars: { type: 'integer', minimum: 1, maximum: 5, position: 1 },
  },
  required: ['subject', 'stars'],
  additionalProperties: false,
};
const review = (shorter: object, longer: object = {}) =>
  note({
    ...REVIEW,
    indices: [
      { name: 'bySubject', properties: [{ subject: 'asc' }], ...shorter },
      { name: 'bySubjectAndStars', properties: [{ subject: 'asc' }, { stars: 'asc' }], ...longer },
    ],
  });
const payment = (amount: string) =>
  note({
    properties: {
      amount: { type: 'integer', minimum: 0, maximum: 1000, position: 0 },
      payment: {
        type: 'object',
        properties: { amount: { type: 'integer', minimum: 0, maximum: 1000, position: 0 } },
        required: ['amount'],
        additionalProperties: false,
        position: 1,
      },
    },
    required: ['amount', 'payment'],
    documentsSummable: amount,
  });

/** Lists the rules about aggregates that register, and then reject every document. */
export const UNUSABLE_AGGREGATE_RULES: readonly Rule<'document-type'>[] = [
  {
    code: 'aggregating-prefix-unusable',
    title: 'An aggregating index is continued by an index that the network cannot store below it',
    about: 'document-type',
    severity: 'unusable',
    isActive: isTrapped('continuedAggregates'),
    why: `The network registers the contract and then rejects every document of the type, ${describeUntil('continuedAggregates')}; indices are immutable, so the fee is lost. Where one index ends and another continues, an index that sums or averages can only be continued by an index with \`rangeSummable\` or \`rangeAverageable\` that has one property more, and an index that only counts by one without. ${capitalize(describeCorrection('continuedAggregates'))} corrects it (pull request 4265 of dashpay/platform).`,
    fix: 'Start the longer index with another property, move one of the two to another document type, or change their flags.',
    wrong: review({ summable: 'stars' }),
    right: review({ countable: true }),
    check({ indices }, report) {
      if (indices.length > LIMITS.indices) return;
      if (!indices.some(isAggregating)) return;
      const complete = indices.filter(({ isComplete }) => isComplete).map(readAggregates);
      for (const { prefix, longer } of findPrefixConflicts(complete)) {
        const [shorter, other] = [prefix, longer].map(
          ({ name, properties }) => `index "${truncate(name ?? properties.join(', '))}"`,
        );
        const what = prefix.sums ? (prefix.counts ? 'counts and sums' : 'sums') : 'counts';
        report(prefix.index.node, {
          message: `${shorter} ${what}, and ${other} continues it ${prefix.sums ? 'without summing ranges' : 'and sums ranges'}: the network accepts the contract and rejects every document`,
        });
      }
    },
  },
  {
    code: 'aggregate-nested-unusable',
    title: 'A nested property is summed',
    about: 'document-type',
    severity: 'unusable',
    isActive: isTrapped('nestedAggregates'),
    why: `The network registers an aggregate of a property inside an object, such as \`payment.amount\`, and then fails at every document, ${describeUntil('nestedAggregates')}.`,
    fix: 'Sum a property directly under the document type.',
    wrong: payment('payment.amount'),
    right: payment('amount'),
    check(subject, report) {
      for (const { node, name } of listNestedSums(subject))
        if (subject.fields.has(name))
          report(node, {
            message: `"${truncate(name)}" is inside an object: the network accepts the contract and rejects every document`,
          });
    },
  },
];
