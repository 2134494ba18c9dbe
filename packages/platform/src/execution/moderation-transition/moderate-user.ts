import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { InputError } from '../../base/errors/input-error.js';
import type { RegisteredContract } from '../../state/contract/contract-book.js';
import { findBalance } from '../../state/identity/credits.js';
import type { ModeratorStatement } from '../../state/document-storage/removal-record.js';
import {
  readId,
  readName,
  readUnsigned,
  type IdInput,
  type IntegerInput,
} from '../../state/input/read-input.js';
import { readSigner } from '../../state/input/read-signed.js';
import {
  findModeratedUser,
  putModeratedUser,
  type ModeratedUser,
} from '../../state/moderation/moderated-user.js';
import type { Signed, Transition, TransitionContext } from '../transition/transition.js';
import {
  BY_MODERATOR,
  checkModerates,
  checkReason,
  checkTarget,
  rejectModeration,
  type ModerationErrorName,
} from './moderation.js';

/** Lists what moderators do with an identity, and the list of the contract that each needs. */
export const USER_ACTIONS = {
  ban: 'banlist',
  unban: 'banlist',
  suspend: 'suspensions',
  lift: 'suspensions',
  warn: 'warnings',
  removeWarning: 'warnings',
} as const;

/** Names what moderators do with an identity. */
export type UserAction = keyof typeof USER_ACTIONS;

/** Describes what a moderator does with an identity. */
export interface ModerateUser extends Signed {
  readonly contractId: IdInput;
  readonly action: UserAction;
  readonly identityId: IdInput;
  /** Reason, of at most 1,024 bytes; empty when absent. */
  readonly reason?: string;
  /** End of a suspension, in milliseconds. */
  readonly until?: IntegerInput;
  /** Position of a warning that is removed, from 0; the oldest when absent. */
  readonly warning?: number;
}

const MAX_WARNINGS = 16;
const MAX_TIME = 2n ** 53n - 1n;

/**
 * Bans, suspends or warns an identity, or takes that back.
 *
 * Source: `ContractUserModeration` in the notes on protocol 14 of dashpay/platform.
 * @throws {InputError}
 */
export function moderateUser(input: ModerateUser): Transition<{ readonly user: ModeratedUser }> {
  const { action, reason = '', until, warning = 0 } = input;
  if (!Object.hasOwn(USER_ACTIONS, action))
    throw new InputError('action', { expected: Object.keys(USER_ACTIONS).join(', '), found: action });
  const contractId = readId(input.contractId, 'contractId');
  const identityId = readId(input.identityId, 'identityId');
  const statement = {
    reason: readName(reason, 'reason'),
    until: until === undefined ? undefined : readUnsigned(until, 'until'),
    warning: Number(readUnsigned(warning, 'warning')),
  };
  return {
    signed: readSigner(input),
    nonceOwner: { contractId },
    ...BY_MODERATOR,
    execute: async (context) => {
      const contract = await context.contracts.findContract(context.view, contractId);
      if (contract === undefined)
        throw new ConsensusError('DataContractNotPresentError', { dataContractId: contractId });
      const target = { contract, identityId };
      await checkMayModerate(context, target, action, statement.reason);
      const before = await findModeratedUser(context.view, contractId, identityId);
      const user = changed(context, target, before, { action, ...statement });
      putModeratedUser(context.view, contractId, identityId, user);
      return { result: { user } };
    },
  };
}

interface Target {
  readonly contract: RegisteredContract;
  readonly identityId: Uint8Array;
}

/** Checks the signer, the lists of the contract and the identity, in the order that is inferred. @throws {ConsensusError} */
async function checkMayModerate(
  { view, signer }: TransitionContext,
  target: Target,
  action: UserAction,
  reason: string,
): Promise<void> {
  const { contract, identityId } = target;
  const name = identifierText(identityId);
  if (compareBytes(signer.id, identityId) === 0)
    rejectModeration(
      'ContractModerationSelfTargetError',
      target,
      `${name} would moderate itself`,
      'name another identity',
    );
  checkReason(target, reason);
  const list = USER_ACTIONS[action];
  if (contract.description.moderation?.lists.includes(list) !== true)
    rejectModeration(
      'ContractModerationNotEnabledError',
      target,
      `contract ${identifierText(contract.id)} has no "${list}"`,
      'register a contract whose moderation has the list',
    );
  checkModerates(contract, signer.id);
  if ((await findBalance(view, identityId)) === undefined)
    rejectModeration(
      'ContractModerationTargetNotFoundError',
      target,
      `identity ${name} does not exist`,
      'check the id of the identity',
    );
  checkTarget(contract, identityId);
}

interface Change {
  readonly action: UserAction;
  readonly reason: string;
  readonly until: bigint | undefined;
  readonly warning: number;
}

/** Returns what the moderators say of an identity after an action. @throws {ConsensusError} */
function changed(
  { signer, block }: TransitionContext,
  target: Target,
  before: ModeratedUser,
  { action, reason, until, warning }: Change,
): ModeratedUser {
  const { ban, suspension, warnings } = before;
  const name = identifierText(target.identityId);
  const statement: ModeratorStatement = { moderatorId: signer.id, reason, time: block.time };
  const reject = (error: ModerationErrorName, summary: string, fix: string): never =>
    rejectModeration(error, target, summary, fix);
  switch (action) {
    case 'ban':
      if (ban !== undefined)
        reject('ContractUserAlreadyBannedError', `${name} is banned already`, 'leave it');
      return { ...before, ban: statement };
    case 'unban':
      if (ban === undefined) reject('ContractUserNotBannedError', `${name} is not banned`, 'ban it first');
      return { ...(suspension && { suspension }), warnings };
    case 'suspend': {
      const end = until ?? 0n;
      if (end <= BigInt(block.time) || end > MAX_TIME)
        reject(
          'ContractSuspensionNotInFutureError',
          `the suspension ends at ${end}, and the block has the time ${block.time}`,
          `name a time from ${block.time + 1} to ${MAX_TIME}`,
        );
      return { ...before, suspension: { ...statement, until: Number(end) } };
    }
    case 'lift':
      if (suspension === undefined || suspension.until <= block.time)
        reject('ContractUserNotSuspendedError', `${name} is not suspended`, 'suspend it first');
      return { ...(ban && { ban }), warnings };
    case 'warn':
      if (warnings.length >= MAX_WARNINGS)
        reject(
          'ContractUserWarningLimitReachedError',
          `${name} has ${MAX_WARNINGS} warnings, the maximum`,
          'remove a warning first',
        );
      return { ...before, warnings: [...warnings, statement] };
    default:
      if (warnings[warning] === undefined)
        reject('ContractUserNotWarnedError', `${name} has no warning ${warning}`, 'check its warnings');
      return { ...before, warnings: warnings.filter((_, at) => at !== warning) };
  }
}
