import { versioned } from '../codec/enum-of.js';
import { bool } from '../codec/primitives.js';
import { struct } from '../codec/struct.js';

/** Describes which actions on a token are recorded in a history document. */
export const tokenKeepsHistoryRules = versioned('TokenKeepsHistoryRules', [
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
