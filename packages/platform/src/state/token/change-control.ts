import type { AuthorizedActionTakers, ChangeControlRules, Group } from '@dapikit/protocol';
import { isSameBytes } from '../../base/bytes/compare-bytes.js';

/** Describes who has a say about a token. Ids have 32 bytes. */
export interface TokenAuthorities {
  readonly contractOwnerId: Uint8Array;
  readonly mainControlGroup: number | undefined;
  readonly groups: ReadonlyMap<number, Group>;
}

/** Says whether somebody wants to complete an action alone, or to take part in one of a group. */
export type ActionGoal = 'completion' | 'participation';

/** Describes who wants to act. */
export interface ActionTaker extends TokenAuthorities {
  readonly identityId: Uint8Array;
  readonly goal: ActionGoal;
}

/** Returns the power of a member of a group; nothing where the identity is none. */
export const memberPower = ({ members }: Group, identityId: Uint8Array): number | undefined =>
  members.find(([id]) => isSameBytes(id, identityId))?.[1];

/**
 * Returns whether somebody is among those who may act.
 *
 * Source: `allowed_for_action_taker` in `packages/rs-dpp/src/data_contract/change_control_rules` of dashpay/platform.
 */
export function isAllowed(takers: AuthorizedActionTakers, taker: ActionTaker): boolean {
  const { identityId, goal, contractOwnerId, mainControlGroup, groups } = taker;
  const isAlone = goal === 'completion';
  switch (takers.type) {
    case 'noOne':
      return false;
    case 'contractOwner':
      return isAlone && isSameBytes(identityId, contractOwnerId);
    case 'identity':
      return isAlone && isSameBytes(identityId, takers.identity);
    default: {
      const position = takers.type === 'mainGroup' ? mainControlGroup : takers.position;
      const group = position === undefined ? undefined : groups.get(position);
      const power = group && memberPower(group, identityId);
      if (group === undefined) return false;
      return isAlone ? (power ?? 0) >= group.requiredPower : power !== undefined;
    }
  }
}

/** Returns whether somebody may replace those who may make a change. */
export const canChangeAuthorized = (
  rules: ChangeControlRules,
  next: AuthorizedActionTakers,
  taker: ActionTaker,
): boolean =>
  (rules.changingAuthorizedActionTakersToNoOneAllowed || next.type !== 'noOne') &&
  isAllowed(rules.adminActionTakers, taker);

/** Returns whether somebody may replace those who may replace others. */
export const canChangeAdmins = (
  rules: ChangeControlRules,
  next: AuthorizedActionTakers,
  taker: ActionTaker,
): boolean =>
  rules.selfChangingAdminActionTakersAllowed &&
  (rules.changingAdminActionTakersToNoOneAllowed || next.type !== 'noOne') &&
  isAllowed(rules.adminActionTakers, taker);
