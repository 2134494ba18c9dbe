import type { IntegerStorage } from '../model/integer-storage.js';
import type { DocumentType, Index } from '../model/document-type.js';
import { LIMITS } from '../protocol/limits.js';
import { HISTORY_OPTIONS, INDEX_AGGREGATES } from '../protocol/keywords.js';
import { cut, integerOf, itemsOf, member, textOf } from '../source/json-node.js';
import { indexed, indexWith, note, noteOf, TEXT } from './example.js';
import { repeatedItems } from './keyword-shape.js';
import { PROPERTY_KEYWORDS } from './keyword-shape.js';
import type { RuleAbout } from './rule.js';
import { isMisspelt } from './unknown-name.js';

const LATER_KEYWORDS = [
  'documentsCountable',
  'documentsSummable',
  'documentsAverageable',
  ...INDEX_AGGREGATES.filter((name) => name.startsWith('range')),
  ...HISTORY_OPTIONS,
];

/** Names of document types that look like proofs of something: changing one afterwards defeats its purpose. */
const RECEIPT =
  /receipt|invoice|payment|certificate|vote|ballot|audit|attest|proof|signature|ledger|transaction/i;

const namesOf = (index: Index): string[] => index.entries.map(({ key }) => String(key));

/** Whether every query that one plain index serves is served by another, longer one. */
function isCovered(index: Index, other: Index): boolean {
  const [names, longer] = [namesOf(index), namesOf(other)];
  return longer.length > names.length && names.every((name, at) => longer[at] === name);
}

const isPlain = ({ unique, contested, node, complete }: Index): boolean =>
  complete && !unique && contested === undefined && !INDEX_AGGREGATES.some((name) => node.members.has(name));

const transientNames = ({ node }: DocumentType): (string | undefined)[] =>
  itemsOf(member(node, 'transient')).map(textOf);

const TICKET = {
  type: 'object',
  properties: { text: TEXT },
  additionalProperties: false,
};

/** What a document type may say and its author may regret. */
export const TYPE_SURPRISES: readonly RuleAbout<'document-type'>[] = [
  {
    code: 'mutable-receipt',
    title: 'Documents that look like receipts can be changed',
    about: 'document-type',
    verdict: 'hint',
    why: 'By default documents can be replaced by their owner, and the option cannot be changed by an update. A receipt, a vote or a certificate is worth little when it can be rewritten.',
    mend: 'Say it: "documentsMutable": false, or true if that is meant.',
    wrong: { receipt: TICKET },
    right: { receipt: { ...TICKET, documentsMutable: false } },
    check({ name, node, mutable }, report) {
      if (!RECEIPT.test(name) || !mutable || node.members.has('documentsMutable')) return;
      report(node, {
        message: `expected documentsMutable to be said in "${cut(name)}", found none: documents can be changed`,
        atName: true,
      });
    },
  },
  {
    code: 'index-covered',
    title: 'A longer index already covers an index',
    about: 'document-type',
    verdict: 'warning',
    why: 'An index over a and b also serves queries over a. The shorter one costs its fee and the storage of every document, and no index can be removed later.',
    mend: 'Remove the shorter index.',
    wrong: indexed(
      { name: 'byText', properties: [{ text: 'asc' }] },
      { name: 'byTextAndOwner', properties: [{ text: 'asc' }, { $ownerId: 'asc' }] },
    ),
    right: indexed({ name: 'byTextAndOwner', properties: [{ text: 'asc' }, { $ownerId: 'asc' }] }),
    check({ indices }, report) {
      if (indices.length > LIMITS.indices) return;
      for (const index of indices.filter(isPlain)) {
        const longer = indices.find(
          (other) => other.complete && other.contested === undefined && isCovered(index, other),
        );
        if (longer !== undefined)
          report(index.node, {
            message: `expected an index that serves more, found ${index.label}, which ${longer.label} covers`,
          });
      }
    },
  },
  {
    code: 'index-over-transient',
    title: 'An index is over a property that is not stored',
    about: 'document-type',
    verdict: 'warning',
    why: 'A transient property is checked and thrown away: the index has nothing to hold.',
    mend: 'Take the property out of the index, or out of transient.',
    wrong: note({ transient: ['text'], indices: [{ name: 'byText', properties: [{ text: 'asc' }] }] }),
    right: indexWith({}),
    check(subject, report) {
      const names = transientNames(subject);
      for (const entry of subject.indices.flatMap(({ entries }) => entries))
        if (names.includes(String(entry.key)))
          report(entry, {
            message: `expected a property that is stored, found "${cut(String(entry.key))}", which is transient`,
            atName: true,
          });
    },
  },
  {
    code: 'transient-repeated',
    title: 'transient names a property twice',
    about: 'document-type',
    verdict: 'warning',
    why: 'The network takes repetitions in `transient`, and they mean nothing.',
    mend: 'Remove the repetition.',
    wrong: note({ transient: ['text', 'text'] }),
    right: note({ transient: ['text'] }),
    check({ node }, report) {
      for (const item of repeatedItems(member(node, 'transient')))
        if (item.kind === 'string')
          report(item, { message: `expected each name once, found "${cut(item.value)}" again` });
    },
  },
  {
    code: 'keyword-ignored',
    title: 'A keyword has no effect in this protocol version',
    about: 'document-type',
    verdict: 'warning',
    holds: ({ documentTypeKeywords }) => documentTypeKeywords === undefined,
    why: 'Until protocol 11 the network ignores keywords of later versions in a document type: nothing is counted, summed or kept.',
    mend: 'Remove the keyword, or wait for the protocol version that knows it.',
    wrong: note({ documentsCountable: true }),
    right: note(),
    check({ node }, report) {
      for (const name of LATER_KEYWORDS) {
        const found = member(node, name);
        if (found !== undefined)
          report(found, {
            message: `expected a keyword that has an effect, found ${name}, which is ignored`,
            atName: true,
          });
      }
    },
  },
];

/** What a property may say and its author may regret. */
export const PROPERTY_SURPRISES: readonly RuleAbout<'property'>[] = [
  {
    code: 'text-not-indexable',
    title: 'A text has no maximum length',
    about: 'property',
    verdict: 'hint',
    why: 'An indexed text needs a maxLength of at most 63, and an update can neither add a maxLength nor an index: what is left out now can never be sorted or searched by.',
    mend: 'Add a maxLength: at most 63 when the property is ever to be searched by.',
    wrong: noteOf({ text: { type: 'string', position: 0 } }),
    right: note(),
    check({ node, path, type, schema, place, documentType, contract }, report) {
      if (type !== 'string' || schema !== node || place === 'system' || place === 'definition') return;
      const isBounded = ['maxLength', 'enum', 'const', 'pattern', 'format'].some((name) =>
        schema.members.has(name),
      );
      // In an index the missing length is an error, which is reported there.
      const isIndexed = documentType?.indices.some(({ entries }) => entries.some(({ key }) => key === path));
      if (isBounded || isIndexed === true) return;
      if (!isMisspelt('maxLength', node, PROPERTY_KEYWORDS, contract))
        report(node, { message: 'expected a maxLength, found none: the property can never be indexed' });
    },
  },
  {
    code: 'integer-unsigned',
    title: 'An integer with only a maximum takes no negative values',
    about: 'property',
    verdict: 'warning',
    holds: ({ sizedIntegers }) => sizedIntegers,
    why: 'An integer that has a maximum and no minimum is stored without a sign: negative values pass the schema and cannot be stored.',
    mend: 'Add a minimum.',
    wrong: noteOf({ count: { type: 'integer', maximum: 100, position: 0 } }),
    right: noteOf({ count: { type: 'integer', minimum: 0, maximum: 100, position: 0 } }),
    check({ node, schema, storage }, report) {
      const isUnsigned = storage?.startsWith('u') === true;
      const bounds = ['minimum', 'exclusiveMinimum', 'enum', 'const'];
      if (schema !== node || !isUnsigned || bounds.some((name) => schema.members.has(name))) return;
      report(member(node, 'maximum'), {
        message: `expected a minimum beside maximum, found none: stored as ${storage}`,
      });
    },
  },
  {
    code: 'bounds-crossed',
    title: 'A lower bound is above its upper bound',
    about: 'property',
    verdict: 'warning',
    why: 'The network does not compare bounds: no value can ever satisfy these.',
    mend: 'Exchange the bounds.',
    wrong: noteOf({ text: { ...TEXT, minLength: 64 } }),
    right: noteOf({ text: { ...TEXT, minLength: 3 } }),
    check({ node }, report) {
      for (const [least, most] of [
        ['minLength', 'maxLength'],
        ['minItems', 'maxItems'],
        ['minimum', 'maximum'],
        ['minProperties', 'maxProperties'],
      ] as const) {
        const [low, high] = [member(node, least), member(node, most)];
        if (low?.kind === 'number' && high?.kind === 'number' && low.value > high.value)
          report(low, {
            message: `expected ${least} of at most ${most} (${high.value}), found ${low.value}`,
          });
      }
    },
  },
];

/** Where the order of unsigned integers flips, by storage. */
const UPPER_HALVES: ReadonlyMap<IntegerStorage, bigint> = new Map([
  ['u8', 0x80n],
  ['u16', 0x8000n],
  ['u32', 0x8000_0000n],
  ['u64', 0x8000_0000_0000_0000n],
]);

/** What an index may say and its author may regret. */
export const INDEX_SURPRISES: readonly RuleAbout<'index'>[] = [
  {
    code: 'index-order-flips',
    title: 'An index sorts large integers before small ones',
    about: 'index',
    verdict: 'warning',
    why: 'Unsigned integers are written into an index with their top bit flipped, so that values in the upper half of their width (from 128 in 8 bits, from 2^63 in 64) come before 0. Ranges and order go wrong there.',
    mend: 'Choose a maximum in the lower half of the width, or one beyond it (256 instead of 255), or a minimum below 0.',
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
        const most = integerOf(member(property?.schema, 'maximum'));
        if (property === undefined || half === undefined || (most !== undefined && most < half)) continue;
        report(entry, {
          message: `expected "${cut(property.path)}" below ${half} in ${property.storage}, found ${most ?? 'no'} maximum: its order flips there`,
          atName: true,
        });
      }
    },
  },
  {
    code: 'index-property-repeated',
    title: 'An index lists a property twice',
    about: 'index',
    verdict: 'warning',
    why: 'The network takes it. The second time narrows nothing down and costs storage.',
    mend: 'Remove the repetition.',
    wrong: indexWith({ properties: [{ text: 'asc' }, { text: 'asc' }] }),
    right: indexWith({}),
    check(index, report) {
      const seen = new Set<unknown>();
      for (const entry of index.entries) {
        if (seen.has(entry.key))
          report(entry, {
            message: `expected each property once, found "${cut(String(entry.key))}" again`,
            atName: true,
          });
        seen.add(entry.key);
      }
    },
  },
];
