import { isPropertyName, listSummedProperties } from '../model/aggregates.js';
import { isRequired } from '../model/document-type.js';
import { getBoolean, getMember, getText } from '../source/json-node.js';
import { truncate, excerpt } from '../source/excerpt.js';
import { note, scored } from './example.js';
import { PROPERTY_TYPES } from '../schema/property-types.js';
import { addMember, readAsFlag } from './single-reading.js';
import { suggestName } from './suggest-name.js';
import { OFFICIAL_ERRORS, type Rule } from './rule.js';
import { RANGES, isActive, suggestProperty, byScore } from './aggregate-rules.js';

const TYPE_RANGES = [
  ['rangeSummable', 'documentsSummable'],
  ['rangeAverageable', 'documentsAverageable'],
] as const;

const TYPE_SWITCHES = ['documentsCountable', ...RANGES.map(([range]) => range)];

/** Lists the rules about the aggregate flags of a document type. */
export const TYPE_AGGREGATE_RULES: readonly Rule<'document-type'>[] = [
  {
    code: 'document-type-aggregate-value',
    title: 'An aggregate flag of a document type has a wrong value',
    about: 'document-type',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    isActive,
    why: '`documentsCountable` and the range flags are true or false; `documentsSummable` and `documentsAverageable` name a property.',
    fix: 'Write a value of the type that the flag has.',
    wrong: note({ documentsCountable: 'yes' }),
    right: note({ documentsCountable: true }),
    check({ node }, report) {
      for (const name of TYPE_SWITCHES) {
        const value = getMember(node, name);
        if (value !== undefined && value.kind !== 'boolean')
          report(value, {
            message: `expected true or false for ${name}, found ${excerpt(value)}`,
            ...readAsFlag(value),
          });
      }
      for (const name of ['documentsSummable', 'documentsAverageable']) {
        const value = getMember(node, name);
        if (value !== undefined && !isPropertyName(value))
          report(value, {
            message: `expected the name of a property for ${name}, found ${excerpt(value)}`,
          });
      }
    },
  },
  {
    code: 'document-type-range-alone',
    title: 'A document type has a range flag without its plain flag',
    about: 'document-type',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    isActive,
    why: '`rangeSummable` requires `documentsSummable` and `rangeAverageable` requires `documentsAverageable`, even when the range flag is false. `rangeCountable` requires nothing.',
    fix: 'Add the plain flag, or remove the range flag.',
    wrong: scored({ rangeSummable: true }),
    right: scored({ documentsSummable: 'score', rangeSummable: true }),
    check({ node }, report, { extendedLanguage }) {
      // The meta-schema requires it even when the flag is off; before v3 it does not know that an average sums.
      for (const [range, plain] of TYPE_RANGES) {
        const found = getMember(node, range);
        if (extendedLanguage && node.members.has('documentsAverageable')) continue;
        if (found?.kind === 'boolean' && !node.members.has(plain))
          report(found, { message: `${plain} is missing: ${range} requires it`, isAtName: true });
      }
    },
  },
  {
    code: 'document-type-aggregate-conflict',
    title: 'Aggregate flags of a document type contradict each other',
    about: 'document-type',
    severity: 'network',
    official: OFFICIAL_ERRORS.structure,
    isActive,
    why: '`documentsAverageable` counts and sums its property: the type cannot have another `documentsSummable`, nor `documentsCountable: false`, and `rangeAverageable` cannot be combined with a range flag that is false.',
    fix: 'Remove the flag that is off, or the flag that it contradicts.',
    wrong: scored({ documentsAverageable: 'score', documentsCountable: false }),
    right: scored({ documentsAverageable: 'score', documentsCountable: true }),
    check({ node, fields }, report) {
      const countable = getMember(node, 'documentsCountable');
      const average = getText(getMember(node, 'documentsAverageable'));
      const sum = getText(getMember(node, 'documentsSummable'));
      if (average !== undefined && getBoolean(countable) === false)
        report(countable, {
          message: 'documentsCountable is false, but documentsAverageable counts documents',
        });
      if (average !== undefined && sum !== undefined && sum !== average)
        report(getMember(node, 'documentsSummable'), {
          message: `documentsSummable "${truncate(sum)}" differs from documentsAverageable "${truncate(average)}"`,
          ...suggestProperty(sum, average, { fields }),
        });
      for (const name of ['rangeCountable', 'rangeSummable'])
        if (
          getBoolean(getMember(node, 'rangeAverageable')) === true &&
          getBoolean(getMember(node, name)) === false
        )
          report(getMember(node, name), {
            message: `${name} is false, but rangeAverageable is true`,
          });
    },
  },
  {
    code: 'summed-properties-differ',
    title: 'A document type sums more than one property',
    about: 'document-type',
    severity: 'network',
    official: OFFICIAL_ERRORS.structure,
    isActive,
    why: 'All sums and averages of a document type, of the type itself and of its indices, use the same property.',
    fix: 'Name the same property everywhere, or split the document type.',
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
    check({ node, indices, fields }, report) {
      // The type comes first, then its indices by name.
      const sorted = indices.toSorted((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1));
      const [reference, ...others] = listSummedProperties({ node, indices: sorted });
      for (const other of others)
        if (reference !== undefined && other.name !== reference.name)
          report(other.node, {
            message: `"${truncate(other.name)}" differs from "${truncate(reference.name)}", which this document type sums already`,
            ...suggestProperty(other.name, reference.name, { fields }),
          });
    },
  },
  {
    code: 'summed-property-unfit',
    title: 'A property cannot be summed',
    about: 'document-type',
    severity: 'network',
    official: OFFICIAL_ERRORS.structure,
    isActive,
    why: 'A summed property exists, is a required integer, and is not stored as an unsigned 64-bit integer: give it a maximum when its minimum is 0 or more.',
    fix: 'Name a required integer property with bounds.',
    wrong: scored({ documentsSummable: 'points' }),
    right: scored({ documentsSummable: 'score' }),
    check(subject, report) {
      const { node, fields, propertiesNode } = subject;
      const [first] = listSummedProperties(subject);
      if (first === undefined || propertiesNode?.kind !== 'object') return;
      const property = fields.get(first.name);
      const shown = `"${truncate(first.name)}"`;
      if (property === undefined) {
        const summable = [...fields].filter(([, { storage }]) => storage !== undefined && storage !== 'u64');
        report(first.node, {
          message: `unknown property ${shown}: it cannot be summed`,
          ...suggestName(
            first.name,
            summable.map(([name]) => name),
          ),
        });
        return;
      }
      // Another rule reports an unknown type.
      if (!PROPERTY_TYPES.includes(property.type ?? '')) return;
      if (property.storage === undefined || property.storage === 'u64') {
        const found =
          property.storage === 'u64'
            ? 'an unsigned 64-bit integer'
            : `of type "${truncate(property.type ?? '')}"`;
        report(first.node, {
          message: `${shown} is ${found}: only integers of at most 63 bits can be summed`,
        });
      } else if (!isRequired(subject, property)) {
        report(first.node, {
          message: `${shown} is optional: only required properties can be summed`,
          ...(getMember(node, 'required') === undefined && !first.name.includes('.')
            ? addMember(node, 'required', [first.name])
            : {}),
        });
      }
    },
  },
];
