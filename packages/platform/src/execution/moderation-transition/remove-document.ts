import { identifierText } from '../../base/bytes/identifier.js';
import { documentHash } from '../../state/document/data-bytes.js';
import type { Document } from '../../state/document/document.js';
import { readId, readName, type IdInput } from '../../state/input/read-input.js';
import { readSigner } from '../../state/input/read-signed.js';
import { keepFields, putRemoval, type RemovalRecord } from '../../state/document-storage/removal-record.js';
import { resolveScope, type DocumentScope } from '../document-transition/document-context.js';
import { requireDocument } from '../document-transition/require-document.js';
import { storeChange } from '../document-transition/store-change.js';
import type { Signed, Transition } from '../transition/transition.js';
import { BY_MODERATOR, checkModerates, checkReason, checkTarget, rejectModeration } from './moderation.js';

/** Names a document that a moderator acts on. */
export interface ModeratedDocument extends Signed {
  readonly contractId: IdInput;
  readonly documentType: string;
  readonly id: IdInput;
  /** Reason, of at most 1,024 bytes; empty when absent. */
  readonly reason?: string;
}

/** Describes the record of a document that moderators deleted. */
export interface Removal {
  readonly documentId: Uint8Array;
  readonly scope: DocumentScope;
  readonly record: RemovalRecord;
}

type RemovalRules = NonNullable<
  NonNullable<DocumentScope['collection']['type']['moderatorAbilities']>['removal']
>;

const MS_PER_SECOND = 1000n;

/**
 * Deletes a document as a moderator. What owners need for a delete does not count, and no action fee or token is paid.
 *
 * Source: `deletion.md` of the keywords of contracts in the book of dashpay/platform; the checks are in its order.
 * @throws {InputError}
 */
export function removeAsModerator(input: ModeratedDocument): Transition<{ readonly removal: Removal }> {
  const { documentType, reason = '' } = input;
  const contractId = readId(input.contractId, 'contractId');
  const documentId = readId(input.id, 'id');
  const name = readName(documentType, 'documentType');
  const statement = readName(reason, 'reason');
  return {
    signed: readSigner(input),
    nonceOwner: { contractId },
    ...BY_MODERATOR,
    execute: async (context) => {
      const { view, signer, block } = context;
      const scope = await resolveScope(context, {
        contractId,
        documentType: name,
      });
      const { contract, collection } = scope;
      checkReason({ contract }, statement);
      const rules = requireRemovable(scope);
      checkModerates(contract, signer.id);
      const before = await requireDocument(scope, { documentId });
      checkTarget(contract, before.ownerId);
      checkWindow(scope, before, rules);
      const credits = await storeChange(scope, { documentId, before });
      const { ownerId, contractVersion } = before;
      const record: RemovalRecord = {
        moderatorId: signer.id,
        reason: statement,
        time: block.time,
        ownerId,
        hash: documentHash(before),
        ...(contractVersion === undefined ? {} : { contractVersion }),
        kept: keepFields(before, rules.keptFields),
      };
      if (rules.keepsRecord) putRemoval(view, collection.location, documentId, record);
      return {
        result: { removal: { documentId, scope, record } },
        refunds: rules.refundsOwner ? [{ identityId: ownerId, credits }] : [],
      };
    },
  };
}

/** Returns how moderators delete documents of a type. @throws {ConsensusError} 41115 */
export function requireRemovable({ contract, collection }: DocumentScope): RemovalRules {
  const removal = collection.type.moderatorAbilities?.removal;
  if (removal !== undefined) return removal;
  return rejectModeration(
    'DocumentTypeNotDeletableByModeratorsError',
    { contract },
    `moderators do not delete documents of type "${collection.type.name}"`,
    'register a type whose moderatorAbilities have "delete"',
  );
}

/** Rejects the deletion of a document that has not changed for too long. @throws {ConsensusError} 41116 */
function checkWindow(
  { contract, context }: DocumentScope,
  document: Document,
  { within }: RemovalRules,
): void {
  const { $updatedAt, $createdAt } = document.times;
  const since = $updatedAt ?? $createdAt;
  if (within === undefined || since === undefined) return;
  const end = BigInt(since) + BigInt(within) * MS_PER_SECOND;
  if (BigInt(context.block.time) <= end) return;
  rejectModeration(
    'DocumentModerationWindowElapsedError',
    { contract, identityId: document.ownerId },
    `moderators could delete document ${identifierText(
      document.id,
    )} until ${end}, and the block has the time ${context.block.time}`,
    'leave the document, or ban its owner',
  );
}
