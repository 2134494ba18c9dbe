import type { TokenConfigurationChangeItem } from '@dapikit/protocol';
import { DEFAULT_TOKEN_VALUES } from '@dapikit/contract';
import { membersOf, type Members } from '../../platform/members.js';
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

type Setting = TokenConfigurationChangeItem['type'];
type Indirect = Extract<Setting, `${string}AdminGroup` | `${string}ControlGroup`>;

/** Names the rules that decide about each setting, and about those that say who may change it. */
const RULES: Readonly<Record<Exclude<Setting, Indirect | 'tokenConfigurationNoChange'>, string>> = {
  manualMinting: 'manualMintingRules',
  manualBurning: 'manualBurningRules',
  freeze: 'freezeRules',
  unfreeze: 'unfreezeRules',
  destroyFrozenFunds: 'destroyFrozenFundsRules',
  emergencyAction: 'emergencyActionRules',
  maxSupply: 'maxSupplyChangeRules',
  perpetualDistribution: 'perpetualDistributionRules',
  newTokensDestinationIdentity: 'newTokensDestinationIdentityRules',
  mintingAllowChoosingDestination: 'mintingAllowChoosingDestinationRules',
  conventions: 'conventionsChangeRules',
  marketplaceTradeMode: 'tradeModeChangeRules',
};

const MAIN_GROUP = 'mainControlGroup';

/** Returns whether a setting says who may change another one only. */
export const isIndirect = (setting: string): boolean =>
  /(?:Admin|Control)Group$/.test(setting) && setting !== MAIN_GROUP;

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
  const ruled = setting === MAIN_GROUP ? setting : setting.replace(/(?:Admin|Control)Group$/, '');
  const name = ruled === MAIN_GROUP ? 'mainControlGroupCanBeModified' : Object(RULES)[ruled];
  const parts = [token, membersOf(token['distributionRules']), membersOf(token['marketplaceRules'])];
  const rules = parts.map((part) => part[name]).find((each) => each !== undefined);
  const known = rules ?? DEFAULT_TOKEN_VALUES[name];
  if (ruled === MAIN_GROUP) return [known];
  const { authorizedToMakeChange, adminActionTakers } = membersOf(known);
  return [authorizedToMakeChange, adminActionTakers];
}
