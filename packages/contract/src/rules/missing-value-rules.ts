import { canChangeOwner, isRequired, requires } from '../model/document-type.js';
import type { DocumentType, Index } from '../model/contract-model.js';
import { LIMITS } from '../protocol/limits.js';
import { INDEXABLE_SYSTEM_PROPERTIES } from '../protocol/keywords.js';
import { capitalize, describeUntil } from '../protocol/protocol-versions.js';
import { getBoolean, getMember } from '../source/json-node.js';
import { truncate } from '../source/excerpt.js';
import { noteOf, TEXT_PROPERTY } from './example.js';
import type { Rule } from './rule.js';

const namesOf = ({ entries }: Index): string[] => entries.map(({ key }) => String(key));

/** Lists the properties that every document has without saying so. */
const ALWAYS_PRESENT: ReadonlySet<string> = new Set(['$ownerId', '$creatorId']);

/** Returns whether a document can lack an indexed property, although it has others. A time that is not required is in no document. */
function canBeMissing(type: DocumentType, name: string, present: readonly string[] = []): boolean {
  if (ALWAYS_PRESENT.has(name)) return false;
  if (INDEXABLE_SYSTEM_PROPERTIES.has(name)) return !requires(type.node, name);
  const names = name.includes('.') ? name.split('.') : [name];
  return names.some((_, at) => {
    const path = names.slice(0, at + 1).join('.');
    const property = type.fields.get(path);
    if (property === undefined || isRequired(type, property)) return false;
    return !present.some((other) => other === path || other.startsWith(`${path}.`));
  });
}

/** Lists what a replace or a price changes in a document, and what a change of the owner does. */
const CHANGED_BY_UPDATE = ['$updatedAt', '$updatedAtBlockHeight', '$updatedAtCoreBlockHeight'];
const CHANGED_BY_TRANSFER = [
  '$ownerId',
  '$transferredAt',
  '$transferredAtBlockHeight',
  '$transferredAtCoreBlockHeight',
];

/** Returns whether a change of a document that its type allows can leave its values of an index. */
function canStay(type: DocumentType, names: readonly string[]): boolean {
  const leaves = (changed: readonly string[]): boolean =>
    names.every((name) => !changed.includes(name) || canBeMissing(type, name));
  return (
    (type.isMutable && leaves(CHANGED_BY_UPDATE)) || (canChangeOwner(type) && leaves(CHANGED_BY_TRANSFER))
  );
}

/**
 * Returns a property whose absence moves the reference of an index to the place for missing values at a create, although the document
 * has all values of the index: one of another index that begins with the same properties and continues with a name that sorts before.
 *
 * Source: `add_indices_for_index_level_for_contract_operations` in `packages/rs-drive/src/drive/document/insert` of dashpay/platform.
 */
function findForeignProperty(type: DocumentType, names: readonly string[]): string | undefined {
  // The indices that begin with the same properties, up to the depth.
  let sharing = type.indices.filter((other) => other.isComplete);
  for (const [depth, name] of names.entries()) {
    if (depth > 0)
      for (const { entries } of sharing) {
        const other = entries[depth] === undefined ? undefined : String(entries[depth].key);
        if (other !== undefined && other < name && canBeMissing(type, other, names)) return other;
      }
    sharing = sharing.filter(
      ({ entries }) => entries[depth] !== undefined && String(entries[depth].key) === name,
    );
  }
  return undefined;
}

const FAILS = `${describeUntil('missesReferences')}, the network fails when such a document is replaced, transferred, priced or sold`;

const articles = (members: object, required: readonly string[] = ['slug']) =>
  noteOf(
    { slug: { ...TEXT_PROPERTY }, category: { ...TEXT_PROPERTY, position: 1 } },
    { required, ...members },
  );

/** Lists the rules about documents that lack values of an index: the network stores them and fails at changes of them. */
export const MISSING_VALUE_RULES: readonly Rule<'document-type'>[] = [
  {
    code: 'index-values-missing',
    title: 'Documents that lack values of an index cannot be changed',
    about: 'document-type',
    severity: 'warning',
    isActive: ({ defects }) => defects.includes('missesReferences'),
    why: `A create writes no reference into an index with \`nullSearchable: false\` for a document without any of its values, and writes that of a unique index to another place where one of the values is missing, or one of an index that begins with the same properties and continues with a name that sorts before. ${capitalize(describeUntil('missesReferences'))}, a replace, a transfer, a price and a purchase that keep the values look elsewhere, and never get into a block; a document in a later revision is not concerned, and any can be deleted. Where only a value of the other index is missing, queries by the values of the unique index fail as well, and a second document with them never gets into a block.`,
    fix: 'Require the properties, or omit `"nullSearchable": false` and `"unique": true`.',
    wrong: articles({
      indices: [{ name: 'byCategory', properties: [{ category: 'asc' }], nullSearchable: false }],
    }),
    right: articles(
      { indices: [{ name: 'byCategory', properties: [{ category: 'asc' }], nullSearchable: false }] },
      ['slug', 'category'],
    ),
    check(type, report) {
      if (type.indices.length > LIMITS.indices) return;
      for (const index of type.indices) {
        const skipsMissing = getBoolean(getMember(index.node, 'nullSearchable')) === false;
        const isUniqueRow = index.unique && index.entries.length > 1;
        if (!index.isComplete || !(skipsMissing || isUniqueRow)) continue;
        const names = namesOf(index);
        const changes = canStay(type, names);
        if (changes && skipsMissing && names.every((name) => canBeMissing(type, name))) {
          report(index.node, {
            message: `${index.label} has no reference to a document without any of its values: ${FAILS}`,
          });
          continue;
        }
        if (!isUniqueRow) continue;
        const foreign = findForeignProperty(type, names);
        const own = changes ? names.find((name) => canBeMissing(type, name)) : undefined;
        if (foreign !== undefined)
          report(index.node, {
            message: `${index.label} has the reference to a document without "${truncate(foreign)}" where missing values are: ${describeUntil('missesReferences')}, queries by its values fail, and so do a second document with them${changes ? ' and changes that keep them' : ''}`,
          });
        else if (own !== undefined)
          report(index.node, {
            message: `${index.label} has the reference to a document without "${truncate(own)}" where changes do not find it: ${FAILS} and keeps its values of the index`,
          });
      }
    },
  },
];
