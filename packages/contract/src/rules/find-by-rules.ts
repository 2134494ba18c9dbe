import { isForeign } from '../model/document-reference.js';
import { canChangeOwner } from '../model/document-type.js';
import { canChange } from '../model/changing-values.js';
import { countCarrierReads } from '../model/find-by.js';
import {
  firstName,
  getTargetKind,
  getValueKind,
  isIndexOnly,
  isTransient,
  isTypedArray,
  listImmutable,
} from '../model/type-traits.js';
import { truncate } from '../source/excerpt.js';
import { getMember, getText } from '../source/json-node.js';
import { IDENTIFIER_PROPERTY } from './example.js';
import { extendedRule, type Rule } from './rule.js';
import { finding, BY_MEMBER, ofOther, LOOKUP, teamOf, LIST } from './find-by-examples.js';
import { listSearches, hasUniqueIndex, explainSource, checkKinds, explainHolder } from './find-by-search.js';

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
