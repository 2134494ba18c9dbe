import type { TokenConfigurationChangeItem } from '@dapikit/protocol';
import { membersOf } from '../../platform/members.js';
import type { AttackRoom } from '../room/attack-room.js';
import { ACTORS, type ActorName, type TokenSetting, type TokenStep } from '../step/step.js';

/** Members of the groups that act, by position. */
export type GroupMembers = ReadonlyMap<number, readonly ActorName[]>;

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

/** Returns whether a setting says who may change another one only. */
export const isIndirect = (setting: string): boolean =>
  /(?:Admin|Control)Group$/.test(setting) && setting !== 'mainControlGroup';

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

/**
 * Finds the settings of a token that somebody can change, alone or as a member of a group. The platform is asked for each setting.
 * @param timeLeft time that is left, in milliseconds
 */
export async function changeableSettings(
  room: AttackRoom,
  tokenPosition: number,
  members: GroupMembers,
  timeLeft: () => number,
): Promise<ChangeableSettings> {
  const context: SettingContext = {
    // The owner is among the takers under another name.
    identities: ACTORS.filter((name) => name !== 'owner').map((name) => room.idOf(name)),
    groups: [...members.keys()],
    configuration: membersOf(membersOf(room.registered['tokens'])[String(tokenPosition)]),
  };
  const changeable: NewSetting[] = [];
  const changers = new Set<ActorName>();
  for (const [setting, values] of Object.entries(VALUES)) {
    if (timeLeft() <= 0) break;
    const items = values(context).map((value): TokenSetting => ({ $type: setting, value }));
    const tries = items.flatMap((item) => attempts(tokenPosition, item, members));
    const step = await firstAccepted(room, tries);
    if (step === undefined) continue;
    changeable.push(...items.map((item) => ({ item, ...namedBy(item, room) })));
    if (step.group === undefined) changers.add(step.by);
  }
  return { settings: changeable, changers: [...changers] };
}

/** Finds the identity that a new value names. */
function namedBy({ value }: TokenSetting, room: AttackRoom): Pick<NewSetting, 'names'> {
  const text = JSON.stringify(value);
  const names = ACTORS.find((name) => text.includes(room.idOf(name)));
  return names === undefined ? {} : { names };
}

/** Makes the steps by which each identity may change a setting: alone, and as a proposal to each of its groups. */
function attempts(tokenPosition: number, item: TokenSetting, members: GroupMembers): readonly TokenStep[] {
  const change = { action: 'changeSetting', tokenPosition, item } as const;
  return [
    ...ACTORS.map((by) => ({ ...change, by })),
    ...[...members].flatMap(([position, able]) =>
      able.map((by) => ({ ...change, by, group: { position, proposal: 'proposal', isSigning: false } })),
    ),
  ];
}

async function firstAccepted(room: AttackRoom, steps: readonly TokenStep[]): Promise<TokenStep | undefined> {
  for (const step of steps)
    if (await room.branch(async () => (await room.perform(step)).accepted)) return step;
  return undefined;
}
