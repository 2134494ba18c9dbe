import type { Contract } from '../model/contract.js';
import {
  findTarget,
  isById,
  listSingleReferences,
  type DocumentReference,
} from '../model/document-reference.js';
import type { DocumentType, Index } from '../model/contract-model.js';
import { findWidthConflict, isCarrier, listKeySources, type KeySource } from '../model/find-by.js';
import { getKindOf, getValueKind, isAlwaysPresent, isTransient } from '../model/type-traits.js';
import { truncate } from '../source/excerpt.js';
import { getMember, getText } from '../source/json-node.js';
import type { Report } from './rule.js';
import { ofOther, LOOKUP } from './find-by-examples.js';

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
export function hasUniqueIndex(target: DocumentType, keys: readonly string[]): boolean {
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
export function explainSource(path: string, reference: DocumentReference): string | undefined {
  const { holder } = reference;
  const kind = getKindOf(holder, path);
  if (isCarrier(path, reference)) return 'is the value itself: write "."';
  if (path.startsWith('$') || kind === undefined) return 'is no property of the document type';
  if (kind === 'list' || kind === 'object') return `is ${kind === 'list' ? 'a list' : 'an object'}`;
  if (isTransient(holder, path)) return 'is transient';
  return isAlwaysPresent(holder, path) ? undefined : 'is optional';
}

/** Says why a path cannot name the document that holds a list; undefined if it can. */
export function explainHolder(path: string, reference: DocumentReference): string | undefined {
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

/** Reports pairs of `findBy` whose values are of different kinds. */
export function checkKinds({ reference, sources, target }: Search, report: Report): void {
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
