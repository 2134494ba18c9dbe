import { isSameBytes } from '../../base/bytes/compare-bytes.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { dataBytes } from '../../state/document/data-bytes.js';
import { withFields } from '../../state/document/document-changes.js';
import type { Document } from '../../state/document/document.js';
import { readData } from '../../state/document/json-form.js';
import { readId, readMembers, readName } from '../../state/input/read-input.js';
import { readSigner } from '../../state/input/read-signed.js';
import { checkUnique } from '../document-transition/check-document-change.js';
import { resolveScope, type DocumentScope } from '../document-transition/document-context.js';
import { judgeConstraints } from '../document-transition/judge-write.js';
import { checkNotExpired, requireDocument } from '../document-transition/require-document.js';
import { checkModeratedData } from '../document-transition/sent-data.js';
import { storeChange } from '../document-transition/store-change.js';
import type { Transition } from '../transition/transition.js';
import { BY_MODERATOR, checkModerates, checkReason, rejectModeration } from './moderation.js';
import type { ModeratedDocument } from './remove-document.js';

/** Describes fields of a document that a moderator changes. */
export interface ChangeDocumentFields extends ModeratedDocument {
  /** New values by name; null removes a value. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Changes fields of a document as a moderator.
 *
 * Source: `moderator-abilities.md` of the keywords of contracts in the book of dashpay/platform; the checks are in its order.
 * @throws {InputError}
 */
export function changeDocumentFields(
  input: ChangeDocumentFields,
): Transition<{ readonly scope: DocumentScope; readonly document: Document }> {
  const contractId = readId(input.contractId, 'contractId');
  const documentId = readId(input.id, 'id');
  const documentType = readName(input.documentType, 'documentType');
  const reason = readName(input.reason ?? '', 'reason');
  const fields = readMembers(input.fields, 'fields');
  return {
    signed: readSigner(input),
    nonceOwner: { contractId },
    ...BY_MODERATOR,
    execute: async (context) => {
      const { signer, block } = context;
      const scope = await resolveScope(context, { contractId, documentType });
      const { contract } = scope;
      checkReason({ contract }, reason);
      checkNames(scope, fields);
      checkModerates(contract, signer.id);
      const before = await requireDocument(scope, { documentId });
      checkNotExpired(scope, before);
      const data = changedData(scope, before, fields);
      const after = withFields(before, data, signer.id, block);
      const change = { before, after };
      await judgeConstraints(scope, {
        action: 'restore',
        before: after,
        left: after,
        change: () => change,
      });
      await checkUnique(scope, 'changeFields', after);
      await storeChange(scope, { documentId, before, after });
      return { result: { scope, document: after } };
    },
  };
}

/** Rejects fields that moderators do not change. @throws {ConsensusError} 10905 or 41123 */
function checkNames(
  { contract, collection }: DocumentScope,
  fields: Readonly<Record<string, unknown>>,
): void {
  const names = Object.keys(fields);
  const system = names.find((name) => name.startsWith('$'));
  if (names.length === 0 || system !== undefined)
    rejectModeration(
      'InvalidContractModerationDocumentFieldsError',
      { contract },
      system === undefined ? 'no field is named' : `"${system}" is a field of the system`,
      'name properties of the document type',
    );
  const { name, moderatorAbilities } = collection.type;
  const other = names.find((one) => moderatorAbilities?.changeFields.includes(one) !== true);
  if (other !== undefined)
    rejectModeration(
      'DocumentFieldNotChangeableByModeratorsError',
      { contract },
      `moderators do not change "${other}" of documents of type "${name}"`,
      'name fields that moderatorAbilities list in "changeFields"',
    );
}

/** Returns the data of a document with other fields. @throws {ConsensusError} 10905 where they are the same, or as {@link checkModeratedData} */
function changedData(
  { contract, collection }: DocumentScope,
  before: Document,
  fields: Readonly<Record<string, unknown>>,
): Document['data'] {
  const merged = Object.fromEntries(
    Object.entries({ ...before.data, ...fields }).filter(
      ([, value]) => value !== null && value !== undefined,
    ),
  );
  checkModeratedData({ contract, collection }, merged, before.ownerId);
  const data = readData(collection.type, merged);
  if (isSameBytes(dataBytes(data), dataBytes(before.data)))
    rejectModeration(
      'InvalidContractModerationDocumentFieldsError',
      { contract },
      `the fields of document ${identifierText(before.id)} have these values already`,
      'name other values',
    );
  return data;
}
