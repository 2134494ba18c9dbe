import type { DocumentType } from '../model/contract-model.js';
import { canOwnerDelete, keepsHistory } from '../model/type-traits.js';
import { truncate } from '../source/excerpt.js';
import { getInteger, getMember } from '../source/json-node.js';
import type { WriteAction } from './document-write.js';
import type { WriteCheck } from './write-check.js';
import { WRITE_RULES } from './write-rules.js';

/** Checks that the type offers the write, as `canBeDeleted` and other options say. */
export function checkOffered(type: DocumentType): WriteCheck {
  const rejected = listRejected(type);
  return ({ action }, report) => {
    const reason = rejected.get(action);
    if (reason === undefined) return;
    const message = `documents of type "${truncate(type.name)}" ${reason}`;
    report.add(WRITE_RULES.notOffered, { message, payload: { action: message } });
  };
}

/** Lists the writes that a type does not offer, with what to say of its documents. */
function listRejected(type: DocumentType): ReadonlyMap<WriteAction, string> {
  const hasOption = (name: string): boolean => getInteger(getMember(type.node, name)) === 1n;
  const rejected = new Map<WriteAction, string>();
  const deletable = canOwnerDelete(type);
  if (keepsHistory(type)) rejected.set('delete', 'keep their history and cannot be deleted');
  if (deletable === 'no') rejected.set('delete', 'cannot be deleted');
  if (deletable === 'consumed') rejected.set('delete', 'are deleted only as they are consumed');
  if (!type.isMutable) rejected.set('replace', 'cannot be changed');
  if (!hasOption('transferable')) rejected.set('transfer', 'cannot be transferred');
  if (!hasOption('tradeMode')) {
    rejected.set('update_price', 'are not traded and have no price');
    rejected.set('purchase', 'are not traded and cannot be bought');
  }
  return rejected;
}
