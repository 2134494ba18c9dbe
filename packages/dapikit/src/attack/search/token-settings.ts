import type { TokenConfigurationChangeItem } from '@dapikit/protocol';
import { membersOf } from '../../platform/members.js';
import type { AttackRoom } from '../room/attack-room.js';
import { ACTORS, type ActorName, type TokenSetting, type TokenStep } from '../step/step.js';
import { decidersOf, type ActorOf, type GroupMembers } from './setting-deciders.js';

/** Describes what new values of settings refer to. */
interface SettingContext {
  /** Ids of the identities that act, in base58. */
  readonly identities: readonly string[];
  /** Positions of the groups. */
  readonly groups: readonly number[];
  /** Configuration of the token in the official JSON. */
  readonly configuration: Readonly<Record<string, unknown>>;
}

/** Makes new values of a setting in the official JSON. */
type Values = (context: SettingContext) => readonly unknown[];

/** Puts others in charge of something. */
const takers: Values = ({ identities, groups }) => [
  ...identities.map((identity) => ({ $type: 'identity', identity })),
  { $type: 'contractOwner' },
  { $type: 'noOne' },
  ...groups.map((position) => ({ $type: 'group', position })),
  ...(groups.length === 0 ? [] : [{ $type: 'mainGroup' }]),
];

/** Time between two claims of a new distribution: an hour, as the search waits. */
const CLAIM_INTERVAL_MS = 3_600_000;

const distributionTo = (distributionRecipient: object): object => ({
  $formatVersion: '0',
  distributionType: {
    $type: 'timeBasedDistribution',
    interval: CLAIM_INTERVAL_MS,
    function: { $type: 'fixedAmount', amount: 10 },
  },
  distributionRecipient,
});

const supplyOf = ({ configuration }: SettingContext): number => Number(configuration['baseSupply'] ?? 0);

/** Makes the new values of each setting that the network lets a contract change. */
const VALUES: Readonly<Record<TokenConfigurationChangeItem['type'], Values>> = {
  tokenConfigurationNoChange: () => [],
  manualMinting: takers,
  manualMintingAdminGroup: takers,
  manualBurning: takers,
  manualBurningAdminGroup: takers,
  freeze: takers,
  freezeAdminGroup: takers,
  unfreeze: takers,
  unfreezeAdminGroup: takers,
  destroyFrozenFunds: takers,
  destroyFrozenFundsAdminGroup: takers,
  emergencyAction: takers,
  emergencyActionAdminGroup: takers,
  maxSupply: (context) => [null, supplyOf(context), supplyOf(context) + 1],
  maxSupplyControlGroup: takers,
  maxSupplyAdminGroup: takers,
  perpetualDistribution: ({ identities }) => [
    null,
    distributionTo({ $type: 'contractOwner' }),
    ...identities.map((identity) => distributionTo({ $type: 'identity', identity })),
  ],
  perpetualDistributionControlGroup: takers,
  perpetualDistributionAdminGroup: takers,
  newTokensDestinationIdentity: ({ identities }) => [null, ...identities],
  newTokensDestinationIdentityControlGroup: takers,
  newTokensDestinationIdentityAdminGroup: takers,
  mintingAllowChoosingDestination: () => [true, false],
  mintingAllowChoosingDestinationControlGroup: takers,
  mintingAllowChoosingDestinationAdminGroup: takers,
  mainControlGroup: ({ groups }) => groups,
  conventions: ({ configuration: { conventions } }) => [{ ...membersOf(conventions), decimals: 2 }],
  conventionsControlGroup: takers,
  conventionsAdminGroup: takers,
  // The network has one mode of trade.
  marketplaceTradeMode: () => [],
  marketplaceTradeModeControlGroup: takers,
  marketplaceTradeModeAdminGroup: takers,
};

/** Describes a new value of a setting. */
export interface NewSetting {
  readonly item: TokenSetting;
  /** The identity that the value names, if it names one. */
  readonly names?: ActorName;
}

/** Describes the settings of a token that can be changed. */
export interface ChangeableSettings {
  /** New values of the settings. */
  readonly settings: readonly NewSetting[];
  /** Identities that change some of them alone. */
  readonly changers: readonly ActorName[];
}

/** Configures {@link changeableSettings}. */
export interface SettingOptions {
  readonly actorOf: ActorOf;
  readonly members: GroupMembers;
  /** Returns the time that is left, in milliseconds. */
  readonly timeLeft: () => number;
}

/**
 * Finds the settings of a token that somebody can change, alone or as a member of a group. The platform is asked for each setting, by those
 * whom the rules name.
 * @returns also whether the time was over before all settings were tried
 */
export async function changeableSettings(
  room: AttackRoom,
  tokenPosition: number,
  { timeLeft, ...who }: SettingOptions,
): Promise<ChangeableSettings & { readonly isCut: boolean }> {
  const token = room.tokenAt(tokenPosition);
  const context: SettingContext = {
    // The owner is among the takers under another name.
    identities: ACTORS.filter((name) => name !== 'owner').map((name) => room.idOf(name)),
    groups: [...who.members.keys()],
    configuration: token,
  };
  const changeable: NewSetting[] = [];
  const changers = new Set<ActorName>();
  for (const [setting, values] of Object.entries(VALUES)) {
    const items = values(context).map((value): TokenSetting => ({ $type: setting, value }));
    const deciders = decidersOf(setting, token, who);
    const tries = items.flatMap((item) =>
      deciders.map((by): TokenStep => ({ action: 'changeSetting', tokenPosition, item, ...by })),
    );
    if (tries.length === 0) continue;
    if (timeLeft() <= 0) return { settings: changeable, changers: [...changers], isCut: true };
    const step = await firstAccepted(room, tries);
    if (step === undefined) continue;
    changeable.push(...items.map((item) => ({ item, ...namedBy(item, room) })));
    if (step.group === undefined) changers.add(step.by);
  }
  return { settings: changeable, changers: [...changers], isCut: false };
}

/** Finds the identity that a new value names. */
function namedBy({ value }: TokenSetting, room: AttackRoom): Pick<NewSetting, 'names'> {
  const text = JSON.stringify(value);
  const names = ACTORS.find((name) => text.includes(room.idOf(name)));
  return names === undefined ? {} : { names };
}

async function firstAccepted(room: AttackRoom, steps: readonly TokenStep[]): Promise<TokenStep | undefined> {
  for (const step of steps)
    if (await room.branch(async () => (await room.perform(step)).accepted)) return step;
  return undefined;
}
