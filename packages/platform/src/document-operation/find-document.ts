import { identifierText } from '../bytes/identifier.js';
import { PlatformError } from '../consensus-error.js';
import { fetchDocument } from '../document/document-store.js';
import type { Document } from '../document/document.js';
import { compareKeys } from '../query/select-keys.js';
import type { StoredRequest } from './document-request.js';
import type { DocumentWork } from './document-work.js';

/** A stored document. One that contends for its values is none yet. @throws {PlatformError} 40101 */
export async function existingDocument(
  { context, collection }: DocumentWork,
  { documentId }: Pick<StoredRequest, 'documentId'>,
): Promise<Document> {
  const document = await fetchDocument(context.view, collection, documentId);
  if (document !== undefined) return document;
  throw new PlatformError('DocumentNotFoundError', { documentId: identifierText(documentId) });
}

/** Refuses who does not own a document. @throws {PlatformError} 40102 */
export function checkOwner({ signerId, context }: DocumentWork, { id, ownerId }: Document): void {
  if (compareKeys(signerId, ownerId) === 0) return;
  throw new PlatformError('DocumentOwnerIdMismatchError', {
    documentId: identifierText(id),
    given: context.signer.id,
    actual: identifierText(ownerId),
  });
}

/** Refuses a revision that does not follow the stored one. @throws {PlatformError} 40106 */
export function checkRevision({ revision }: StoredRequest, { id, revision: previous }: Document): void {
  const desired = revision ?? (previous ?? 0n) + 1n;
  if (previous !== undefined && desired === previous + 1n) return;
  throw new PlatformError('InvalidDocumentRevisionError', {
    documentId: identifierText(id),
    previous,
    desired,
  });
}

/** The document of its owner at the revision that follows. @throws {PlatformError} 40101, 40102 or 40106, in this order. */
export async function ownDocument(work: DocumentWork, request: StoredRequest): Promise<Document> {
  const document = await existingDocument(work, request);
  checkOwner(work, document);
  checkRevision(request, document);
  return document;
}
