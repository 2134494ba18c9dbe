import type { OfficialError } from '../diagnostic/diagnostic.js';
import type { Contract } from '../model/contract.js';
import {
  findTarget,
  isById,
  isForeign,
  listSingleReferences,
  type DocumentReference,
} from '../model/document-reference.js';
import { canChangeOwner } from '../model/document-type.js';
import type { DocumentType, Index } from '../model/contract-model.js';
import { canChange } from '../model/changing-values.js';
import {
  countCarrierReads,
  findWidthConflict,
  isCarrier,
  listKeySources,
  type KeySource,
} from '../model/find-by.js';
import {
  firstName,
  getKindOf,
  getTargetKind,
  getValueKind,
  isAlwaysPresent,
  isIndexOnly,
  isTransient,
  isTypedArray,
  listImmutable,
} from '../model/type-traits.js';
import { truncate } from '../source/excerpt.js';
import { getMember, getText } from '../source/json-node.js';
import { contract, IDENTIFIER_PROPERTY, note } from './example.js';
import { referenceError } from './refers-to-rules.js';
import { extendedRule, type Report, type Rule } from './rule.js';

const MEMBERSHIP = {
  type: 'object',
  documentsMutable: false,
  canBeDeleted: false,
  indices: [{ name: 'byGroup', properties: [{ groupId: 'asc' }, { $ownerId: 'asc' }], unique: true }],
  properties: { groupId: { ...IDENTIFIER_PROPERTY, position: 0 } },
  required: ['groupId'],
  additionalProperties: false,
};
const finding = (findBy: object, members: object = {}, membership: object = {}, kind = 'permanentDocument') =>
  contract({
    documentSchemas: {
      membership: { ...MEMBERSHIP, ...membership },
      ...note({
        properties: {
          groupId: { ...IDENTIFIER_PROPERTY, position: 0 },
          member: {
            ...IDENTIFIER_PROPERTY,
            position: 1,
            refersTo: { type: kind, documentType: 'membership', findBy },
          },
        },
        required: ['groupId'],
        ...members,
      }),
    },
  });
const BY_MEMBER = { groupId: 'groupId', $ownerId: '.' };
const teamOf = (items: object, refersTo: object = {}, team: object = {}) =>
  contract({
    documentSchemas: {
      team: {
        ...MEMBERSHIP,
        indices: undefined,
        properties: { groupId: { type: 'array', maxItems: 9, items, position: 0 } },
        ...team,
      },
      ...note({
        properties: {
          teamId: { ...IDENTIFIER_PROPERTY, position: 0 },
          member: {
            ...IDENTIFIER_PROPERTY,
            position: 1,
            refersTo: {
              type: 'permanentDocument',
              documentType: 'team',
              findBy: { $id: 'teamId' },
              inList: 'groupId',
              ...refersTo,
            },
          },
        },
        required: ['teamId'],
      }),
    },
  });

/** Names the error of a search in another contract. */
export const LOOKUP = referenceError('ReferencedDocumentLookupInvalidError', 40137);
const LIST = referenceError('ReferencedDocumentListInvalidError', 40138);

/** Returns the error of a reference to another contract; nothing for one to its own contract, which the parser rejects. */
export const ofOther = (reference: DocumentReference, official: OfficialError) =>
  isForeign(reference) ? { official } : {};

/** Pairs a reference by `findBy` with its sources. */
interface Search {
  readonly reference: DocumentReference;
  readonly sources: readonly KeySource[];
  /** Document type to which it leads; undefined if that is not known. */
  readonly target: DocumentType | undefined;
}

/** Lists the references that find documents by other values than their own. */
export function listSearches({ documentTypes }: Contract): Search[] {
  return documentTypes
    .flatMap(listSingleReferences)
    .filter(({ node }) => getMember(node, 'findBy')?.kind === 'object')
    .map((reference) => ({
      reference,
      sources: listKeySources(reference),
      target: findTarget(reference, documentTypes),
    }));
}

const isBucketed = ({ node }: Index): boolean =>
  getMember(node, 'timeRange') !== undefined || getMember(node, 'integerRange') !== undefined;

/** Returns whether a unique index of a type has exactly these properties. */
function hasUniqueIndex(target: DocumentType, keys: readonly string[]): boolean {
  const wanted = new Set(keys);
  return target.indices.some((index) => {
    const names = index.entries.map(({ key }) => String(key));
    return (
      index.unique &&
      !isBucketed(index) &&
      names.length === wanted.size &&
      names.every((name) => wanted.has(name) && !isTransient(target, name))
    );
  });
}

/** Says why a path cannot be the source of a key; undefined if it can. */
function explainSource(path: string, reference: DocumentReference): string | undefined {
  const { holder } = reference;
  const kind = getKindOf(holder, path);
  if (isCarrier(path, reference)) return 'is the value itself: write "."';
  if (path.startsWith('$') || kind === undefined) return 'is no property of the document type';
  if (kind === 'list' || kind === 'object') return `is ${kind === 'list' ? 'a list' : 'an object'}`;
  if (isTransient(holder, path)) return 'is transient';
  return isAlwaysPresent(holder, path) ? undefined : 'is optional';
}

/** Says why a path cannot name the document that holds a list; undefined if it can. */
function explainHolder(path: string, reference: DocumentReference): string | undefined {
  const { holder } = reference;
  if (isCarrier(path, reference)) return 'is the element itself';
  if (path.startsWith('$') || getKindOf(holder, path) !== 'identifier')
    return 'is no identifier property of the document type';
  if (isTransient(holder, path)) return 'is transient';
  const own = listSingleReferences(holder).filter(
    ({ carrier, place }) => carrier?.path === path && place === 'property',
  );
  const type = getText(getMember(reference.node, 'documentType'));
  const leadsElsewhere = own.some(
    (other) => !isById(other) || getText(getMember(other.node, 'documentType')) !== type,
  );
  return leadsElsewhere ? 'refers to something else than the document with the list' : undefined;
}

function checkKinds({ reference, sources, target }: Search, report: Report): void {
  if (target === undefined) return;
  for (const { key, node, path } of sources) {
    if (path === undefined) continue;
    const isSelf = path === '.' && reference.place !== 'owner' && reference.place !== 'creator';
    const kind = isSelf
      ? getValueKind(reference.carrierSchema)
      : path === '.' || path === '$ownerId'
        ? 'identifier'
        : getKindOf(reference.holder, path);
    const wanted = getKindOf(target, key);
    const own = isSelf ? reference.carrier : reference.holder.fields.get(path);
    const isWidthUnlike =
      reference.place !== 'element' && findWidthConflict(target.fields.get(key), own) !== undefined;
    if (kind !== undefined && wanted !== undefined && (kind !== wanted || isWidthUnlike))
      report(node, {
        ...ofOther(reference, LOOKUP),
        message: `"${truncate(key)}" of "${truncate(target.name)}" has not the kind of its source`,
      });
  }
}

/** Lists the rules about references that find documents by other values than their id. */
export const FIND_BY_RULES: readonly Rule<'whole-contract'>[] = [
  extendedRule({
    code: 'find-by-index',
    title: 'A reference finds documents by no unique index',
    about: 'whole-contract',
    why: 'The keys of `findBy` are exactly the properties of one unique index of the target, in any order. The index is not bucketed and has no transient property, and the target has documents (no `indexOnly`). (10231; 40137 for another contract.)',
    fix: 'Name the properties of a unique index, or add one to the target.',
    wrong: finding({ groupId: '.' }),
    right: finding(BY_MEMBER),
    check(subject, report) {
      for (const { reference, sources, target } of listSearches(subject)) {
        const keys = sources.map(({ key }) => key);
        if (target === undefined || getMember(reference.node, 'inList') !== undefined || keys.includes('$id'))
          continue;
        if (isIndexOnly(target) || !hasUniqueIndex(target, keys))
          report(getMember(reference.node, 'findBy'), {
            ...ofOther(reference, LOOKUP),
            message: `"${truncate(target.name)}" has no unique index of exactly ${keys.map((key) => truncate(key)).join(', ')}`,
          });
      }
    },
  }),
  extendedRule({
    code: 'find-by-value',
    title: 'findBy reads its own value not exactly once',
    about: 'whole-contract',
    why: 'The value that refers is read once: as ".", or as a parameter of the function. `ownerRefersTo` and `creatorRefersTo` may leave it out beside a function.',
    fix: 'Write "." for one of the keys.',
    wrong: finding({ groupId: 'groupId', $ownerId: '$ownerId' }),
    right: finding(BY_MEMBER),
    check(subject, report) {
      for (const { reference, sources } of listSearches(subject)) {
        if (getMember(reference.node, 'inList') !== undefined) continue;
        const reads = countCarrierReads(sources, reference);
        const isOwner = reference.place === 'owner' || reference.place === 'creator';
        const hasFunction = sources.some(({ params }) => params !== undefined);
        if (reads === 1 || (reads === 0 && isOwner && hasFunction)) continue;
        report(getMember(reference.node, 'findBy'), {
          message:
            reads === 0
              ? 'the value that refers is not read: write "."'
              : `the value that refers is read ${reads} times`,
        });
      }
    },
  }),
  extendedRule({
    code: 'find-by-source',
    title: 'A source of findBy is unfit',
    about: 'whole-contract',
    why: 'A source is ".", "$ownerId", one function, or the path of an own single value that is required with the objects around it, stored, and not the value itself.',
    fix: 'Name a required property of the document type.',
    wrong: finding(BY_MEMBER, { required: ['member'] }),
    right: finding(BY_MEMBER),
    check(subject, report) {
      for (const { reference, sources } of listSearches(subject)) {
        if (getMember(reference.node, 'inList') !== undefined) continue;
        for (const { node, path } of sources) {
          if (path === undefined || path === '.' || path === '$ownerId') continue;
          const problem = explainSource(path, reference);
          if (problem !== undefined) report(node, { message: `"${truncate(path)}" ${problem}` });
        }
        for (const { node } of sources.filter(({ params }) => params !== undefined).slice(1))
          report(node, { message: 'a second function: one is allowed' });
      }
    },
  }),
  extendedRule({
    code: 'find-by-writer',
    title: 'findBy reads the owner of documents that change it',
    about: 'whole-contract',
    why: '"$ownerId" as a source needs a type that is neither transferable nor tradeable.',
    fix: 'Read another property, or forbid transfers and trade.',
    wrong: finding({ groupId: '.', $ownerId: '$ownerId' }, { transferable: 1 }),
    right: finding({ groupId: '.', $ownerId: '$ownerId' }),
    check(subject, report) {
      for (const { reference, sources } of listSearches(subject))
        for (const { node, path } of sources)
          if (path === '$ownerId' && canChangeOwner(reference.holder))
            report(node, { message: 'documents of the type change their owner' });
    },
  }),
  extendedRule({
    code: 'find-by-kind',
    title: 'A source of findBy has another kind than its key',
    about: 'whole-contract',
    why: 'Each source has the kind of the property that it fills: "." and "$ownerId" are identifiers. Only a function finds documents from text or plain bytes.',
    fix: 'Name a property of the same kind.',
    wrong: finding(
      { groupId: 'label', $ownerId: '.' },
      {
        properties: {
          label: { type: 'string', maxLength: 32, position: 0 },
          member: {
            ...IDENTIFIER_PROPERTY,
            position: 1,
            refersTo: {
              type: 'permanentDocument',
              documentType: 'membership',
              findBy: { groupId: 'label', $ownerId: '.' },
            },
          },
        },
        required: ['label'],
      },
    ),
    right: finding(BY_MEMBER),
    check(subject, report) {
      for (const search of listSearches(subject)) {
        const { reference, sources } = search;
        checkKinds(search, report);
        const kind = getValueKind(reference.carrierSchema);
        const isPlain = reference.carrier !== undefined && kind !== undefined && kind !== 'identifier';
        if (isPlain && sources.every(({ params }) => params === undefined))
          report(reference.node, {
            message: 'only a function finds documents from a value that is no identifier',
          });
      }
    },
  }),
  extendedRule({
    code: 'find-by-key-changes',
    title: 'A document is found by a value that it can change',
    about: 'whole-contract',
    why: 'The keys are fixed once a document is written: the target is not mutable, or lists them in `immutable` without a condition (an optional reference to a deletable document can still be cleared); its owner and its times never change; moderators do not change them.',
    fix: 'List the property in immutable of the target.',
    wrong: finding(BY_MEMBER, {}, { documentsMutable: true }),
    right: finding(BY_MEMBER, {}, { documentsMutable: true, immutable: ['groupId'] }),
    check(subject, report) {
      for (const { reference, sources, target } of listSearches(subject)) {
        const keys = sources.map(({ key }) => key);
        if (target === undefined || isIndexOnly(target) || !hasUniqueIndex(target, keys)) continue;
        for (const key of keys)
          if (canChange(target, key))
            report(getMember(reference.node, 'findBy'), {
              ...ofOther(reference, LOOKUP),
              message: `"${truncate(key)}" of "${truncate(target.name)}" can change`,
            });
      }
    },
  }),
  extendedRule({
    code: 'find-by-immutable',
    title: 'An immutable property finds documents that can be deleted',
    about: 'whole-contract',
    why: 'A replace looks for the document again: once it is deleted, an immutable value could never be cleared. A function is judged on create only.',
    fix: 'Remove the property from immutable, or find permanent documents.',
    wrong: finding(
      BY_MEMBER,
      { documentsMutable: true, immutable: ['member', 'groupId'] },
      { canBeDeleted: true },
      'deletableDocument',
    ),
    right: finding(
      BY_MEMBER,
      { documentsMutable: true, immutable: ['groupId'] },
      { canBeDeleted: true },
      'deletableDocument',
    ),
    check(subject, report) {
      for (const { reference, sources } of listSearches(subject)) {
        const path = reference.carrier?.path;
        const isSearch =
          reference.kind === 'deletableDocument' && sources.every(({ params }) => params === undefined);
        if (path === undefined || !isSearch || reference.place !== 'property') continue;
        if (listImmutable(reference.holder).some(({ name }) => name === firstName(path)))
          report(reference.node, {
            message: `"${truncate(path)}" is immutable, and the document that it finds can be deleted`,
          });
      }
    },
  }),
  extendedRule({
    code: 'list-holder',
    title: 'findBy names no document that holds a list',
    about: 'whole-contract',
    why: 'Beside `inList` the "$id" in `findBy` is read from a stored identifier property of the document type, which may be optional. It is not the element itself, not the writer, no list, and it refers to nothing else.',
    fix: 'Name an identifier property of the document type.',
    wrong: teamOf(IDENTIFIER_PROPERTY, { findBy: { $id: '.' } }),
    right: teamOf(IDENTIFIER_PROPERTY),
    check(subject, report) {
      for (const { reference, sources } of listSearches(subject)) {
        if (getMember(reference.node, 'inList') === undefined) continue;
        for (const { node, path } of sources) {
          const problem = path === undefined ? undefined : explainHolder(path, reference);
          if (problem !== undefined) report(node, { message: `"${truncate(path ?? '')}" ${problem}` });
        }
      }
    },
  }),
  extendedRule({
    code: 'list-target',
    title: 'A list stands in documents that can leave the state',
    about: 'whole-contract',
    why: 'A document with a list of `inList` stays: "canBeDeleted": false, no deletion by moderators and no ttl. (10231; 40122 for another contract.)',
    fix: 'Name a document type whose documents stay.',
    wrong: teamOf(IDENTIFIER_PROPERTY, {}, { canBeDeleted: true }),
    right: teamOf(IDENTIFIER_PROPERTY),
    check(subject, report) {
      for (const { reference, target } of listSearches(subject)) {
        // Those of other contracts have the error of their kind.
        const isElement = getMember(reference.node, 'inList') !== undefined && !isForeign(reference);
        if (
          isElement &&
          target !== undefined &&
          !isIndexOnly(target) &&
          getTargetKind(target) !== 'permanent'
        )
          report(getMember(reference.node, 'documentType'), {
            message: `documents of "${truncate(target.name)}" can leave the state`,
          });
      }
    },
  }),
  extendedRule({
    code: 'list-element',
    title: 'inList names no list of identifiers that stays',
    about: 'whole-contract',
    why: '`inList` is the path of a list of identifiers in the target that is stored and can never change: the value is one of its elements. (10231; 40138 for another contract.)',
    fix: 'Name a list of identifiers of an immutable type, or one in its immutable.',
    wrong: teamOf({ type: 'string', maxLength: 9 }),
    right: teamOf(IDENTIFIER_PROPERTY),
    check(subject, report) {
      for (const { reference, target } of listSearches(subject)) {
        const list = getMember(reference.node, 'inList');
        const path = getText(list);
        if (path === undefined || target === undefined || isIndexOnly(target)) continue;
        const schema = target.fields.get(path)?.schema;
        const isList = isTypedArray(schema) && getValueKind(getMember(schema, 'items')) === 'identifier';
        if (isList && !isTransient(target, path) && !canChange(target, path)) continue;
        const what = isList ? 'can change' : 'is no list of identifiers';
        report(list, {
          ...ofOther(reference, LIST),
          message: `"${truncate(path)}" of "${truncate(target.name)}" ${what}`,
        });
      }
    },
  }),
];
