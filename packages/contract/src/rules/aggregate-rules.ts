import { countableOf, INDEX_FLAGS, isPropertyName, summedProperty, TYPE_FLAGS } from '../model/aggregates.js';
import { isRequired } from '../model/document-type.js';
import { booleanOf, cut, excerpt, member, pointerTo, textOf } from '../source/json-node.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { note, scored } from './example.js';
import { TYPES } from './property-types.js';
import { OFFICIAL, type RuleAbout } from './rule.js';

const COUNTABLE_WORDS = ['notCountable', 'countable', 'countableAllowingOffset'];
const RANGES = {
  rangeCountable: 'countable',
  rangeSummable: 'summable',
  rangeAverageable: 'averageable',
} as const;
const TYPE_RANGES = {
  rangeSummable: 'documentsSummable',
  rangeAverageable: 'documentsAverageable',
} as const;
const holds = ({ aggregates }: ProtocolRules): boolean => aggregates;

const byScore = (members: object, type: object = {}) =>
  scored({ indices: [{ name: 'byScore', properties: [{ score: 'asc' }], ...members }], ...type });

/** What holds for the aggregate flags of an index. */
export const INDEX_AGGREGATE_RULES: readonly RuleAbout<'index'>[] = [
  {
    code: 'index-aggregate-value',
    title: 'An aggregate flag of an index has a wrong value',
    about: 'index',
    verdict: 'network',
    official: OFFICIAL.schema,
    holds,
    why: '`countable` is true, false or one of "notCountable", "countable", "countableAllowingOffset"; `summable` and `averageable` name a property; the range flags are true or false.',
    mend: 'Correct the value.',
    wrong: byScore({ countable: 'yes' }),
    right: byScore({ countable: true }),
    check({ node }, report) {
      const countable = member(node, 'countable');
      if (
        countable !== undefined &&
        countable.kind !== 'boolean' &&
        !COUNTABLE_WORDS.includes(textOf(countable) ?? '')
      )
        report(countable, {
          message: `expected true, false or one of ${COUNTABLE_WORDS.join(', ')}, found ${excerpt(countable)}`,
        });
      for (const name of ['summable', 'averageable']) {
        const value = member(node, name);
        if (value !== undefined && !isPropertyName(value))
          report(value, { message: `expected ${name} as the name of a property, found ${excerpt(value)}` });
      }
      for (const name of Object.keys(RANGES)) {
        const value = member(node, name);
        if (value !== undefined && value.kind !== 'boolean')
          report(value, { message: `expected ${name} as true or false, found ${excerpt(value)}` });
      }
    },
  },
  {
    code: 'index-range-alone',
    title: 'A range flag of an index stands without its plain flag',
    about: 'index',
    verdict: 'network',
    official: OFFICIAL.schema,
    holds,
    why: '`rangeCountable` needs `countable` beside it, `rangeSummable` needs `summable`, `rangeAverageable` needs `averageable`, even when the range flag is false.',
    mend: 'Add the plain flag, or remove the range flag.',
    wrong: byScore({ rangeCountable: true }),
    right: byScore({ countable: true, rangeCountable: true }),
    check({ node }, report) {
      for (const [range, plain] of Object.entries(RANGES)) {
        const found = member(node, range);
        if (found?.kind === 'boolean' && !node.members.has(plain))
          report(found, { message: `expected ${plain} beside ${range}, found none`, atName: true });
      }
    },
  },
  {
    code: 'index-aggregate-conflict',
    title: 'Aggregate flags of an index contradict each other',
    about: 'index',
    verdict: 'network',
    official: OFFICIAL.structure,
    holds,
    why: '`averageable` counts and sums the same property, so it stands neither beside another `summable` nor beside a `countable` that says no; a range that is on needs what it is a range of.',
    mend: 'Remove the flag that says no, or the flag that it contradicts.',
    wrong: byScore({ averageable: 'score', countable: false }),
    right: byScore({ averageable: 'score', countable: true }),
    check({ node }, report) {
      const isOn = (name: string) => booleanOf(member(node, name)) === true;
      const isOff = (name: string) => booleanOf(member(node, name)) === false;
      const countable = member(node, 'countable');
      const average = textOf(member(node, 'averageable'));
      const sum = textOf(member(node, 'summable'));
      const saysNo = countableOf(countable) === 'no';
      if (average !== undefined && saysNo)
        report(countable, {
          message: 'expected a countable index beside averageable, found one that does not count',
        });
      else if (isOn('rangeCountable') && saysNo)
        report(countable, {
          message: 'expected a countable index beside rangeCountable, found one that does not count',
        });
      if (average !== undefined && sum !== undefined && sum !== average)
        report(member(node, 'summable'), {
          message: `expected summable "${cut(average)}" beside averageable, found "${cut(sum)}"`,
        });
      for (const name of ['rangeCountable', 'rangeSummable'])
        if (isOn('rangeAverageable') && isOff(name))
          report(member(node, name), {
            message: `expected ${name} true beside rangeAverageable, found false`,
          });
    },
  },
];

/** What holds for the aggregate flags of a document type. */
export const TYPE_AGGREGATE_RULES: readonly RuleAbout<'document-type'>[] = [
  {
    code: 'document-type-aggregate-value',
    title: 'An aggregate flag of a document type has a wrong value',
    about: 'document-type',
    verdict: 'network',
    official: OFFICIAL.schema,
    holds,
    why: '`documentsCountable` and the range flags are true or false; `documentsSummable` and `documentsAverageable` name a property.',
    mend: 'Correct the value.',
    wrong: note({ documentsCountable: 'yes' }),
    right: note({ documentsCountable: true }),
    check({ node }, report) {
      for (const name of ['documentsCountable', ...Object.keys(RANGES)]) {
        const value = member(node, name);
        if (value !== undefined && value.kind !== 'boolean')
          report(value, {
            message: `expected ${name} as true or false, found ${excerpt(value)}`,
          });
      }
      for (const name of ['documentsSummable', 'documentsAverageable']) {
        const value = member(node, name);
        if (value !== undefined && !isPropertyName(value))
          report(value, {
            message: `expected ${name} as the name of a property, found ${excerpt(value)}`,
          });
      }
    },
  },
  {
    code: 'document-type-range-alone',
    title: 'A range flag of a document type stands without its plain flag',
    about: 'document-type',
    verdict: 'network',
    official: OFFICIAL.schema,
    holds,
    why: '`rangeSummable` needs `documentsSummable`, `rangeAverageable` needs `documentsAverageable`; even when the flag is false; `rangeCountable` needs nothing.',
    mend: 'Add the plain flag, or remove the range flag.',
    wrong: scored({ rangeSummable: true }),
    right: scored({ documentsSummable: 'score', rangeSummable: true }),
    check({ node }, report) {
      // The meta-schema asks even when the flag is off, and it does not know that an average sums.
      for (const [range, plain] of Object.entries(TYPE_RANGES)) {
        const found = member(node, range);
        if (found?.kind === 'boolean' && !node.members.has(plain))
          report(found, { message: `expected ${plain} beside ${range}, found none`, atName: true });
      }
    },
  },
  {
    code: 'document-type-aggregate-conflict',
    title: 'Aggregate flags of a document type contradict each other',
    about: 'document-type',
    verdict: 'network',
    official: OFFICIAL.structure,
    holds,
    why: '`documentsAverageable` counts and sums the same property, so it stands neither beside another `documentsSummable` nor beside `documentsCountable: false`; `rangeAverageable` stands beside no range that is off.',
    mend: 'Remove the flag that says no, or the flag that it contradicts.',
    wrong: scored({ documentsAverageable: 'score', documentsCountable: false }),
    right: scored({ documentsAverageable: 'score', documentsCountable: true }),
    check({ node }, report) {
      const countable = member(node, 'documentsCountable');
      const average = textOf(member(node, 'documentsAverageable'));
      const sum = textOf(member(node, 'documentsSummable'));
      if (average !== undefined && booleanOf(countable) === false)
        report(countable, {
          message: 'expected documentsCountable true beside documentsAverageable, found false',
        });
      if (average !== undefined && sum !== undefined && sum !== average)
        report(member(node, 'documentsSummable'), {
          message: `expected documentsSummable "${cut(average)}" beside documentsAverageable, found "${cut(sum)}"`,
        });
      for (const name of ['rangeCountable', 'rangeSummable'])
        if (booleanOf(member(node, 'rangeAverageable')) === true && booleanOf(member(node, name)) === false)
          report(member(node, name), {
            message: `expected ${name} true beside rangeAverageable, found false`,
          });
    },
  },
  {
    code: 'summed-properties-differ',
    title: 'A document type sums more than one property',
    about: 'document-type',
    verdict: 'network',
    official: OFFICIAL.structure,
    holds,
    why: 'All sums and averages of a document type, its own and those of its indices, are over the same property.',
    mend: 'Name the same property everywhere, or split the document type.',
    wrong: byScore(
      { summable: 'level' },
      {
        documentsSummable: 'score',
        required: ['score', 'level'],
        properties: {
          score: { type: 'integer', minimum: 0, maximum: 100, position: 0 },
          level: { type: 'integer', minimum: 0, maximum: 9, position: 1 },
        },
      },
    ),
    right: byScore({ summable: 'score' }, { documentsSummable: 'score' }),
    check({ node, indices }, report) {
      const own = summedProperty(node, TYPE_FLAGS);
      const ofIndices = indices
        .toSorted((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1))
        .flatMap((index) => summedProperty(index.node, INDEX_FLAGS) ?? []);
      const [reference, ...others] = own === undefined ? ofIndices : [own, ...ofIndices];
      for (const other of others)
        if (reference !== undefined && other.name !== reference.name)
          report(other.node, {
            message: `expected "${cut(reference.name)}", which this document type sums already, found "${cut(other.name)}"`,
          });
    },
  },
  {
    code: 'summed-property-unfit',
    title: 'A property cannot be summed',
    about: 'document-type',
    verdict: 'network',
    official: OFFICIAL.structure,
    holds,
    why: 'The property that is summed exists, is a required integer, and is not stored as an unsigned 64-bit integer: bound it above when its minimum is 0 or more.',
    mend: 'Name a required integer property with bounds.',
    wrong: scored({ documentsSummable: 'points' }),
    right: scored({ documentsSummable: 'score' }),
    check(subject, report) {
      const { node, indices, fields, propertiesNode } = subject;
      const all = [
        summedProperty(node, TYPE_FLAGS),
        ...indices.map((index) => summedProperty(index.node, INDEX_FLAGS)),
      ];
      const first = all.find((found) => found !== undefined);
      if (first === undefined || propertiesNode?.kind !== 'object') return;
      const property = fields.get(first.name);
      const shown = `"${cut(first.name)}"`;
      if (property === undefined) {
        report(first.node, { message: `expected a property to sum, found ${shown}, which is none` });
        return;
      }
      // Without a type that is known nobody can tell; that is reported at the property.
      if (!TYPES.includes(property.type ?? '')) return;
      if (property.storage === undefined || property.storage === 'u64') {
        const found =
          property.storage === 'u64' ? 'an unsigned 64-bit integer' : `of type "${cut(property.type ?? '')}"`;
        report(first.node, {
          message: `expected an integer of at most 63 bits to sum, found ${shown}, which is ${found}`,
        });
      } else if (!isRequired(subject, property)) {
        report(first.node, {
          message: `expected a required property to sum, found ${shown}, which is optional`,
          ...(member(node, 'required') === undefined && !first.name.includes('.')
            ? { patch: [{ op: 'add', path: `${pointerTo(node)}/required`, value: [first.name] }] }
            : {}),
        });
      }
    },
  },
];
