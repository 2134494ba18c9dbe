import { getMembers, getNumber, getText, type Members } from '../../json/json-values.js';
import type { ShownToken } from './token.js';

/** Names a field of an action. */
export type ActionField = 'amount' | 'recipientId' | 'identityId' | 'price' | 'totalAgreedPrice';

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
    label: 'Claim',
    method: 'claimTokens',
    fields: [],
    params: { distribution: 'perpetual' },
  },
];

/** Describes who may do something. */
export type ActionTaker =
  | { readonly kind: 'noOne' | 'contractOwner' | 'anyone' }
  | { readonly kind: 'identity'; readonly id: string }
  | { readonly kind: 'group'; readonly position: number };

/** Returns who may change a token in a way. Without rules in its configuration, no one may. */
export function findTaker({ configuration }: ShownToken, { rule }: TokenActionKind): ActionTaker {
  if (rule === undefined) return { kind: 'anyone' };
  const rules = rule.reduce<unknown>((at, name) => getMembers(at)[name], configuration);
  const taker = getMembers(rules)['authorizedToMakeChange'];
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
