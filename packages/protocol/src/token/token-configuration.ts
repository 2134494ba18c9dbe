import { versioned, namesOf } from '../codec/enum-of.js';
import { u8, u16, u64 } from '../codec/integers.js';
import { textMapOf } from '../codec/map-of.js';
import { bool, text } from '../codec/primitives.js';
import { struct } from '../codec/struct.js';
import { changeControlRules, authorizedActionTakers } from './change-control-rules.js';
import type { ValueOf } from '../codec/codec.js';
import { option } from '../codec/option.js';
import { tokenDistributionRules } from './token-distribution-rules.js';

/** The name of a token in one language. */
const tokenLocalization = versioned('TokenConfigurationLocalization', [
  struct(
    {
      name: 'TokenConfigurationLocalizationV0',
      summary: 'Names a token in one language.',
      source: 'packages/rs-dpp/src/data_contract/associated_token/token_configuration_localization/v0/mod.rs',
    },
    { shouldCapitalize: bool, singularForm: text, pluralForm: text },
  ),
]);

/** Describes how a token is displayed: its names by language code, and its decimals. */
export const tokenConventions = versioned('TokenConfigurationConvention', [
  struct(
    {
      name: 'TokenConfigurationConventionV0',
      summary: 'Says how a token is shown.',
      source: 'packages/rs-dpp/src/data_contract/associated_token/token_configuration_convention/v0/mod.rs',
    },
    { localizations: textMapOf(text, tokenLocalization), decimals: u8 },
  ),
]);

/** Describes which actions on a token are recorded in a history document. */
const tokenKeepsHistoryRules = versioned('TokenKeepsHistoryRules', [
  struct(
    {
      name: 'TokenKeepsHistoryRulesV0',
      summary: 'Says which actions are recorded.',
      source: 'packages/rs-dpp/src/data_contract/associated_token/token_keeps_history_rules/v0/mod.rs',
    },
    {
      keepsTransferHistory: bool,
      keepsFreezingHistory: bool,
      keepsMintingHistory: bool,
      keepsBurningHistory: bool,
      keepsDirectPricingHistory: bool,
      keepsDirectPurchaseHistory: bool,
    },
  ),
]);

const SOURCE = 'packages/rs-dpp/src/data_contract/associated_token/token_marketplace_rules/v0/mod.rs';

/** Lists the trade modes of tokens: there is one. */
export const tokenTradeMode = namesOf('TokenTradeMode', ['NotTradeable']);

/** Describes how tokens are traded, and who may change the mode. */
const tokenMarketplaceRules = versioned('TokenMarketplaceRules', [
  struct(
    { name: 'TokenMarketplaceRulesV0', summary: 'Says how tokens are traded.', source: SOURCE },
    { tradeMode: tokenTradeMode, tradeModeChangeRules: changeControlRules },
  ),
]);

/** Describes a token of a contract. */
export const tokenConfiguration = versioned('TokenConfiguration', [
  struct(
    {
      name: 'TokenConfigurationV0',
      summary: 'Is a token of a contract.',
      source: 'packages/rs-dpp/src/data_contract/associated_token/token_configuration/v0/mod.rs',
    },
    {
      conventions: tokenConventions,
      conventionsChangeRules: changeControlRules,
      baseSupply: u64,
      maxSupply: option(u64),
      keepsHistory: tokenKeepsHistoryRules,
      startAsPaused: bool,
      allowTransferToFrozenBalance: bool,
      maxSupplyChangeRules: changeControlRules,
      distributionRules: tokenDistributionRules,
      marketplaceRules: tokenMarketplaceRules,
      manualMintingRules: changeControlRules,
      manualBurningRules: changeControlRules,
      freezeRules: changeControlRules,
      unfreezeRules: changeControlRules,
      destroyFrozenFundsRules: changeControlRules,
      emergencyActionRules: changeControlRules,
      mainControlGroup: option(u16),
      mainControlGroupCanBeModified: authorizedActionTakers,
      description: option(text),
    },
  ),
]);

export type TokenConfiguration = ValueOf<typeof tokenConfiguration>;
