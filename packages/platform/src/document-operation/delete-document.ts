import { readMembers } from '../input/read-input.js';
import { checkOffered } from './admit-change.js';
import type { DocumentAction } from './document-action.js';
import { readStoredRequest, type StoredRequest } from './document-request.js';
import { checkOwner, existingDocument } from './find-document.js';

/** @throws {BadInput} */
export const readDelete = (input: unknown): StoredRequest => readStoredRequest(readMembers(input));

/** Removes a document; a part of what its storage cost goes back to its owner. */
export const DELETE: DocumentAction<StoredRequest> = {
  name: 'delete',
  propose(work, { documentId }) {
    const { canBeDeleted, documentsKeepHistory } = work.collection.type;
    checkOffered(work, canBeDeleted, 'cannot be deleted', 'canBeDeleted: true');
    // As from protocol 14 on; before, the network fails without a number.
    checkOffered(
      work,
      !documentsKeepHistory,
      'keep their history and cannot be deleted',
      'documentsKeepHistory: false',
    );
    return { documentId };
  },
  async admit(work, request, proposal) {
    const before = await existingDocument(work, request);
    checkOwner(work, before);
    return { ...proposal, before };
  },
};
