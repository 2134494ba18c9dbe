import { namesOf, versioned } from '../codec/enum-of.js';
import { struct } from '../codec/struct.js';
import { changeControlRules } from './change-control-rules.js';

const SOURCE = 'packages/rs-dpp/src/data_contract/associated_token/token_marketplace_rules/v0/mod.rs';

/** How tokens are traded: there is one mode. */
export const tokenTradeMode = namesOf('TokenTradeMode', ['NotTradeable']);

/** How tokens are traded, and who may change that. */
export const tokenMarketplaceRules = versioned('TokenMarketplaceRules', [
  struct(
    { name: 'TokenMarketplaceRulesV0', summary: 'Says how tokens are traded.', source: SOURCE },
    { tradeMode: tokenTradeMode, tradeModeChangeRules: changeControlRules },
  ),
]);
