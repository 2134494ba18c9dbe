import { identifierText } from '../bytes/identifier.js';
import { paid, withOwnCode, type ErrorDefinition } from './error-definition.js';
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
const problem = (code: number, summary: string, fix: string): ErrorDefinition<ModerationProblem> =>
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
  ContractModerationCounterpartyBarredError: problem(
    41_114,
    'the other side of the transfer is barred from the contract',
    'give it to, or buy it from, another identity',
  ),
  ContractUserNotWarnedError: problem(41_117, 'the identity has no such warning', 'check its warnings'),
  ContractUserWarningLimitReachedError: problem(
    41_118,
    'the identity has 16 warnings, the maximum',
    'remove a warning first',
  ),
};
