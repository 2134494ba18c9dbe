import type { TokenConfigurationChangeItem } from './token-configuration-change-item.js';

/** Names a set of rules for changes of a token: the object in its configuration that has it, nothing for the configuration itself, and its member there. */
type Place =
  | readonly [holder: undefined, name: string]
  | readonly [holder: 'distributionRules' | 'marketplaceRules', name: string];

/**
 * Maps what a token has rules for to the place of these rules in its configuration, on the wire and in JSON.
 *
 * Source: `TokenConfigurationV0` in `packages/rs-dpp` of dashpay/platform.
 */
export const TOKEN_RULES = {
  conventions: [undefined, 'conventionsChangeRules'],
  maxSupply: [undefined, 'maxSupplyChangeRules'],
  perpetualDistribution: ['distributionRules', 'perpetualDistributionRules'],
  newTokensDestinationIdentity: ['distributionRules', 'newTokensDestinationIdentityRules'],
  mintingAllowChoosingDestination: ['distributionRules', 'mintingAllowChoosingDestinationRules'],
  directPurchasePricing: ['distributionRules', 'changeDirectPurchasePricingRules'],
  manualMinting: [undefined, 'manualMintingRules'],
  manualBurning: [undefined, 'manualBurningRules'],
  freeze: [undefined, 'freezeRules'],
  unfreeze: [undefined, 'unfreezeRules'],
  destroyFrozenFunds: [undefined, 'destroyFrozenFundsRules'],
  emergencyAction: [undefined, 'emergencyActionRules'],
  marketplaceTradeMode: ['marketplaceRules', 'tradeModeChangeRules'],
} as const satisfies Readonly<Record<string, Place>>;

/** Names what a token has rules for. */
export type TokenSubject = keyof typeof TOKEN_RULES;

/** Says what a setting changes: a value, those who may change or do something, or those who may replace them. */
export type TokenSettingRole = 'value' | 'authorized' | 'admins';

/** Names a setting that rules decide about; the main group of a token is decided by `mainControlGroupCanBeModified` instead. */
export type RuledTokenSetting = Exclude<
  TokenConfigurationChangeItem['type'],
  'tokenConfigurationNoChange' | 'mainControlGroup'
>;

/**
 * Maps the settings of a token that can be changed to what their rules are for, and to what they change.
 *
 * Source: `can_apply_token_configuration_item` in `packages/rs-dpp` of dashpay/platform.
 */
export const TOKEN_SETTINGS: {
  readonly [Setting in RuledTokenSetting]: readonly [TokenSubject, TokenSettingRole];
} = {
  conventions: ['conventions', 'value'],
  conventionsControlGroup: ['conventions', 'authorized'],
  conventionsAdminGroup: ['conventions', 'admins'],
  maxSupply: ['maxSupply', 'value'],
  maxSupplyControlGroup: ['maxSupply', 'authorized'],
  maxSupplyAdminGroup: ['maxSupply', 'admins'],
  perpetualDistribution: ['perpetualDistribution', 'value'],
  perpetualDistributionControlGroup: ['perpetualDistribution', 'authorized'],
  perpetualDistributionAdminGroup: ['perpetualDistribution', 'admins'],
  newTokensDestinationIdentity: ['newTokensDestinationIdentity', 'value'],
  newTokensDestinationIdentityControlGroup: ['newTokensDestinationIdentity', 'authorized'],
  newTokensDestinationIdentityAdminGroup: ['newTokensDestinationIdentity', 'admins'],
  mintingAllowChoosingDestination: ['mintingAllowChoosingDestination', 'value'],
  mintingAllowChoosingDestinationControlGroup: ['mintingAllowChoosingDestination', 'authorized'],
  mintingAllowChoosingDestinationAdminGroup: ['mintingAllowChoosingDestination', 'admins'],
  manualMinting: ['manualMinting', 'authorized'],
  manualMintingAdminGroup: ['manualMinting', 'admins'],
  manualBurning: ['manualBurning', 'authorized'],
  manualBurningAdminGroup: ['manualBurning', 'admins'],
  freeze: ['freeze', 'authorized'],
  freezeAdminGroup: ['freeze', 'admins'],
  unfreeze: ['unfreeze', 'authorized'],
  unfreezeAdminGroup: ['unfreeze', 'admins'],
  destroyFrozenFunds: ['destroyFrozenFunds', 'authorized'],
  destroyFrozenFundsAdminGroup: ['destroyFrozenFunds', 'admins'],
  emergencyAction: ['emergencyAction', 'authorized'],
  emergencyActionAdminGroup: ['emergencyAction', 'admins'],
  marketplaceTradeMode: ['marketplaceTradeMode', 'value'],
  marketplaceTradeModeControlGroup: ['marketplaceTradeMode', 'authorized'],
  marketplaceTradeModeAdminGroup: ['marketplaceTradeMode', 'admins'],
};

/** Returns whether rules decide about a setting of this name. */
export const isRuledTokenSetting = (setting: string): setting is RuledTokenSetting =>
  Object.hasOwn(TOKEN_SETTINGS, setting);
