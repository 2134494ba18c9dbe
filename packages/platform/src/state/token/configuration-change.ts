import {
  type AuthorizedActionTakers,
  type ChangeControlRules,
  isRuledTokenSetting,
  TOKEN_RULES,
  TOKEN_SETTINGS,
  type TokenConfiguration,
  type TokenConfigurationChangeItem,
  type TokenSubject,
} from '@dapikit/protocol';
import { canChangeAdmins, canChangeAuthorized, isAllowed, type ActionTaker } from './change-control.js';

type Item = TokenConfigurationChangeItem;

/** Items of these rules may name anybody: the network does not look up whom they name. */
const UNCHECKED: ReadonlySet<TokenSubject> = new Set(['perpetualDistribution', 'marketplaceTradeMode']);

/** Returns those that an item puts in charge, where the network looks them up; else nothing. */
export function namedTakers(item: Item): AuthorizedActionTakers | undefined {
  if (!isRuledTokenSetting(item.type) || UNCHECKED.has(TOKEN_SETTINGS[item.type][0])) return undefined;
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
  if (!isRuledTokenSetting(item.type)) return false;
  const [subject, role] = TOKEN_SETTINGS[item.type];
  const rules = rulesOf(configuration, subject);
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
  if (!isRuledTokenSetting(type)) return { type: 'noOne' };
  const [subject, role] = TOKEN_SETTINGS[type];
  const rules = rulesOf(configuration, subject);
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
      const [subject, role] = TOKEN_SETTINGS[item.type];
      const changed = role === 'authorized' ? 'authorizedToMakeChange' : 'adminActionTakers';
      return withRules(configuration, subject, {
        ...rulesOf(configuration, subject),
        [changed]: item.value,
      });
    }
  }
}

function rulesOf(configuration: TokenConfiguration, subject: TokenSubject): ChangeControlRules {
  const place = TOKEN_RULES[subject];
  if (place[0] === 'distributionRules') return configuration.distributionRules[place[1]];
  if (place[0] === 'marketplaceRules') return configuration.marketplaceRules[place[1]];
  return configuration[place[1]];
}

function withRules(
  configuration: TokenConfiguration,
  subject: TokenSubject,
  rules: ChangeControlRules,
): TokenConfiguration {
  const [holder, name] = TOKEN_RULES[subject];
  if (holder === undefined) return { ...configuration, [name]: rules };
  return { ...configuration, [holder]: { ...configuration[holder], [name]: rules } };
}
