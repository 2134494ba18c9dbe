import type { ValueOf } from '../codec/codec.js';
import { versioned } from '../codec/enum-of.js';
import { u16, u64 } from '../codec/integers.js';
import { option } from '../codec/option.js';
import { bool, text } from '../codec/primitives.js';
import { struct } from '../codec/struct.js';
import { authorizedActionTakers } from './authorized-action-takers.js';
import { changeControlRules } from './change-control-rules.js';
import { tokenConventions } from './token-conventions.js';
import { tokenDistributionRules } from './token-distribution-rules.js';
import { tokenKeepsHistoryRules } from './token-keeps-history-rules.js';
import { tokenMarketplaceRules } from './token-marketplace-rules.js';

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
