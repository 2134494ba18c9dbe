import type { OfficialError } from '../diagnostic/diagnostic.js';
import { canChange } from '../model/changing-values.js';
import { listDerived, type DerivedProperty } from '../model/derived-property.js';
import { findTarget, isById, isForeign } from '../model/document-reference.js';
import { canChangeOwner } from '../model/document-type.js';
import type { DocumentType, Index } from '../model/contract-model.js';
import { listRankings, readBucket } from '../model/index-traits.js';
import {
  firstName,
  getKindOf,
  getSize,
  getTargetKind,
  isFixed,
  isIndexOnly,
  isKeptByRecord,
  isTransient,
  listModeratorFields,
  listTexts,
  recordsCreator,
} from '../model/type-traits.js';
import { truncate } from '../source/excerpt.js';
import { getMember } from '../source/json-node.js';
import { contract, IDENTIFIER_PROPERTY, note, TEXT_PROPERTY } from './example.js';
import { EXTENDED_ERRORS, extendedRule, type Rule } from './rule.js';

const derived = (path: string, members: object = {}, index: object = {}, post: object = {}) =>
  contract({
    documentSchemas: {
      post: { ...Object(note()['note']), documentsMutable: false, canBeDeleted: false, ...post },
      ...note({
        documentsMutable: true,
        immutable: ['post'],
        properties: {
          post: {
            ...IDENTIFIER_PROPERTY,
            position: 0,
            refersTo: { type: 'permanentDocument', documentType: 'post' },
          },
          text: { ...TEXT_PROPERTY, position: 1 },
        },
        required: ['post'],
        indices: [{ name: 'byValue', properties: [{ [path]: 'asc' }, { text: 'asc' }], ...index }],
        ...members,
      }),
    },
  });

const TEXT_LIMIT = 63n;
const BYTES_LIMIT = 255n;

/** Says why nothing can be derived through a reference; undefined if something can. */
function explainReference({ own, reference }: DerivedProperty, type: DocumentType): string | undefined {
  if (reference === undefined || reference.isOperand)
    return `refersTo of "${truncate(own)}" has alternatives`;
  if (reference.place !== 'property' || reference.carrier?.place !== 'top')
    return `"${truncate(own)}" is no reference directly under the type`;
  if (!isById(reference) || getMember(reference.node, 'inList') !== undefined)
    return `"${truncate(own)}" does not refer to a document by its id`;
  if (reference.kind === 'deletableDocument')
    return `"${truncate(own)}" refers to a document that can be deleted`;
  if (isForeign(reference)) return `"${truncate(own)}" refers to another contract`;
  return isFixed(type, own) && !listModeratorFields(type).includes(own)
    ? undefined
    : `"${truncate(own)}" can change: list it in immutable`;
}

/** Says why a value of the target cannot be indexed; undefined if it can, as far as its kind and size allow. */
function explainValue({ path }: DerivedProperty, target: DocumentType): string | undefined {
  const isModerated = getTargetKind(target) === 'moderated';
  if (path === '$ownerId')
    return canChangeOwner(target) ? `documents of "${target.name}" change their owner` : undefined;
  if (path === '$creatorId') {
    if (isModerated) return 'the record of a removal keeps no creator';
    return recordsCreator(target) ? undefined : `documents of "${target.name}" record no creator`;
  }
  if (path.startsWith('$')) return `"${truncate(path)}" cannot be derived`;
  if (getKindOf(target, path) === undefined) return `"${target.name}" has no property "${truncate(path)}"`;
  if (isTransient(target, path)) return `"${truncate(path)}" of "${target.name}" is transient`;
  if (canChange(target, path)) return `"${truncate(path)}" of "${target.name}" can change`;
  return isModerated && !isKeptByRecord(target, path)
    ? `the record of a removal does not keep "${truncate(path)}"`
    : undefined;
}

/** Says why an index cannot have a derived property; undefined if it can. */
function explainIndex({ name }: DerivedProperty, index: Index): string | undefined {
  if (isIndexOnly(index.documentType)) return 'the type has entries without documents';
  if (index.contested !== undefined) return 'the index is contested';
  if (index.unique) return 'the index is unique';
  return readBucket(index)?.on === name ? 'its buckets would divide it' : undefined;
}

const WRONG_KIND: OfficialError = { name: 'InvalidIndexPropertyTypeError', code: 10206, layer: 'parse' };

/** Says which size of a value no key holds; undefined if it fits. */
function findSizeError(
  { path, name }: DerivedProperty,
  target: DocumentType,
  index: Index,
): { readonly message: string; readonly official: OfficialError } | undefined {
  const kind = getKindOf(target, path);
  if (kind === 'list' || kind === 'object')
    return {
      message: `"${truncate(path)}" is ${kind === 'list' ? 'a list' : 'an object'}: it cannot be indexed`,
      official: WRONG_KIND,
    };
  if (path.startsWith('$') || (kind !== 'text' && kind !== 'bytes')) return undefined;
  const rankings = listRankings(index).filter(({ levels }) => levels.includes(name));
  const isAverage = rankings.some((ranking) => ranking.name === 'rankedAverageable');
  const taken = rankings.length === 0 ? 0n : isAverage ? 2n : 1n;
  const limit = kind === 'text' ? TEXT_LIMIT - 2n * taken : BYTES_LIMIT - 8n * taken;
  const { max } = getSize(target.fields.get(path)?.schema);
  return max !== undefined && max <= limit
    ? undefined
    : {
        message: `"${truncate(path)}" is too long for a key: at most ${limit} are allowed`,
        official: EXTENDED_ERRORS.key,
      };
}

/** Lists the rules about index properties that are read from referenced documents. */
export const DERIVED_INDEX_RULES: readonly Rule<'whole-contract'>[] = [
  extendedRule({
    code: 'derived-index-property',
    title: 'An index derives a value that it cannot have',
    about: 'whole-contract',
    why: 'A name such as "post.$ownerId" in an index is read from the document to which `post` refers: by id, permanent or moderated, of the same contract, and fixed once written. The value is the owner (of documents that are not transferred), the creator (where one is recorded, of permanent documents), or a stored property that never changes; of a moderated document one that `deleteKeepsFields` lists. The index is not unique, not contested, and not bucketed by it.',
    fix: 'Refer to a permanent document, list the reference in immutable, and name a value that stays.',
    wrong: derived('post.$ownerId', { immutable: ['text'] }),
    right: derived('post.$ownerId'),
    check({ documentTypes }, report) {
      for (const type of documentTypes)
        for (const index of type.indices)
          for (const { entry, derived: property } of listDerived(index)) {
            const target = property.reference && findTarget(property.reference, documentTypes);
            const problem =
              explainIndex(property, index) ??
              explainReference(property, type) ??
              (target === undefined ? undefined : explainValue(property, target));
            if (problem !== undefined)
              report(entry, {
                message: `"${truncate(property.name)}" cannot be derived: ${problem}`,
                isAtName: true,
              });
          }
    },
  }),
  extendedRule({
    code: 'derived-index-size',
    title: 'A derived index property does not fit into a key',
    about: 'whole-contract',
    official: EXTENDED_ERRORS.key,
    why: 'A derived value has the limits of an indexed one: text of at most 63 characters, bytes of at most 255, less where it is ranked, and no lists or objects. (10205, 10206.)',
    fix: 'Lower the maximum length of the property, or index another one.',
    wrong: derived('post.text', {}, {}, { properties: { text: { ...TEXT_PROPERTY, maxLength: 280 } } }),
    right: derived('post.text'),
    check({ documentTypes }, report) {
      for (const index of documentTypes.flatMap(({ indices }) => indices))
        for (const { entry, derived: property } of listDerived(index)) {
          const target = property.reference && findTarget(property.reference, documentTypes);
          if (target === undefined || explainValue(property, target) !== undefined) continue;
          const error = findSizeError(property, target, index);
          if (error !== undefined) report(entry, { ...error, isAtName: true });
        }
    },
  }),
];

/** Returns whether a derived property can be absent: its reference is optional. */
export const isOptionalDerived = ({ own }: DerivedProperty, type: DocumentType): boolean =>
  !listTexts(getMember(type.node, 'required')).includes(firstName(own));
