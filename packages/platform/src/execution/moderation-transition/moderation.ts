import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import type { MODERATION_ERRORS } from '../../base/errors/moderation-errors.js';
import type { RegisteredContract } from '../../state/contract/contract-book.js';
import { isModerator } from '../../state/contract/moderators.js';
import { BASE_FEES } from '../../state/fee/processing-cost.js';
import { CRITICAL_KEYS } from '../../state/identity/signing-key.js';
import type { Transition } from '../transition/transition.js';

/** Names an error about moderation. */
export type ModerationErrorName = keyof typeof MODERATION_ERRORS;

const MAX_REASON_BYTES = 1_024;

/** Credits that a moderator must have for a transition; they are not charged. */
const MIN_BALANCE = 100_000n;

/** Holds what transitions of moderators have in common. */
export const BY_MODERATOR = {
  keyRequirement: CRITICAL_KEYS,
  baseFee: BASE_FEES.identity,
  requiredBalance: () => MIN_BALANCE,
} as const satisfies Partial<Transition<unknown>>;

/** Describes what a rejection is about. */
export interface ModerationSubject {
  readonly contract: Pick<RegisteredContract, 'id'>;
  /** Absent where it is about no identity. */
  readonly identityId?: Uint8Array;
}

/** Rejects what a moderator does. @throws {ConsensusError} */
export function rejectModeration(
  name: ModerationErrorName,
  { contract, identityId }: ModerationSubject,
  summary: string,
  fix: string,
): never {
  throw new ConsensusError(name, {
    contractId: identifierText(contract.id),
    ...(identityId && { identityId: identifierText(identityId) }),
    summary,
    fix,
  });
}

/** Rejects a reason that is too long. @throws {ConsensusError} 10903 */
export function checkReason(subject: ModerationSubject, reason: string): void {
  const bytes = Buffer.byteLength(reason);
  if (bytes > MAX_REASON_BYTES)
    rejectModeration(
      'ContractModerationReasonTooLongError',
      subject,
      `the reason has ${bytes} bytes: the maximum is ${MAX_REASON_BYTES}`,
      'shorten the reason',
    );
}

/** Rejects who does not moderate a contract. @throws {ConsensusError} 41101 */
export function checkModerates(contract: RegisteredContract, signerId: Uint8Array): void {
  if (isModerator(contract, signerId)) return;
  rejectModeration(
    'IdentityNotContractModeratorError',
    { contract, identityId: signerId },
    `${identifierText(signerId)} does not moderate contract ${identifierText(contract.id)}`,
    'act as the owner of the contract, or as an appointed moderator',
  );
}

/** Rejects what is done to the owner of a contract or to its moderators. @throws {ConsensusError} 41102 */
export function checkTarget(contract: RegisteredContract, identityId: Uint8Array): void {
  if (compareBytes(identityId, contract.ownerId) !== 0 && !isModerator(contract, identityId)) return;
  rejectModeration(
    'ContractModerationTargetNotAllowedError',
    { contract, identityId },
    `${identifierText(identityId)} owns or moderates the contract`,
    'name another identity',
  );
}
