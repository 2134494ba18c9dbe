import { OWNER } from '../expression/operators.js';
import { decodeIdentifier } from '../model/identifier.js';
import { truncate } from '../source/excerpt.js';
import { findOutsideValue } from './assumed-state.js';
import { isEqual, type Data } from './data.js';
import type { OutsideDocument } from './outside-facts.js';
import type { Reference } from './reference-model.js';
import { REFERENCE_CHECK_RULES } from './reference-rules.js';
import { hashTwice, joinPreimage } from './reveal.js';
import { isSameValue, valueAt } from './value-at.js';
import { type Referring, type Outcome, notFound, textOf } from './reference-outcome.js';

/** Finds the document that a reference names; `nothing` where a value is absent by which it is found. */
export function findReferenced(
  { contractId, documentType, findBy }: Reference,
  referring: Referring,
): OutsideDocument | null | undefined | 'nothing' {
  const values = findBy === undefined ? undefined : readKeys(findBy, referring);
  if (findBy !== undefined && values === undefined) return 'nothing';
  const byId = values === undefined ? referring.value : values.get('$id');
  const id = byId instanceof Uint8Array ? { id: byId } : {};
  const others = new Map([...(values ?? [])].filter(([key]) => key !== '$id'));
  return referring.write.facts.findDocument?.({
    contractId,
    documentType,
    ...id,
    ...(others.size === 0 ? {} : { values: others }),
  });
}

/** Judges a reference to a document: whether it exists, agrees with `where`, and is old enough. */
export function judgeDocument(reference: Reference, referring: Referring): Outcome {
  const { path, value } = referring;
  const { inList } = reference;
  const found = findReferenced(reference, referring);
  if (found === 'nothing') return undefined;
  if (found === undefined) return 'unknown';
  if (found === null) return notFound(reference, referring);
  if (inList !== undefined) {
    const list = findOutsideValue(found, inList);
    if (!Array.isArray(list) || !list.some((one: Data) => isEqual(one, value)))
      return notFound(reference, referring);
  }
  return judgeWhere(reference, referring, found) ?? judgeAge(reference, referring, found, path);
}

/** Returns the values by which the target is found; undefined where the document does not have one. */
function readKeys(
  findBy: NonNullable<Reference['findBy']>,
  { write, value, type }: Referring,
): ReadonlyMap<string, Data> | undefined {
  const values = new Map<string, Data>();
  for (const [key, source] of findBy) {
    let found: Data | undefined;
    if (source.kind === 'value') found = value;
    else if (source.kind === 'owner') found = write.ownerId;
    else if (source.kind === 'path') found = valueAt(write.data, source.path);
    else {
      const joined = joinPreimage(type, source.params, (path) =>
        path === '.' ? value : valueAt(write.data, path),
      );
      found = joined instanceof Uint8Array ? hashTwice(joined) : undefined;
    }
    if (found === undefined) return undefined;
    values.set(key, found);
  }
  return values;
}

/** Compares values of the document with those of the target. Two absent values agree. */
function judgeWhere(reference: Reference, { write, path }: Referring, found: OutsideDocument): Outcome {
  for (const [referenced, own] of reference.where) {
    const mine = own === OWNER ? write.ownerId : valueAt(write.data, own);
    if (own === OWNER && mine === undefined) return 'unknown';
    if (found.isRemoved === true && findOutsideValue(found, referenced) === undefined)
      return {
        rule: REFERENCE_CHECK_RULES.removed,
        message: `"${truncate(path)}" refers to a removed document, whose record does not have "${truncate(referenced)}"`,
        payload: { documentId: textOf(found.id), path, referencedProperty: referenced },
      };
    if (isSameReferenced(mine, findOutsideValue(found, referenced))) continue;
    return {
      rule: REFERENCE_CHECK_RULES.mismatch,
      message: `"${truncate(own)}" differs from "${truncate(referenced)}" of the document that "${truncate(path)}" refers to`,
      payload: { path, referringProperty: own, referencedProperty: referenced },
    };
  }
  return undefined;
}

/** Compares a value with one of a document whose schema may be unknown: identifiers may be text there. */
function isSameReferenced(mine: Data | undefined, other: Data | undefined): boolean {
  if (mine instanceof Uint8Array && typeof other === 'string')
    return isSameValue(mine, decodeIdentifier(other));
  return isSameValue(mine, other);
}

function judgeAge(
  { minimumAgeBlocks }: Reference,
  { write }: Referring,
  found: OutsideDocument,
  path: string,
): Outcome {
  if (minimumAgeBlocks === undefined) return undefined;
  const created = found.times.get('$createdAtBlockHeight');
  const { blockHeight } = write.facts;
  if (created === undefined || blockHeight === undefined) return 'unknown';
  if (blockHeight - created >= minimumAgeBlocks) return undefined;
  return {
    rule: REFERENCE_CHECK_RULES.requirement,
    message: `"${truncate(path)}" refers to a document of block ${created}: it must be ${minimumAgeBlocks} blocks old`,
    payload: {
      documentId: textOf(found.id),
      field: 'minimumAgeBlocks',
      required: String(minimumAgeBlocks),
      path,
    },
  };
}
