import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { expiryOf } from '../../state/document-storage/expirations.js';
import { findDocument } from '../../state/document-storage/document-store.js';
import { hasEntriesOnly } from '../../state/document/entry-document.js';
import type { Document } from '../../state/document/document.js';
import type { StoredRequest } from './document-request.js';
import type { DocumentScope } from './document-context.js';

/** Returns a stored document. One that contends for its values is none yet, and entries have no ids. @throws {ConsensusError} 40101 */
export async function requireDocument(
  { context, collection }: DocumentScope,
  { documentId }: Pick<StoredRequest, 'documentId'>,
): Promise<Document> {
  const document = hasEntriesOnly(collection.type)
    ? undefined
    : await findDocument(context.view, collection, documentId);
  if (document !== undefined) return document;
  throw new ConsensusError('DocumentNotFoundError', { documentId });
}

/** Rejects who does not own a document. @throws {ConsensusError} 40102 */
export function checkDocumentOwner({ signerId, context }: DocumentScope, { id, ownerId }: Document): void {
  if (compareBytes(signerId, ownerId) === 0) return;
  throw new ConsensusError('DocumentOwnerIdMismatchError', {
    documentId: id,
    documentOwnerId: context.signer.id,
    existingDocumentOwnerId: ownerId,
  });
}

/** Rejects a revision that does not follow the stored one. @throws {ConsensusError} 40106 */
export function checkRevision({ revision }: StoredRequest, { id, revision: previous }: Document): void {
  const desired = revision ?? (previous ?? 0n) + 1n;
  if (previous !== undefined && desired === previous + 1n) return;
  throw new ConsensusError('InvalidDocumentRevisionError', {
    documentId: id,
    previousRevision: previous,
    desiredRevision: desired,
  });
}

/** Rejects a change of a document that has expired. @throws {ConsensusError} 40140 */
export function checkNotExpired({ collection, contract, context }: DocumentScope, document: Document): void {
  const expiredAt = expiryOf(collection, document);
  const blockTime = BigInt(context.block.time);
  if (expiredAt === undefined || blockTime < expiredAt) return;
  const { name } = collection.type;
  throw new ConsensusError('DocumentExpiredError', {
    fields: {
      contractId: identifierText(contract.id),
      documentTypeName: name,
      documentId: identifierText(document.id),
      expiredAt,
      blockTime,
    },
    summary: `the document of type "${name}" expired at ${expiredAt}, and the block has the time ${blockTime}`,
    fix: 'create another document',
  });
}

/** Returns the document of its owner at the revision that follows. @throws {ConsensusError} 40101, 40102, 40106 or 40140, in this order. */
export async function requireOwnDocument(scope: DocumentScope, request: StoredRequest): Promise<Document> {
  const document = await requireDocument(scope, request);
  checkDocumentOwner(scope, document);
  checkRevision(request, document);
  checkNotExpired(scope, document);
  return document;
}
