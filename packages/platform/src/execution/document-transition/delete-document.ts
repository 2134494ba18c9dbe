import { hasEntriesOnly } from '../../state/document/entry-document.js';
import { readMembers } from '../../state/input/read-input.js';
import { checkAllowed } from './check-document-change.js';
import type { DocumentTransition } from './document-transition.js';
import { readStoredRequest, type StoredRequest } from './document-request.js';
import { checkDocumentOwner, requireDocument } from './require-document.js';

/** Reads the input of a delete. @throws {InputError} */
export const readDelete = (input: unknown): StoredRequest => readStoredRequest(readMembers(input));

/** Removes a document; a part of what its storage cost goes back to its owner. */
export const DELETE: DocumentTransition<StoredRequest> = {
  name: 'delete',
  propose(scope, { documentId }) {
    const { canBeDeleted, documentsKeepHistory } = scope.collection.type;
    checkAllowed(
      scope,
      !hasEntriesOnly(scope.collection.type),
      'have no ids, and are deleted by their values',
    );
    checkAllowed(scope, canBeDeleted, 'cannot be deleted', 'canBeDeleted: true');
    // As from protocol 14 on; before, the network fails without a number.
    checkAllowed(
      scope,
      !documentsKeepHistory,
      'keep their history and cannot be deleted',
      'documentsKeepHistory: false',
    );
    return { documentId };
  },
  async admit(scope, request, proposal) {
    const before = await requireDocument(scope, request);
    checkDocumentOwner(scope, before);
    return { ...proposal, before };
  },
};
