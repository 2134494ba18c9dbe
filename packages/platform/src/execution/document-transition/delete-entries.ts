import { ConsensusError } from '../../base/errors/consensus-error.js';
import { entriesId, hasEntriesOnly, hasTimeAsValue } from '../../state/document/entry-document.js';
import { readData } from '../../state/document/json-form.js';
import { findDocument } from '../../state/document-storage/document-store.js';
import { readMembers, readUnsigned } from '../../state/input/read-input.js';
import { checkAllowed } from './check-document-change.js';
import type { DocumentTransition } from './document-transition.js';
import { readRequest, type DocumentRequest } from './document-request.js';
import { checkNamingData } from './sent-data.js';

/** Describes the delete of a document that is the entries of its values. */
interface DeleteEntriesRequest extends DocumentRequest {
  readonly values: Readonly<Record<string, unknown>>;
  /** Milliseconds; absent where the type does not record it. */
  readonly createdAt: bigint | undefined;
}

/** Reads the input of a delete by values. @throws {InputError} */
export function readDeleteEntries(input: unknown): DeleteEntriesRequest {
  const members = readMembers(input);
  const { createdAt } = members;
  return {
    ...readRequest(members),
    values: readMembers(members['data'], 'data'),
    createdAt: createdAt === undefined ? undefined : readUnsigned(createdAt, 'createdAt'),
  };
}

/**
 * Removes a document whose type has entries only: all its values name it.
 *
 * Source: `index-only.md` of the keywords of contracts in the book of dashpay/platform.
 */
export const DELETE_ENTRIES: DocumentTransition<DeleteEntriesRequest> = {
  name: 'delete',
  propose(scope, { values, createdAt }) {
    const { type } = scope.collection;
    checkAllowed(scope, hasEntriesOnly(type), 'are deleted by their ids', 'indexOnly: true');
    checkAllowed(scope, type.canBeDeleted, 'cannot be deleted', 'canBeDeleted: true');
    const isTimeless =
      createdAt === undefined || !type.recordedTimes.includes('$createdAt') || hasTimeAsValue(type);
    checkAllowed(scope, isTimeless, 'are deleted without their time', 'a delete without createdAt');
    checkNamingData(scope, values);
    const times = createdAt === undefined ? {} : { $createdAt: createdAt };
    return {
      documentId: entriesId(type, {
        ownerId: scope.signerId,
        times,
        data: readData(type, values),
      }),
    };
  },
  async admit({ context, collection }, _request, proposal) {
    const { documentId } = proposal;
    const before = await findDocument(context.view, collection, documentId);
    if (before === undefined) throw new ConsensusError('DocumentNotFoundError', { documentId });
    return { ...proposal, before };
  },
};
