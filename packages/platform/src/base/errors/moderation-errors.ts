import { identifierText } from '../bytes/identifier.js';
import { paid, withOwnCode, type RejectionDefinition } from './rejection-definition.js';
import { CONTRACT, IDENTITY } from './example-values.js';

/** Describes why moderators, or somebody whom they bar, may not do something. */
export interface ModerationProblem {
  /** Base58. */
  readonly contractId: string;
  /** The identity in question, in base58; absent where it is not about one. */
  readonly identityId?: string;
  readonly summary: string;
  readonly fix: string;
}

/** Defines an error about moderation; no bytes of a preview are published. */
const problem = (code: number, summary: string, fix: string): RejectionDefinition<ModerationProblem> =>
  withOwnCode<ModerationProblem>(
    code,
    paid<ModerationProblem>(
      { contractId: identifierText(CONTRACT), identityId: identifierText(IDENTITY), summary, fix },
      (found) => ({
        problem: found.summary,
        expected: 'what the moderation of the contract allows',
        found: found.summary,
        fix: found.fix,
      }),
    ),
  );

/**
 * Lists the errors about the moderation of contracts.
 *
 * Source: `packages/rs-dpp/src/errors/consensus/codes.rs` of dashpay/platform.
 */
export const MODERATION_ERRORS = {
  ContractModerationSelfTargetError: problem(
    10_901,
    'a moderator does not moderate itself',
    'name another identity',
  ),
  ContractModerationReasonTooLongError: problem(
    10_903,
    'the reason has 1,025 bytes: the maximum is 1,024',
    'shorten the reason',
  ),
  InvalidContractModerationDocumentFieldsError: problem(
    10_905,
    'no field is changed',
    'name a field of the document that changes',
  ),
  ContractModerationNotEnabledError: problem(
    41_100,
    'the contract keeps no banlist',
    'register a contract whose moderation has the list',
  ),
  IdentityNotContractModeratorError: problem(
    41_101,
    'the signer does not moderate the contract',
    'act as the owner of the contract, or as an appointed moderator',
  ),
  ContractModerationTargetNotAllowedError: problem(
    41_102,
    'the owner and the moderators of a contract are not moderated',
    'name another identity',
  ),
  ContractUserAlreadyBannedError: problem(41_103, 'the identity is banned already', 'leave it'),
  ContractUserNotBannedError: problem(41_104, 'the identity is not banned', 'ban it first'),
  ContractUserNotSuspendedError: problem(41_105, 'the identity is not suspended', 'suspend it first'),
  ContractSuspensionNotInFutureError: problem(
    41_106,
    'the suspension ends before it begins',
    'name a time behind that of the block',
  ),
  ContractUserBannedError: problem(
    41_107,
    'the identity is banned from writing to the contract',
    'ask its moderators to lift the ban',
  ),
  ContractUserSuspendedError: problem(
    41_108,
    'the identity is suspended from writing to the contract',
    'wait until the suspension ends',
  ),
  ContractModerationTargetNotFoundError: problem(
    41_109,
    'the identity does not exist',
    'check the id of the identity',
  ),
  ContractModeratorIdentityNotFoundError: problem(
    41_110,
    'an appointed moderator does not exist',
    'appoint identities that exist',
  ),
  ContractFeesAlreadyClaimedThisEpochError: problem(
    41_111,
    'the pot was paid out in this epoch already',
    'claim it in the next epoch',
  ),
  ContractFeesNothingToClaimError: problem(
    41_112,
    'the pot has less than a credit for each recipient',
    'claim it when more fees have been paid',
  ),
  ContractFeeClaimNotAllowedError: problem(
    41_113,
    'the signer gets nothing of the pot',
    'claim as the owner of the contract, or as one of its moderators',
  ),
  ContractModerationCounterpartyBarredError: problem(
    41_114,
    'the other side of the transfer is barred from the contract',
    'give it to, or buy it from, another identity',
  ),
  DocumentTypeNotDeletableByModeratorsError: problem(
    41_115,
    'moderators do not delete documents of this type',
    'register a type whose moderatorAbilities have "delete"',
  ),
  DocumentModerationWindowElapsedError: problem(
    41_116,
    'the document has not changed for longer than moderators have to delete it',
    'leave the document, or ban its owner',
  ),
  ContractUserNotWarnedError: problem(41_117, 'the identity has no such warning', 'check its warnings'),
  ContractUserWarningLimitReachedError: problem(
    41_118,
    'the identity has 16 warnings, the maximum',
    'remove a warning first',
  ),
  ContractDocumentRemovalNotFoundError: problem(
    41_119,
    'moderators have not deleted the document',
    'check the id and the type of the document',
  ),
  DocumentRestoreWindowElapsedError: problem(
    41_120,
    'the document was deleted more than 604800 seconds ago',
    'let its owner create another document',
  ),
  DocumentRestoreHashMismatchError: problem(
    41_121,
    'the document differs from the deleted one',
    'send the document as it was when it was deleted',
  ),
  ContractDocumentAlreadyRestoredError: problem(41_122, 'the document was restored already', 'leave it'),
  DocumentFieldNotChangeableByModeratorsError: problem(
    41_123,
    'moderators do not change "text"',
    'name fields that moderatorAbilities list in "changeFields"',
  ),
};
