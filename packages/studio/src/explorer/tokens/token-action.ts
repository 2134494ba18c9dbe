import { isRuledTokenSetting, TOKEN_RULES, TOKEN_SETTINGS, type TokenSubject } from '@dapikit/protocol';
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
  /** Names the subject of the rules that say who may; absent where any identity may, with its own tokens or credits. */
  readonly rule?: TokenSubject;
  /** Params that are always the same. */
  readonly params?: Members;
}

/** Lists the settings of a token that can be changed, by the names that the platform has for them. */
export const SETTINGS: readonly string[] = [...Object.keys(TOKEN_SETTINGS), 'mainControlGroup'];

/** Lists the changes of tokens. */
export const TOKEN_ACTIONS: readonly TokenActionKind[] = [
  { id: 'transfer', label: 'Transfer', method: 'transferTokens', fields: ['amount', 'recipientId'] },
  {
    id: 'mint',
    label: 'Mint',
    method: 'mintTokens',
    fields: ['amount', 'recipientId'],
    rule: 'manualMinting',
  },
  { id: 'burn', label: 'Burn', method: 'burnTokens', fields: ['amount'], rule: 'manualBurning' },
  { id: 'freeze', label: 'Freeze', method: 'freezeTokens', fields: ['identityId'], rule: 'freeze' },
  {
    id: 'unfreeze',
    label: 'Unfreeze',
    method: 'unfreezeTokens',
    fields: ['identityId'],
    rule: 'unfreeze',
  },
  {
    id: 'destroyFrozenFunds',
    label: 'Destroy frozen tokens',
    method: 'destroyFrozenTokens',
    fields: ['identityId'],
    rule: 'destroyFrozenFunds',
  },
  { id: 'pause', label: 'Pause', method: 'pauseToken', fields: [], rule: 'emergencyAction' },
  { id: 'resume', label: 'Resume', method: 'resumeToken', fields: [], rule: 'emergencyAction' },
  {
    id: 'setPrice',
    label: 'Set price',
    method: 'setTokenPrice',
    fields: ['price'],
    rule: 'directPurchasePricing',
  },
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

/** Operations that the owner of the contract may do where the configuration of a token has no rules for them. */
const OF_OWNER: ReadonlySet<TokenSubject> = new Set(['manualMinting', 'manualBurning']);

/** Returns the path in the configuration of a token that names who may change a setting; nothing where there is no such setting. */
function pathOfSetting(setting: string): readonly string[] | undefined {
  if (setting === 'mainControlGroup') return ['mainControlGroupCanBeModified'];
  if (!isRuledTokenSetting(setting)) return undefined;
  const [subject, role] = TOKEN_SETTINGS[setting];
  return [...pathOfRules(subject), role === 'value' ? 'authorizedToMakeChange' : 'adminActionTakers'];
}

function pathOfRules(subject: TokenSubject): readonly string[] {
  const [holder, name] = TOKEN_RULES[subject];
  return holder === undefined ? [name] : [holder, name];
}

/** Returns who may change a token in a way, or the given setting of it. Where its configuration has no rules, those of the network hold. */
export function findTaker(
  { configuration }: Pick<ShownToken, 'configuration'>,
  { fields, rule }: TokenActionKind,
  setting = '',
): ActionTaker {
  const path = fields.includes('setting')
    ? pathOfSetting(setting)
    : rule && [...pathOfRules(rule), 'authorizedToMakeChange'];
  if (path === undefined) return { kind: fields.includes('setting') ? 'noOne' : 'anyone' };
  if (rule !== undefined && OF_OWNER.has(rule) && configuration[TOKEN_RULES[rule][1]] === undefined)
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
