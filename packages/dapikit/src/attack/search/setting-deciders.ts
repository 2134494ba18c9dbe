import { DEFAULT_TOKEN_VALUES } from '@dapikit/contract';
import { isRuledTokenSetting, TOKEN_SETTINGS } from '@dapikit/protocol';
import { membersOf, type Members } from '../../platform/members.js';
import { tokenRulesIn } from '../../platform/token-rules-in.js';
import type { ActorName, GroupPart } from '../step/step.js';

/** Members of the groups that act, by position. */
export type GroupMembers = ReadonlyMap<number, readonly ActorName[]>;

/** Returns the identity that the contract names so: `contractOwner`, or an id in base58; nothing where it does not act. */
export type ActorOf = (name: string) => ActorName | undefined;

/** Describes how an identity changes a setting: alone, or as a proposal to a group. */
export interface Decider {
  readonly by: ActorName;
  readonly group?: GroupPart;
}

const MAIN_GROUP = 'mainControlGroup';

/** Returns whether a setting says who may change another one only. */
export const isIndirect = (setting: string): boolean =>
  isRuledTokenSetting(setting) && TOKEN_SETTINGS[setting][0] !== setting;

/**
 * Lists those whom the rules of a token name for a setting, alone and as members of groups: nobody else can change it.
 * @param token configuration of the token in the official JSON
 */
export function decidersOf(
  setting: string,
  token: Members,
  { actorOf, members }: { readonly actorOf: ActorOf; readonly members: GroupMembers },
): readonly Decider[] {
  const inGroup = (position: unknown): readonly Decider[] =>
    (members.get(Number(position)) ?? []).map((by) => ({
      by,
      group: { position: Number(position), proposal: 'proposal', isSigning: false },
    }));
  return takersOf(setting, token).flatMap((taker): readonly Decider[] => {
    const { $type: kind, identity, position } = membersOf(taker);
    if (kind === 'group') return inGroup(position);
    if (kind === 'mainGroup') return inGroup(token[MAIN_GROUP]);
    const by = actorOf(String(kind === 'identity' ? identity : kind));
    return by === undefined ? [] : [{ by }];
  });
}

/** Lists the takers of a setting: who may change it, and who may say who does. */
function takersOf(setting: string, token: Members): readonly unknown[] {
  if (!isRuledTokenSetting(setting)) {
    const name = 'mainControlGroupCanBeModified';
    return [token[name] ?? DEFAULT_TOKEN_VALUES[name]];
  }
  const { authorizedToMakeChange, adminActionTakers } = tokenRulesIn(token, TOKEN_SETTINGS[setting][0]);
  return [authorizedToMakeChange, adminActionTakers];
}
