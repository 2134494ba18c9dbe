import { getMember } from '../source/json-node.js';
import { listSingleReferences } from './document-reference.js';
import { canChangeOwner } from './document-type.js';
import type { DocumentType } from './contract-model.js';
import { isAlwaysPresent, isFixed, listModeratorFields } from './type-traits.js';

const CHANGES_LATER = /^\$(updated|transferred)At/;

/**
 * Returns whether a value of a document can change after it is written: by a replace, a transfer, a sale or a moderator. An optional
 * reference by id to a document that can be deleted can be cleared, even when it is immutable.
 */
export function canChange(type: DocumentType, path: string): boolean {
  const later = CHANGES_LATER.exec(path)?.[1];
  if (later !== undefined) return canChangeOwner(type) || (later === 'updated' && type.isMutable);
  if (path === '$ownerId') return canChangeOwner(type);
  if (path.startsWith('$')) return false;
  if (!isFixed(type, path) || listModeratorFields(type).includes(path)) return true;
  return type.isMutable && canBeCleared(type, path);
}

const canBeCleared = (type: DocumentType, path: string): boolean =>
  !isAlwaysPresent(type, path) &&
  listSingleReferences(type).some(
    ({ carrier, kind, node }) =>
      carrier?.path === path && kind === 'deletableDocument' && getMember(node, 'findBy') === undefined,
  );
