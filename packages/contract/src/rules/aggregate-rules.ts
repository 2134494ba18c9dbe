import { isPropertyName, readCountable } from '../model/aggregates.js';
import type { DocumentType } from '../model/contract-model.js';
import { getBoolean, getMember, getText } from '../source/json-node.js';
import { truncate, excerpt } from '../source/excerpt.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { scored } from './example.js';
import { readAsFlag, readAsWord } from './single-reading.js';
import { suggestName } from './suggest-name.js';
import { OFFICIAL_ERRORS, type Rule } from './rule.js';

const COUNTABLE_WORDS = ['notCountable', 'countable', 'countableAllowingOffset'];

export const RANGES = [
  ['rangeCountable', 'countable'],
  ['rangeSummable', 'summable'],
  ['rangeAverageable', 'averageable'],
] as const;

/** Maps range flags to what serves instead of the plain flag, by document meta-schema v3: itself where it implies it. */
const EXTENDED_PLAINS = {
  rangeCountable: ['rangeCountable'],
  rangeSummable: ['averageable', 'summableOffCountIndex'],
  rangeAverageable: [],
} as const satisfies Record<(typeof RANGES)[number][0], readonly string[]>;

export const isActive = ({ aggregates }: ProtocolRules): boolean => aggregates;

export const byScore = (members: object, type: object = {}) =>
  scored({ indices: [{ name: 'byScore', properties: [{ score: 'asc' }], ...members }], ...type });

/** Suggests the other summed property for an unknown one: between two properties of the type only its author can decide. */
export const suggestProperty = (
  name: string,
  other: string,
  { fields }: Pick<DocumentType, 'fields'>,
): { readonly suggestion?: string } =>
  fields.has(name) || !fields.has(other) ? {} : suggestName(name, [other]);

/** Lists the rules about the aggregate flags of an index. */
export const INDEX_AGGREGATE_RULES: readonly Rule<'index'>[] = [
  {
    code: 'index-aggregate-value',
    title: 'An aggregate flag of an index has a wrong value',
    about: 'index',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    isActive,
    why: '`countable` is true, false or one of "notCountable", "countable", "countableAllowingOffset"; `summable` and `averageable` name a property; the range flags are true or false.',
    fix: 'Write a value of the type that the flag has.',
    wrong: byScore({ countable: 'yes' }),
    right: byScore({ countable: true }),
    check({ node }, report) {
      const countable = getMember(node, 'countable');
      if (
        countable !== undefined &&
        countable.kind !== 'boolean' &&
        !COUNTABLE_WORDS.includes(getText(countable) ?? '')
      )
        report(countable, {
          message: `expected true, false or one of ${COUNTABLE_WORDS.join(', ')} for countable, found ${excerpt(countable)}`,
          ...readAsFlag(countable),
          ...readAsWord(countable, COUNTABLE_WORDS),
        });
      for (const name of ['summable', 'averageable']) {
        const value = getMember(node, name);
        if (value !== undefined && !isPropertyName(value))
          report(value, { message: `expected the name of a property for ${name}, found ${excerpt(value)}` });
      }
      for (const [name] of RANGES) {
        const value = getMember(node, name);
        if (value !== undefined && value.kind !== 'boolean')
          report(value, {
            message: `expected true or false for ${name}, found ${excerpt(value)}`,
            ...readAsFlag(value),
          });
      }
    },
  },
  {
    code: 'index-range-alone',
    title: 'An index has a range flag without its plain flag',
    about: 'index',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    isActive,
    why: '`rangeCountable` requires `countable`, `rangeSummable` requires `summable` and `rangeAverageable` requires `averageable` in the same index, even when the range flag is false.',
    fix: 'Add the plain flag, or remove the range flag.',
    wrong: byScore({ rangeSummable: true }),
    right: byScore({ summable: 'score', rangeSummable: true }),
    check({ node }, report, { extendedLanguage }) {
      for (const [range, plain] of RANGES) {
        const found = getMember(node, range);
        const others = extendedLanguage ? EXTENDED_PLAINS[range] : [];
        if (others.some((other) => other === range || node.members.has(other))) continue;
        if (found?.kind === 'boolean' && !node.members.has(plain))
          report(found, { message: `${plain} is missing: ${range} requires it`, isAtName: true });
      }
    },
  },
  {
    code: 'index-aggregate-conflict',
    title: 'Aggregate flags of an index contradict each other',
    about: 'index',
    severity: 'network',
    official: OFFICIAL_ERRORS.structure,
    isActive,
    why: '`averageable` counts and sums its property: the index cannot have another `summable`, nor a `countable` that is false. A range flag that is true requires its aggregate.',
    fix: 'Remove the flag that is off, or the flag that it contradicts.',
    wrong: byScore({ averageable: 'score', countable: false }),
    right: byScore({ averageable: 'score', countable: true }),
    check({ node, documentType }, report) {
      const isOn = (name: string) => getBoolean(getMember(node, name)) === true;
      const isOff = (name: string) => getBoolean(getMember(node, name)) === false;
      const countable = getMember(node, 'countable');
      const average = getText(getMember(node, 'averageable'));
      const sum = getText(getMember(node, 'summable'));
      const saysNo = readCountable(countable) === 'no';
      if (average !== undefined && saysNo)
        report(countable, {
          message: 'countable is off, but averageable counts documents',
        });
      else if (isOn('rangeCountable') && saysNo)
        report(countable, {
          message: 'countable is off, but rangeCountable is true',
        });
      if (average !== undefined && sum !== undefined && sum !== average)
        report(getMember(node, 'summable'), {
          message: `summable "${truncate(sum)}" differs from averageable "${truncate(average)}"`,
          ...suggestProperty(sum, average, documentType),
        });
      for (const name of ['rangeCountable', 'rangeSummable'])
        if (isOn('rangeAverageable') && isOff(name))
          report(getMember(node, name), {
            message: `${name} is false, but rangeAverageable is true`,
          });
    },
  },
];
