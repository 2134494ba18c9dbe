import { bytesOf } from '../bytes/identifier-order.js';
import { transferredDocument } from '../document/action-effect.js';
import { readId, readMembers } from '../input/read-input.js';
import { admitChange, checkOffered } from './admit-change.js';
import { namedAfter } from './name-owner.js';
import type { DocumentAction } from './document-action.js';
import { readStoredRequest, type StoredRequest } from './document-request.js';
import { ownDocument } from './find-document.js';

/** A transfer as it was read. */
interface TransferRequest extends StoredRequest {
  /** Whoever has the id, or nobody: the network does not look. */
  readonly recipientId: Uint8Array;
}

/** @throws {BadInput} */
export function readTransfer(input: unknown): TransferRequest {
  const members = readMembers(input);
  return {
    ...readStoredRequest(members),
    recipientId: bytesOf(readId(members['recipientId'], 'recipientId')),
  };
}

/** Gives a document to somebody else; it is not for sale any more. */
export const TRANSFER: DocumentAction<TransferRequest> = {
  name: 'transfer',
  find: ownDocument,
  propose(work, { documentId, recipientId }, before) {
    const { type } = work.collection;
    checkOffered(work, type.transferable === 1, 'cannot be transferred', 'transferable: 1');
    const after = before && transferredDocument(type, before, recipientId, work.context.block);
    return { documentId, before, after: after && namedAfter(work, after) };
  },
  admit: admitChange('transfer'),
};
