import { getMembers, getNumber, getText, type Members } from '../../json/json-values.js';
import type { ShownToken } from './token.js';

/** Names a field of an action. */
export type ActionField =
  | 'amount'
  | 'recipientId'
  | 'identityId'
  | 'price'
  | 'totalAgreedPrice'
  | 'setting'
  | 'value';

/** Describes a change of a token. */
export interface TokenActionKind {
  readonly id: string;
  readonly label: string;
  /** The method of `/platform`. */
  readonly method: string;
  readonly fields: readonly ActionField[];
  /** Where the token's configuration says who may; absent where any identity may, with its own tokens or credits. */
  readonly rule?: readonly string[];
  /** Params that are always the same. */
  readonly params?: Members;
}

const PRICING_RULE = ['distributionRules', 'changeDirectPurchasePricingRules'];

/** Names the rules of settings that have a value, and what their settings of takers begin with. */
const VALUE_RULES: Readonly<Record<string, readonly string[]>> = {
  maxSupply: ['maxSupplyChangeRules'],
  conventions: ['conventionsChangeRules'],
  perpetualDistribution: ['distributionRules', 'perpetualDistributionRules'],
  newTokensDestinationIdentity: ['distributionRules', 'newTokensDestinationIdentityRules'],
  mintingAllowChoosingDestination: ['distributionRules', 'mintingAllowChoosingDestinationRules'],
  marketplaceTradeMode: ['marketplaceRules', 'tradeModeChangeRules'],
};

/** Names the rules of operations: who may operate is their setting. */
const OPERATION_RULES: Readonly<Record<string, readonly string[]>> = {
  manualMinting: ['manualMintingRules'],
  manualBurning: ['manualBurningRules'],
  freeze: ['freezeRules'],
  unfreeze: ['unfreezeRules'],
  destroyFrozenFunds: ['destroyFrozenFundsRules'],
  emergencyAction: ['emergencyActionRules'],
};

/** Paths in the configuration of a token that name who may change each setting. */
const SETTING_TAKERS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    Object.entries(VALUE_RULES).flatMap(([name, rules]) => [
      [name, [...rules, 'authorizedToMakeChange']],
      [`${name}ControlGroup`, [...rules, 'adminActionTakers']],
      [`${name}AdminGroup`, [...rules, 'adminActionTakers']],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(OPERATION_RULES).flatMap(([name, rules]) => [
      [name, [...rules, 'adminActionTakers']],
      [`${name}AdminGroup`, [...rules, 'adminActionTakers']],
    ]),
  ),
  mainControlGroup: ['mainControlGroupCanBeModified'],
};

/** Lists the settings of a token that can be changed, by the names that the platform has for them. */
export const TOKEN_SETTINGS: readonly string[] = Object.keys(SETTING_TAKERS);

/** Lists the changes of tokens. */
export const TOKEN_ACTIONS: readonly TokenActionKind[] = [
  { id: 'transfer', label: 'Transfer', method: 'transferTokens', fields: ['amount', 'recipientId'] },
  {
    id: 'mint',
    label: 'Mint',
    method: 'mintTokens',
    fields: ['amount', 'recipientId'],
    rule: ['manualMintingRules'],
  },
  { id: 'burn', label: 'Burn', method: 'burnTokens', fields: ['amount'], rule: ['manualBurningRules'] },
  { id: 'freeze', label: 'Freeze', method: 'freezeTokens', fields: ['identityId'], rule: ['freezeRules'] },
  {
    id: 'unfreeze',
    label: 'Unfreeze',
    method: 'unfreezeTokens',
    fields: ['identityId'],
    rule: ['unfreezeRules'],
  },
  {
    id: 'destroyFrozenFunds',
    label: 'Destroy frozen tokens',
    method: 'destroyFrozenTokens',
    fields: ['identityId'],
    rule: ['destroyFrozenFundsRules'],
  },
  { id: 'pause', label: 'Pause', method: 'pauseToken', fields: [], rule: ['emergencyActionRules'] },
  { id: 'resume', label: 'Resume', method: 'resumeToken', fields: [], rule: ['emergencyActionRules'] },
  { id: 'setPrice', label: 'Set price', method: 'setTokenPrice', fields: ['price'], rule: PRICING_RULE },
  {
    id: 'purchase',
    label: 'Buy',
    method: 'purchaseTokens',
    fields: ['amount', 'totalAgreedPrice'],
  },
  {
    id: 'claim',
    label: 'Claim of the perpetual distribution',
    method: 'claimTokens',
    fields: [],
    params: { distribution: 'perpetual' },
  },
  {
    id: 'claimPreProgrammed',
    label: 'Claim of the pre-programmed distribution',
    method: 'claimTokens',
    fields: [],
    params: { distribution: 'preProgrammed' },
  },
  {
    id: 'changeSetting',
    label: 'Change a setting',
    method: 'updateTokenConfiguration',
    fields: ['setting', 'value'],
  },
];

/** Describes who may do something. */
export type ActionTaker =
  | { readonly kind: 'noOne' | 'contractOwner' | 'anyone' }
  | { readonly kind: 'identity'; readonly id: string }
  | { readonly kind: 'group'; readonly position: number };

/** Rules that allow the owner of the contract an operation where the configuration of a token does not have them. */
const OF_OWNER: ReadonlySet<string> = new Set(['manualMintingRules', 'manualBurningRules']);

/** Returns who may change a token in a way, or the given setting of it. Where its configuration has no rules, those of the network hold. */
export function findTaker(
  { configuration }: Pick<ShownToken, 'configuration'>,
  { fields, rule }: TokenActionKind,
  setting = '',
): ActionTaker {
  const path = fields.includes('setting')
    ? SETTING_TAKERS[setting]
    : rule && [...rule, 'authorizedToMakeChange'];
  if (path === undefined) return { kind: fields.includes('setting') ? 'noOne' : 'anyone' };
  const [first = ''] = path;
  if (rule !== undefined && OF_OWNER.has(first) && configuration[first] === undefined)
    return { kind: 'contractOwner' };
  const taker = path.reduce<unknown>((at, name) => getMembers(at)[name], configuration);
  switch (getText(taker, '$type')) {
    case 'contractOwner':
      return { kind: 'contractOwner' };
    case 'identity':
      return { kind: 'identity', id: getText(taker, 'identity') };
    case 'group':
      return { kind: 'group', position: getNumber(taker, 'position') ?? 0 };
    case 'mainGroup':
      return { kind: 'group', position: getNumber(configuration, 'mainControlGroup') ?? 0 };
    default:
      return { kind: 'noOne' };
  }
}

/** Describes the members of a group of a contract. */
export interface TokenGroup {
  readonly position: number;
  readonly requiredPower: number;
  readonly members: readonly { readonly id: string; readonly power: number }[];
}

/** Lists the groups of a token's contract. */
export const listGroups = ({ groups }: Pick<ShownToken, 'groups'>): readonly TokenGroup[] =>
  Object.entries(groups).map(([position, group]) => ({
    position: Number(position),
    requiredPower: getNumber(group, 'requiredPower') ?? 0,
    members: Object.entries(getMembers(getMembers(group)['members'])).map(([id, power]) => ({
      id,
      power: Number(power),
    })),
  }));
