import { withOwner } from '../../state/document/document-changes.js';
import { readId, readMembers } from '../../state/input/read-input.js';
import { checkUniqueChange, checkAllowed } from './check-document-change.js';
import { withDomainOwner } from './domain-owner.js';
import type { DocumentTransition } from './document-transition.js';
import { readStoredRequest, type StoredRequest } from './document-request.js';
import { requireOwnDocument } from './require-document.js';

/** Describes a transfer as it was read. */
interface TransferRequest extends StoredRequest {
  /** The new owner. The network does not check that the identity exists. */
  readonly recipientId: Uint8Array;
}

/** Reads the input of a transfer. @throws {InputError} */
export function readTransfer(input: unknown): TransferRequest {
  const members = readMembers(input);
  return {
    ...readStoredRequest(members),
    recipientId: readId(members['recipientId'], 'recipientId'),
  };
}

/** Gives a document to somebody else; it is not for sale any more. */
export const TRANSFER: DocumentTransition<TransferRequest> = {
  name: 'transfer',
  find: requireOwnDocument,
  propose(scope, { documentId, recipientId }, before) {
    const { type } = scope.collection;
    checkAllowed(scope, type.transferable === 1, 'cannot be transferred', 'transferable: 1');
    const after = before && withOwner(type, before, recipientId, scope.context.block);
    return { documentId, before, after: after && withDomainOwner(scope, after) };
  },
  admit: checkUniqueChange('transfer'),
};
