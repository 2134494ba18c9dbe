import { namesOf, versioned } from '../codec/enum-of.js';
import { struct } from '../codec/struct.js';
import { changeControlRules } from './change-control-rules.js';

const SOURCE = 'packages/rs-dpp/src/data_contract/associated_token/token_marketplace_rules/v0/mod.rs';

/** Lists the trade modes of tokens: there is one. */
export const tokenTradeMode = namesOf('TokenTradeMode', ['NotTradeable']);

/** Describes how tokens are traded, and who may change the mode. */
export const tokenMarketplaceRules = versioned('TokenMarketplaceRules', [
  struct(
    { name: 'TokenMarketplaceRulesV0', summary: 'Says how tokens are traded.', source: SOURCE },
    { tradeMode: tokenTradeMode, tradeModeChangeRules: changeControlRules },
  ),
]);
