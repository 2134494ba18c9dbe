import { identifier } from '../codec/bytes.js';
import type { ValueOf } from '../codec/codec.js';
import { versioned } from '../codec/enum-of.js';
import { identifierMapOf } from '../codec/identifier-map-of.js';
import { u64 } from '../codec/integers.js';
import { bigintMapOf } from '../codec/map-of.js';
import { option } from '../codec/option.js';
import { bool } from '../codec/primitives.js';
import { struct } from '../codec/struct.js';
import { changeControlRules } from './change-control-rules.js';
import { tokenPerpetualDistribution } from './token-perpetual-distribution.js';

const FOLDER = 'packages/rs-dpp/src/data_contract/associated_token';

/** Amounts that are given out at set times: milliseconds, then identities and their amounts. */
const tokenPreProgrammedDistribution = versioned('TokenPreProgrammedDistribution', [
  struct(
    {
      name: 'TokenPreProgrammedDistributionV0',
      summary: 'Gives out tokens at set times.',
      source: `${FOLDER}/token_pre_programmed_distribution/v0/mod.rs`,
    },
    { distributions: bigintMapOf(u64, identifierMapOf(u64)) },
  ),
]);

/** Describes how tokens are distributed. */
export const tokenDistributionRules = versioned('TokenDistributionRules', [
  struct(
    {
      name: 'TokenDistributionRulesV0',
      summary: 'Says how tokens are given out and sold.',
      source: `${FOLDER}/token_distribution_rules/v0/mod.rs`,
    },
    {
      perpetualDistribution: option(tokenPerpetualDistribution),
      perpetualDistributionRules: changeControlRules,
      preProgrammedDistribution: option(tokenPreProgrammedDistribution),
      newTokensDestinationIdentity: option(identifier),
      newTokensDestinationIdentityRules: changeControlRules,
      mintingAllowChoosingDestination: bool,
      mintingAllowChoosingDestinationRules: changeControlRules,
      changeDirectPurchasePricingRules: changeControlRules,
    },
  ),
]);

export type TokenDistributionRules = ValueOf<typeof tokenDistributionRules>;
