import { identifierText } from '../../base/bytes/identifier.js';
import { isSameBytes } from '../../base/bytes/compare-bytes.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { documentHash } from '../../state/document/data-bytes.js';
import type { Document } from '../../state/document/document.js';
import { documentFromJson } from '../../state/document/json-form.js';
import { findDocument } from '../../state/document-storage/document-store.js';
import { readId, readMembers, readName, type IdInput } from '../../state/input/read-input.js';
import { readSigner } from '../../state/input/read-signed.js';
import { findRemoval, putRemoval, type RemovalRecord } from '../../state/document-storage/removal-record.js';
import { checkUnique } from '../document-transition/check-document-change.js';
import { resolveScope, type DocumentScope } from '../document-transition/document-context.js';
import { judgeConstraints } from '../document-transition/judge-write.js';
import { checkNotExpired } from '../document-transition/require-document.js';
import { storeChange } from '../document-transition/store-change.js';
import type { Signed, Transition } from '../transition/transition.js';
import { BY_MODERATOR, checkModerates, rejectModeration } from './moderation.js';

/** Describes a document that a moderator restores. */
export interface RestoreDocument extends Signed {
  readonly contractId: IdInput;
  readonly documentType: string;
  /** The document as it was when it was deleted, with the fields of the system. */
  readonly document: Readonly<Record<string, unknown>>;
}

/** Milliseconds after a deletion in which a document can be restored. */
const WINDOW = 604_800_000;

/**
 * Restores a document that moderators deleted, as it was.
 *
 * Source: `contract-moderation.md` in the book of dashpay/platform; the checks are in its order.
 * @throws {InputError}
 */
export function restoreDocument(
  input: RestoreDocument,
): Transition<{ readonly scope: DocumentScope; readonly document: Document }> {
  const contractId = readId(input.contractId, 'contractId');
  const documentType = readName(input.documentType, 'documentType');
  const sent = readMembers(input.document, 'document');
  const documentId = readId(sent['$id'], 'document.$id');
  return {
    signed: readSigner(input),
    nonceOwner: { contractId },
    ...BY_MODERATOR,
    execute: async (context) => {
      const { view, signer, block } = context;
      const scope = await resolveScope(context, { contractId, documentType });
      const { contract, collection } = scope;
      checkModerates(contract, signer.id);
      const record = await requireRestorable(scope, documentId);
      const document = readDeleted(scope, sent, record);
      if (record.restored !== undefined)
        rejectModeration(
          'ContractDocumentAlreadyRestoredError',
          { contract, identityId: record.restored.moderatorId },
          `document ${identifierText(documentId)} was restored at ${record.restored.time}`,
          'leave it',
        );
      if ((await findDocument(view, collection, documentId)) !== undefined)
        throw new ConsensusError('DocumentAlreadyPresentError', { documentId });
      await checkUnique(scope, 'create', document);
      checkNotExpired(scope, document);
      const change = { after: document };
      await judgeConstraints(scope, {
        action: 'restore',
        before: document,
        left: document,
        change: () => change,
      });
      await storeChange(scope, { documentId, after: document });
      const restored = { moderatorId: signer.id, time: block.time };
      putRemoval(view, collection.location, documentId, {
        ...record,
        restored,
      });
      return { result: { scope, document } };
    },
  };
}

/** Returns the record of a document that was deleted not too long ago. @throws {ConsensusError} 41119 or 41120 */
async function requireRestorable(
  { context: { view, block }, contract, collection }: DocumentScope,
  documentId: Uint8Array,
): Promise<RemovalRecord> {
  const record = await findRemoval(view, collection.location, documentId);
  const name = identifierText(documentId);
  if (record === undefined)
    return rejectModeration(
      'ContractDocumentRemovalNotFoundError',
      { contract },
      `there is no record that moderators have deleted document ${name}`,
      'check the id and the type of the document',
    );
  const end = record.time + WINDOW;
  if (block.time > end)
    rejectModeration(
      'DocumentRestoreWindowElapsedError',
      { contract },
      `document ${name} could be restored until ${end}, and the block has the time ${block.time}`,
      'let its owner create another document',
    );
  return record;
}

/** Returns the deleted document. @throws {ConsensusError} 41121 where another one was sent */
function readDeleted(
  { contract, collection }: DocumentScope,
  sent: Readonly<Record<string, unknown>>,
  { hash, contractVersion }: RemovalRecord,
): Document {
  const document = documentFromJson(collection.type, sent);
  if (!isSameBytes(documentHash(document), hash))
    rejectModeration(
      'DocumentRestoreHashMismatchError',
      { contract },
      `document ${identifierText(document.id)} differs from the deleted one`,
      'send the document as it was when it was deleted',
    );
  return contractVersion === undefined ? document : { ...document, contractVersion };
}
