import type {
  AuthorizedActionTakers,
  ChangeControlRules,
  TokenConfiguration,
  TokenConfigurationChangeItem,
} from '@dapikit/protocol';
import { canChangeAdmins, canChangeAuthorized, isAllowed, type ActionTaker } from './change-control.js';

type Item = TokenConfigurationChangeItem;

/** Names a set of rules of a token: the object that has it, and its member there. */
type RulesPlace =
  | readonly [holder: undefined, name: 'conventionsChangeRules' | 'maxSupplyChangeRules' | ManualRules]
  | readonly [
      holder: 'distributionRules',
      name:
        | 'perpetualDistributionRules'
        | 'newTokensDestinationIdentityRules'
        | 'mintingAllowChoosingDestinationRules',
    ]
  | readonly [holder: 'marketplaceRules', name: 'tradeModeChangeRules'];

type ManualRules =
  | 'manualMintingRules'
  | 'manualBurningRules'
  | 'freezeRules'
  | 'unfreezeRules'
  | 'destroyFrozenFundsRules'
  | 'emergencyActionRules';

/** Says what an item changes: a value, those who may change it, or those who may replace them. */
type ItemRole = 'value' | 'authorized' | 'admins';

type Placed = Exclude<Item['type'], 'tokenConfigurationNoChange' | 'mainControlGroup'>;

const CONVENTIONS: RulesPlace = [undefined, 'conventionsChangeRules'];
const MAX_SUPPLY: RulesPlace = [undefined, 'maxSupplyChangeRules'];
const PERPETUAL: RulesPlace = ['distributionRules', 'perpetualDistributionRules'];
const DESTINATION: RulesPlace = ['distributionRules', 'newTokensDestinationIdentityRules'];
const CHOOSING: RulesPlace = ['distributionRules', 'mintingAllowChoosingDestinationRules'];
const MINTING: RulesPlace = [undefined, 'manualMintingRules'];
const BURNING: RulesPlace = [undefined, 'manualBurningRules'];
const FREEZE: RulesPlace = [undefined, 'freezeRules'];
const UNFREEZE: RulesPlace = [undefined, 'unfreezeRules'];
const DESTROY: RulesPlace = [undefined, 'destroyFrozenFundsRules'];
const EMERGENCY: RulesPlace = [undefined, 'emergencyActionRules'];
const TRADE_MODE: RulesPlace = ['marketplaceRules', 'tradeModeChangeRules'];

/** The rules of each item. Source: `can_apply_token_configuration_item` in `packages/rs-dpp` of dashpay/platform. */
const ITEMS: { readonly [Type in Placed]: readonly [RulesPlace, ItemRole] } = {
  conventions: [CONVENTIONS, 'value'],
  conventionsControlGroup: [CONVENTIONS, 'authorized'],
  conventionsAdminGroup: [CONVENTIONS, 'admins'],
  maxSupply: [MAX_SUPPLY, 'value'],
  maxSupplyControlGroup: [MAX_SUPPLY, 'authorized'],
  maxSupplyAdminGroup: [MAX_SUPPLY, 'admins'],
  perpetualDistribution: [PERPETUAL, 'value'],
  perpetualDistributionControlGroup: [PERPETUAL, 'authorized'],
  perpetualDistributionAdminGroup: [PERPETUAL, 'admins'],
  newTokensDestinationIdentity: [DESTINATION, 'value'],
  newTokensDestinationIdentityControlGroup: [DESTINATION, 'authorized'],
  newTokensDestinationIdentityAdminGroup: [DESTINATION, 'admins'],
  mintingAllowChoosingDestination: [CHOOSING, 'value'],
  mintingAllowChoosingDestinationControlGroup: [CHOOSING, 'authorized'],
  mintingAllowChoosingDestinationAdminGroup: [CHOOSING, 'admins'],
  manualMinting: [MINTING, 'authorized'],
  manualMintingAdminGroup: [MINTING, 'admins'],
  manualBurning: [BURNING, 'authorized'],
  manualBurningAdminGroup: [BURNING, 'admins'],
  freeze: [FREEZE, 'authorized'],
  freezeAdminGroup: [FREEZE, 'admins'],
  unfreeze: [UNFREEZE, 'authorized'],
  unfreezeAdminGroup: [UNFREEZE, 'admins'],
  destroyFrozenFunds: [DESTROY, 'authorized'],
  destroyFrozenFundsAdminGroup: [DESTROY, 'admins'],
  emergencyAction: [EMERGENCY, 'authorized'],
  emergencyActionAdminGroup: [EMERGENCY, 'admins'],
  marketplaceTradeMode: [TRADE_MODE, 'value'],
  marketplaceTradeModeControlGroup: [TRADE_MODE, 'authorized'],
  marketplaceTradeModeAdminGroup: [TRADE_MODE, 'admins'],
};

const isPlaced = (type: Item['type']): type is Placed => Object.hasOwn(ITEMS, type);

/** Items of these rules may name anybody: the network does not look up whom they name. */
const UNCHECKED: ReadonlySet<RulesPlace> = new Set([PERPETUAL, TRADE_MODE]);

/** Returns those that an item puts in charge, where the network looks them up; else nothing. */
export function namedTakers(item: Item): AuthorizedActionTakers | undefined {
  if (!isPlaced(item.type) || UNCHECKED.has(ITEMS[item.type][0])) return undefined;
  return takersIn(item);
}

/** Returns those that an item puts in charge; nothing where it changes a value. */
const takersIn = (item: Item): AuthorizedActionTakers | undefined =>
  'value' in item && typeof item.value === 'object' && 'type' in item.value && isTakers(item.value)
    ? item.value
    : undefined;

const TAKERS: ReadonlySet<string> = new Set(['noOne', 'contractOwner', 'identity', 'mainGroup', 'group']);
const isTakers = (value: { readonly type: string }): value is AuthorizedActionTakers =>
  TAKERS.has(value.type);

/** Returns whether somebody may change a setting of a token. */
export function canApply(configuration: TokenConfiguration, item: Item, taker: ActionTaker): boolean {
  if (item.type === 'mainControlGroup') return isAllowed(configuration.mainControlGroupCanBeModified, taker);
  if (!isPlaced(item.type)) return false;
  const [place, role] = ITEMS[item.type];
  const rules = rulesAt(configuration, place);
  const next = takersIn(item) ?? { type: 'noOne' };
  if (role === 'value') return isAllowed(rules.authorizedToMakeChange, taker);
  return role === 'authorized'
    ? canChangeAuthorized(rules, next, taker)
    : canChangeAdmins(rules, next, taker);
}

/**
 * Returns those that may change a setting, as the network names them in a rejection.
 *
 * Source: `authorized_action_takers_for_configuration_item` in `packages/rs-dpp` of dashpay/platform.
 */
export function takersOf(configuration: TokenConfiguration, { type }: Item): AuthorizedActionTakers {
  if (!isPlaced(type)) return { type: 'noOne' };
  const [place, role] = ITEMS[type];
  const rules = rulesAt(configuration, place);
  return role === 'value' ? rules.authorizedToMakeChange : rules.adminActionTakers;
}

/** Returns a configuration with a changed setting. */
export function applyItem(configuration: TokenConfiguration, item: Item): TokenConfiguration {
  const { distributionRules, marketplaceRules } = configuration;
  switch (item.type) {
    case 'tokenConfigurationNoChange':
      return configuration;
    case 'conventions':
      return { ...configuration, conventions: item.value };
    case 'maxSupply':
      return { ...configuration, maxSupply: item.value };
    case 'mainControlGroup':
      return { ...configuration, mainControlGroup: item.value };
    case 'perpetualDistribution':
      return {
        ...configuration,
        distributionRules: { ...distributionRules, perpetualDistribution: item.value },
      };
    case 'newTokensDestinationIdentity':
      return {
        ...configuration,
        distributionRules: { ...distributionRules, newTokensDestinationIdentity: item.value },
      };
    case 'mintingAllowChoosingDestination':
      return {
        ...configuration,
        distributionRules: { ...distributionRules, mintingAllowChoosingDestination: item.value },
      };
    case 'marketplaceTradeMode':
      return { ...configuration, marketplaceRules: { ...marketplaceRules, tradeMode: item.value } };
    default: {
      const [place, role] = ITEMS[item.type];
      const changed = role === 'authorized' ? 'authorizedToMakeChange' : 'adminActionTakers';
      return withRules(configuration, place, {
        ...rulesAt(configuration, place),
        [changed]: item.value,
      });
    }
  }
}

function rulesAt(configuration: TokenConfiguration, place: RulesPlace): ChangeControlRules {
  if (place[0] === 'distributionRules') return configuration.distributionRules[place[1]];
  if (place[0] === 'marketplaceRules') return configuration.marketplaceRules[place[1]];
  return configuration[place[1]];
}

function withRules(
  configuration: TokenConfiguration,
  [holder, name]: RulesPlace,
  rules: ChangeControlRules,
): TokenConfiguration {
  if (holder === undefined) return { ...configuration, [name]: rules };
  return { ...configuration, [holder]: { ...configuration[holder], [name]: rules } };
}
