import { identifierText } from '../base/bytes/identifier.js';
import { moderateUser, type ModerateUser } from '../execution/moderation-transition/moderate-user.js';
import type { PlatformChain, Receipt } from '../execution/transition/platform-chain.js';
import { readId } from '../state/input/read-input.js';
import {
  findModeratedUser,
  type ModeratedUser,
  type ModeratorStatement,
} from '../state/moderation/moderated-user.js';

/** Describes a statement of a moderator. */
export interface ModeratorStatementInfo {
  /** Base58. */
  readonly moderatorId: string;
  readonly reason: string;
  /** Milliseconds. */
  readonly time: number;
}

/** Describes what the moderators of a contract say of an identity. */
export interface ModeratedUserInfo {
  readonly ban: ModeratorStatementInfo | undefined;
  /** `until` in milliseconds. */
  readonly suspension: (ModeratorStatementInfo & { readonly until: number }) | undefined;
  /** The oldest first. */
  readonly warnings: readonly ModeratorStatementInfo[];
}

/** Moderates contracts, from protocol 14 on. */
export interface ModerationApi {
  /** Bans, suspends or warns an identity as a moderator of a contract, or takes that back: `ban`, `unban`, `suspend`, `lift`, `warn`, `removeWarning`. */
  moderateUser(input: ModerateUser): Promise<ModeratedUserInfo & Receipt>;
  /** Returns what the moderators of a contract say of an identity. */
  getModeratedUser(input: {
    readonly contractId: string;
    readonly identityId: string;
  }): Promise<ModeratedUserInfo>;
}

/** Creates the methods of moderation for a chain. */
export const moderationApi = (chain: PlatformChain): ModerationApi => ({
  moderateUser: async (input) => {
    const { user, ...receipt } = await chain.execute(moderateUser(input));
    return { ...infoOf(user), ...receipt };
  },
  getModeratedUser: async ({ contractId, identityId }) => {
    const ids = [readId(contractId, 'contractId'), readId(identityId, 'identityId')] as const;
    return infoOf(await chain.read(async (view) => findModeratedUser(view, ...ids)));
  },
});

const infoOf = ({ ban, suspension, warnings }: ModeratedUser): ModeratedUserInfo => ({
  ban: ban && statementOf(ban),
  suspension: suspension && { ...statementOf(suspension), until: suspension.until },
  warnings: warnings.map(statementOf),
});

const statementOf = ({ moderatorId, reason, time }: ModeratorStatement): ModeratorStatementInfo => ({
  moderatorId: identifierText(moderatorId),
  reason,
  time,
});
