import { canChangeOwner, requires } from '../model/document-type.js';
import type { DocumentType, Index } from '../model/contract-model.js';
import {
  isBucketed,
  isCounter,
  isSkipping,
  listNames,
  listSkipped,
  listTerminal,
  outlivesDelete,
} from '../model/index-traits.js';
import { listCounterValues } from '../model/counter-source.js';
import { isAlwaysPresent, isIndexOnly, keepsHistory, listTexts } from '../model/type-traits.js';
import { HISTORY_OPTIONS } from '../protocol/keywords.js';
import { truncate } from '../source/excerpt.js';
import { getBoolean, getItems, getMember } from '../source/json-node.js';
import { IDENTIFIER_PROPERTY, note, noteOf, TEXT_PROPERTY } from './example.js';
import { extendedRule, type Rule } from './rule.js';

const TYPE_AGGREGATES = [
  'documentsCountable',
  'rangeCountable',
  'documentsSummable',
  'rangeSummable',
  'documentsAverageable',
  'rangeAverageable',
];

/** Builds a document type of entries without documents, with members added or replaced. */
export const entries = (members: object = {}, properties: object = {}) =>
  noteOf(
    { tag: { ...TEXT_PROPERTY, minLength: 1 }, post: { ...IDENTIFIER_PROPERTY, position: 1 }, ...properties },
    {
      indexOnly: true,
      documentsMutable: false,
      required: ['tag', 'post'],
      indices: [{ name: 'byTagAndPost', properties: [{ tag: 'asc' }, { post: 'asc' }] }],
      ...members,
    },
  );
const BY_POST = { name: 'byPost', properties: [{ post: 'asc' }] };
const BY_TAG = { name: 'byTag', properties: [{ tag: 'asc' }] };

const timed = (time: string) =>
  entries({
    indices: [
      { ...BY_POST, terminal: ['$ownerId', 'tag'] },
      { name: 'byTime', properties: [{ [time]: 'asc' }, { tag: 'asc' }, { post: 'asc' }] },
    ],
    required: ['tag', 'post', time],
  });

/** Lists the options of a type that entries without documents cannot have. */
function listConflicts(type: DocumentType): string[] {
  const { node, isMutable } = type;
  const isOn = (name: string): boolean => getBoolean(getMember(node, name)) === true;
  const aggregates = TYPE_AGGREGATES.filter((name) => {
    const value = getMember(node, name);
    return value !== undefined && getBoolean(value) !== false;
  });
  return [
    ...(isMutable ? ['documents are mutable: write "documentsMutable": false'] : []),
    ...(canChangeOwner(type) ? ['documents change their owner'] : []),
    ...(keepsHistory(type) ? ['documents keep their history'] : []),
    ...HISTORY_OPTIONS.filter(isOn).map((name) => `${name} is on`),
    ...(getItems(getMember(node, 'transient')).length > 0 ? ['it has transient properties'] : []),
    ...aggregates.map((name) => `${name} is for stored documents`),
  ];
}

/** Returns whether an index proves that an entry exists: it holds every entry, for good. */
const isProof = (index: Index): boolean =>
  !listNames(index).includes('$createdAt') &&
  !isSkipping(index) &&
  !isCounter(index) &&
  !isBucketed(index) &&
  !outlivesDelete(index);

/** Lists the properties with values of a type: not the objects around them. */
const listLeaves = ({ fields }: DocumentType): string[] =>
  [...fields.values()].filter(({ type, isOpen }) => type !== 'object' && !isOpen).map(({ path }) => path);

/** Lists the properties whose values an index holds. */
const listHeld = (index: Index): string[] => [...listNames(index), ...listTerminal(index)];

/** Says where a property is missing from the entries; undefined if it can be read from them. */
function explainUncovered(type: DocumentType, path: string): string | undefined {
  const { indices, node } = type;
  if (isAlwaysPresent(type, path)) {
    const isHeld = indices.some(
      (index) =>
        !isSkipping(index) && !isCounter(index) && !outlivesDelete(index) && listHeld(index).includes(path),
    );
    const isPaid = listTexts(getMember(node, 'entryPayload')).includes(path);
    const isFixed = indices.some((index) => isCounter(index) && listCounterValues(index).includes(path));
    return isHeld || isPaid || isFixed
      ? undefined
      : 'is in no index that holds every entry, nor in entryPayload';
  }
  const isAlone = indices.some((index) => {
    const skipped = listSkipped(index);
    return (
      !isBucketed(index) && skipped.length === 1 && skipped[0] === path && listHeld(index).includes(path)
    );
  });
  return isAlone ? undefined : 'is optional, and no index without windows skips entries by it alone';
}

/** Lists the rules about types whose entries in indices are the documents. */
export const INDEX_ONLY_RULES: readonly Rule<'document-type'>[] = [
  extendedRule({
    code: 'index-only-option',
    title: 'A type of entries has an option of stored documents',
    about: 'document-type',
    why: 'With `indexOnly` nothing but the entries of the indices is stored: they are not replaced, transferred or sold, keep no history, have no transient properties, and nothing is aggregated for the type.',
    fix: 'Remove the option, or remove indexOnly.',
    wrong: entries({ documentsCountable: true }),
    right: entries(),
    check(type, report) {
      if (!isIndexOnly(type)) return;
      for (const conflict of listConflicts(type))
        report(getMember(type.node, 'indexOnly'), {
          message: `the type has entries without documents, but ${conflict}`,
          isAtName: true,
        });
    },
  }),
  extendedRule({
    code: 'index-only-index',
    title: 'An index cannot hold entries without documents',
    about: 'document-type',
    why: 'A type with `indexOnly` has at least one index. None is unique or contested, and none has `"nullSearchable": false`: an existing entry is rejected with 40105 anyway.',
    fix: 'Remove the option of the index, or add an index.',
    wrong: entries({
      indices: [{ name: 'byTagAndPost', properties: [{ tag: 'asc' }, { post: 'asc' }], unique: true }],
    }),
    right: entries(),
    check(type, report) {
      if (!isIndexOnly(type)) return;
      if (type.indices.length === 0)
        report(getMember(type.node, 'indexOnly'), {
          message: 'the type has no index: nothing would be stored',
          isAtName: true,
        });
      for (const { node, unique, contested, label } of type.indices) {
        const isHidden = getBoolean(getMember(node, 'nullSearchable')) === false;
        if (unique || contested !== undefined || isHidden)
          report(node, {
            message: `${truncate(label)} ${contested !== undefined ? 'is contested' : unique ? 'is unique' : 'has "nullSearchable": false'}: entries cannot be in it`,
          });
      }
    },
  }),
  extendedRule({
    code: 'index-only-owner',
    title: 'An index of entries does not hold their owner',
    about: 'document-type',
    why: 'Every index holds "$ownerId", as a property or in its terminal (the default), so that two owners never share an entry. Indices that count the entries of another one do not.',
    fix: 'Add "$ownerId" to the terminal.',
    wrong: entries({ indices: [{ ...BY_TAG, terminal: 'post' }] }),
    right: entries({ indices: [{ ...BY_TAG, terminal: ['post', '$ownerId'] }] }),
    check(type, report) {
      if (!isIndexOnly(type)) return;
      for (const index of type.indices)
        if (!isCounter(index) && !listHeld(index).includes('$ownerId'))
          report(getMember(index.node, 'terminal') ?? index.node, {
            message: `${truncate(index.label)} does not hold "$ownerId"`,
          });
    },
  }),
  extendedRule({
    code: 'index-only-system',
    title: 'An index of entries contains an unrecorded value of the system',
    about: 'document-type',
    why: 'Entries have "$ownerId" and "$createdAt", and no other value of the system. "$createdAt" is then in `required`.',
    fix: 'Remove the value, or list $createdAt in required.',
    wrong: timed('$updatedAt'),
    right: timed('$createdAt'),
    check(type, report) {
      if (!isIndexOnly(type)) return;
      for (const { entries: listed } of type.indices)
        for (const entry of listed) {
          const name = String(entry.key);
          if (!name.startsWith('$') || name === '$ownerId' || name === '$id') continue;
          if (name !== '$createdAt')
            report(entry, { message: `entries have no "${truncate(name)}"`, isAtName: true });
          else if (!requires(type.node, name))
            report(entry, { message: 'required does not list "$createdAt"', isAtName: true });
        }
    },
  }),
  extendedRule({
    code: 'index-only-proof',
    title: 'No index proves that an entry exists',
    about: 'document-type',
    why: 'One index holds every entry for good: without `$createdAt`, windows, `skipIfAbsent` and `outlivesDelete`, and not a counter.',
    fix: 'Add an index of the properties that identify an entry.',
    wrong: entries({
      indices: [{ name: 'byTime', properties: [{ $createdAt: 'asc' }, { tag: 'asc' }, { post: 'asc' }] }],
      required: ['tag', 'post', '$createdAt'],
    }),
    right: entries(),
    check(type, report) {
      if (isIndexOnly(type) && type.indices.length > 0 && !type.indices.some(isProof))
        report(getMember(type.node, 'indices'), {
          message: 'no index holds every entry for good',
          isAtName: true,
        });
    },
  }),
  extendedRule({
    code: 'index-only-property',
    title: 'A property of entries cannot be read from them',
    about: 'document-type',
    why: 'Nothing but the entries is stored: every property is in `required` (with the objects around it) and in an index that holds every entry, or in `entryPayload`, or fixed by the index that a counter counts. An optional property is the only one by which an index without windows skips entries.',
    fix: 'Add the property to an index or to entryPayload.',
    wrong: entries({ indices: [BY_TAG] }),
    right: entries({ indices: [{ ...BY_TAG, terminal: ['post', '$ownerId'] }] }),
    check(type, report) {
      if (!isIndexOnly(type)) return;
      for (const path of listLeaves(type)) {
        const problem = explainUncovered(type, path);
        if (problem !== undefined)
          report(type.fields.get(path)?.node, { message: `"${truncate(path)}" ${problem}`, isAtName: true });
      }
    },
  }),
  extendedRule({
    code: 'index-without-properties',
    title: 'An index of stored documents has no properties',
    about: 'document-type',
    certainty: 'inferred',
    why: 'Only a type with `indexOnly` has flat indices, whose entries stand under the type by their terminal alone.',
    fix: 'Add properties to the index.',
    wrong: note({ indices: [{ name: 'flat' }] }),
    right: note({ indices: [{ name: 'byText', properties: [{ text: 'asc' }] }] }),
    check(type, report) {
      if (isIndexOnly(type)) return;
      for (const { node, label } of type.indices)
        if (getMember(node, 'properties') === undefined && node.members.has('name'))
          report(node, { message: `${truncate(label)} has no properties` });
    },
  }),
];
