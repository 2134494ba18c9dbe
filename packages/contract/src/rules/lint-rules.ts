import { firstProtocolWith } from '../protocol/protocol-versions.js';
import { IDENTIFIER_MEDIA_TYPE } from '../model/identifier.js';
import type { IntegerStorage } from '../model/integer-storage.js';
import type { DocumentType, Index } from '../model/contract-model.js';
import { LIMITS } from '../protocol/limits.js';
import { EXTENDED_INDEX_KEYWORDS, HISTORY_OPTIONS, INDEX_AGGREGATES } from '../protocol/keywords.js';
import { getInteger, getItems, getMember, getText } from '../source/json-node.js';
import { truncate } from '../source/excerpt.js';
import { indexed, indexWith, note, noteOf, TEXT_PROPERTY } from './example.js';
import { findRepeatedItems } from '../schema/keyword-shape.js';
import { PROPERTY_KEYWORDS } from '../schema/keyword-shape.js';
import type { Rule } from './rule.js';
import { removeMember } from './single-reading.js';
import { isMisspelled } from './misplaced-schema.js';

const LATER_KEYWORDS = [
  'documentsCountable',
  'documentsSummable',
  'documentsAverageable',
  ...INDEX_AGGREGATES.filter((name) => name.startsWith('range')),
  ...HISTORY_OPTIONS,
];

/** Matches names of document types that look like proofs: changing one defeats its purpose. */
const RECEIPT_NAME =
  /receipt|invoice|payment|certificate|vote|ballot|audit|attest|proof|signature|ledger|transaction/i;

/** Returns whether a longer index serves every query that an index serves. */
const isCovered = ({ entries }: Index, { entries: longer }: Index): boolean =>
  longer.length > entries.length && entries.every(({ key }, at) => longer[at]?.key === key);

const isPlain = ({ unique, contested, node, isComplete }: Index): boolean =>
  isComplete &&
  !unique &&
  contested === undefined &&
  ![...INDEX_AGGREGATES, ...EXTENDED_INDEX_KEYWORDS].some((name) => node.members.has(name));

/** Returns whether an index divides documents into buckets, or skips some: it serves no plain query. */
const hidesDocuments = ({ node }: Index): boolean =>
  ['timeRange', 'integerRange', 'skipIfAbsent'].some((name) => node.members.has(name));

const transientNames = ({ node }: DocumentType): (string | undefined)[] =>
  getItems(getMember(node, 'transient')).map(getText);

const RECEIPT_TYPE = {
  type: 'object',
  properties: { text: TEXT_PROPERTY },
  additionalProperties: false,
};

/** Lists the lints of document types: valid options that are risky. */
export const TYPE_LINT_RULES: readonly Rule<'document-type'>[] = [
  {
    code: 'mutable-receipt',
    title: 'Documents that look like receipts can be changed',
    about: 'document-type',
    severity: 'hint',
    why: 'By default the owner can replace a document, and an update cannot change the option. A receipt, a vote or a certificate that can be rewritten proves little.',
    fix: 'Write "documentsMutable": false, or true if that is intended.',
    wrong: { receipt: RECEIPT_TYPE },
    right: { receipt: { ...RECEIPT_TYPE, documentsMutable: false } },
    check({ name, node, isMutable }, report) {
      if (!RECEIPT_NAME.test(name) || !isMutable || node.members.has('documentsMutable')) return;
      report(node, {
        message: `documents of "${truncate(name)}" are mutable by default: documentsMutable is not set`,
        isAtName: true,
      });
    },
  },
  {
    code: 'index-covered',
    title: 'A longer index covers an index',
    about: 'document-type',
    severity: 'warning',
    why: 'An index on a and b also serves queries on a. The shorter one costs its fee and storage for every document, and no index can be removed later.',
    fix: 'Remove the shorter index.',
    wrong: indexed(
      { name: 'byText', properties: [{ text: 'asc' }] },
      { name: 'byTextAndOwner', properties: [{ text: 'asc' }, { $ownerId: 'asc' }] },
    ),
    right: indexed({ name: 'byTextAndOwner', properties: [{ text: 'asc' }, { $ownerId: 'asc' }] }),
    check({ indices }, report) {
      if (indices.length > LIMITS.indices) return;
      for (const index of indices.filter(isPlain)) {
        const longer = indices.find(
          (other) =>
            other.isComplete &&
            other.contested === undefined &&
            !hidesDocuments(other) &&
            isCovered(index, other),
        );
        if (longer !== undefined)
          report(index.node, {
            message: `${index.label} is redundant: ${longer.label} covers it`,
          });
      }
    },
  },
  {
    code: 'index-over-transient',
    title: 'An index contains a transient property',
    about: 'document-type',
    severity: 'warning',
    isActive: ({ extendedLanguage }) => !extendedLanguage,
    why: 'A transient property is checked and not stored: the index stays empty.',
    fix: 'Remove the property from the index, or from transient.',
    wrong: note({ transient: ['text'], indices: [{ name: 'byText', properties: [{ text: 'asc' }] }] }),
    right: indexWith({}),
    check(subject, report) {
      const names = transientNames(subject);
      if (names.length === 0) return;
      for (const entry of subject.indices.flatMap(({ entries }) => entries))
        if (names.includes(String(entry.key)))
          report(entry, {
            message: `"${truncate(String(entry.key))}" is transient: it is not stored, and cannot be found by the index`,
            isAtName: true,
          });
    },
  },
  {
    code: 'transient-repeated',
    title: 'transient repeats a property',
    about: 'document-type',
    severity: 'warning',
    why: 'The network accepts repetitions in `transient`; they have no effect.',
    fix: 'Remove the repetition.',
    wrong: note({ transient: ['text', 'text'] }),
    right: note({ transient: ['text'] }),
    check({ node }, report) {
      for (const item of findRepeatedItems(getMember(node, 'transient')))
        if (item.kind === 'string')
          report(item, { message: `"${truncate(item.value)}" is repeated`, ...removeMember(item) });
    },
  },
  {
    code: 'keyword-ignored',
    title: 'A keyword has no effect in this protocol version',
    about: 'document-type',
    severity: 'warning',
    isActive: ({ closedDocumentTypes }) => !closedDocumentTypes,
    why: `Until protocol ${firstProtocolWith('closedDocumentTypes') - 1} the network ignores keywords of later versions in a document type: nothing is counted, summed or recorded.`,
    fix: 'Remove the keyword, or wait for the protocol version that has it.',
    wrong: note({ documentsCountable: true }),
    right: note(),
    check({ node }, report) {
      for (const name of LATER_KEYWORDS) {
        const found = getMember(node, name);
        if (found !== undefined)
          report(found, {
            message: `${name} is ignored in this protocol version`,
            isAtName: true,
          });
      }
    },
  },
];

/** Lists the keywords that keep an integer from being negative, or say that it may be. */
const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'enum', 'const'];

/** Lists the keywords of lower and upper bounds. */
const BOUNDS = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minimum', 'maximum'],
  ['minProperties', 'maxProperties'],
] as const;

/** Lists the lints of properties: valid options that are risky. */
export const PROPERTY_LINT_RULES: readonly Rule<'property'>[] = [
  {
    code: 'text-not-indexable',
    title: 'A text has no maximum length',
    about: 'property',
    severity: 'hint',
    why: 'An indexed text needs a maxLength of at most 63, and an update can add neither a maxLength nor an index: documents can never be sorted or queried by a text without it.',
    fix: 'Add a maxLength: at most 63 if documents are ever to be queried by the property.',
    wrong: noteOf({ text: { type: 'string', position: 0 } }),
    right: note(),
    check({ node, path, type, schema, place, documentType, contract }, report) {
      if (type !== 'string' || schema !== node || place === 'system' || place === 'definition') return;
      const isBounded = ['maxLength', 'enum', 'const', 'pattern', 'format'].some((name) =>
        schema.members.has(name),
      );
      // Another rule reports an indexed text without a maximum length.
      const isIndexed = documentType?.indices.some(({ entries }) => entries.some(({ key }) => key === path));
      // Another rule reports an identifier that is text.
      const isIdentifier = getText(getMember(schema, 'contentMediaType')) === IDENTIFIER_MEDIA_TYPE;
      if (isBounded || isIndexed === true || isIdentifier) return;
      if (!isMisspelled('maxLength', node, PROPERTY_KEYWORDS, contract))
        report(node, { message: 'maxLength is missing: the property can never be indexed' });
    },
  },
  {
    code: 'integer-unsigned',
    title: 'An integer with only a maximum rejects negative values',
    about: 'property',
    severity: 'warning',
    isActive: ({ sizedIntegers }) => sizedIntegers,
    why: 'An integer with a maximum and no minimum is stored unsigned: negative values are valid in the schema and cannot be stored.',
    fix: 'Add a minimum.',
    wrong: noteOf({ count: { type: 'integer', maximum: 100, position: 0 } }),
    right: noteOf({ count: { type: 'integer', minimum: 0, maximum: 100, position: 0 } }),
    check({ node, schema, storage }, report) {
      const isUnsigned = storage?.startsWith('u') === true;
      if (schema !== node || !isUnsigned || LOWER_BOUNDS.some((name) => schema.members.has(name))) return;
      report(getMember(node, 'maximum'), {
        message: `minimum is missing: the integer is stored as ${storage}, and negative values are rejected`,
      });
    },
  },
  {
    code: 'bounds-crossed',
    title: 'A lower bound is above its upper bound',
    about: 'property',
    severity: 'warning',
    why: 'The network does not compare bounds: no value can satisfy these.',
    fix: 'Swap the bounds.',
    wrong: noteOf({ text: { ...TEXT_PROPERTY, minLength: 64 } }),
    right: noteOf({ text: { ...TEXT_PROPERTY, minLength: 3 } }),
    check({ node }, report, { typedArrays }) {
      // A rule of the network is about the bounds of lists.
      if (typedArrays && getMember(node, 'items') !== undefined) return;
      for (const [min, max] of BOUNDS) {
        const low = getMember(node, min);
        const high = low === undefined ? undefined : getMember(node, max);
        if (low?.kind === 'number' && high?.kind === 'number' && low.value > high.value)
          report(low, {
            message: `${min} ${low.value} is above ${max} ${high.value}: no value is valid`,
          });
      }
    },
  },
];

/** Maps unsigned integers to the value from which their order in an index is inverted. */
const UPPER_HALVES: ReadonlyMap<IntegerStorage, bigint> = new Map([
  ['u8', 0x80n],
  ['u16', 0x8000n],
  ['u32', 0x8000_0000n],
  ['u64', 0x8000_0000_0000_0000n],
]);

/** Lists the lints of indices: valid options that are risky. */
export const INDEX_LINT_RULES: readonly Rule<'index'>[] = [
  {
    code: 'index-order-flips',
    title: 'An index sorts large integers before small ones',
    about: 'index',
    severity: 'warning',
    why: 'The platform inverts the top bit of unsigned integers in index keys, so that values in the upper half of their width (from 128 in 8 bits, from 2^63 in 64) sort before 0. Ranges and orders are wrong there.',
    fix: 'Choose a maximum in the lower half of the width, or one beyond it (256 instead of 255), or a minimum below 0.',
    wrong: noteOf(
      { count: { type: 'integer', minimum: 0, maximum: 255, position: 0 } },
      { indices: [{ name: 'byCount', properties: [{ count: 'asc' }] }] },
    ),
    right: noteOf(
      { count: { type: 'integer', minimum: 0, maximum: 256, position: 0 } },
      { indices: [{ name: 'byCount', properties: [{ count: 'asc' }] }] },
    ),
    check({ documentType, entries }, report) {
      for (const entry of entries) {
        const property = documentType.fields.get(String(entry.key));
        const half = UPPER_HALVES.get(property?.storage ?? 'i64');
        const max = getInteger(getMember(property?.schema, 'maximum'));
        if (property === undefined || half === undefined || (max !== undefined && max < half)) continue;
        report(entry, {
          message: `"${truncate(property.path)}" (${property.storage}, ${max === undefined ? 'no maximum' : `maximum ${max}`}) sorts wrongly from ${half} on`,
          isAtName: true,
        });
      }
    },
  },
  {
    code: 'index-property-repeated',
    title: 'An index repeats a property',
    about: 'index',
    severity: 'warning',
    why: 'The network accepts it. The repetition selects nothing and costs storage.',
    fix: 'Remove the repetition.',
    wrong: indexWith({ properties: [{ text: 'asc' }, { text: 'asc' }] }),
    right: indexWith({}),
    check(index, report) {
      const seen = new Set<unknown>();
      for (const entry of index.entries) {
        if (seen.has(entry.key))
          report(entry, {
            message: `"${truncate(String(entry.key))}" is repeated`,
            isAtName: true,
          });
        seen.add(entry.key);
      }
    },
  },
];
