import { identifier } from '../codec/bytes.js';
import { namesOf, enumOf, NOTHING, versioned } from '../codec/enum-of.js';
import { struct } from '../codec/struct.js';
import type { Codec, ValueOf } from '../codec/codec.js';
import { u16, u64 } from '../codec/integers.js';
import { distributionFunction } from './distribution-function.js';
import { identifierMapOf } from '../codec/identifier-map-of.js';
import { bigintMapOf } from '../codec/map-of.js';
import { option } from '../codec/option.js';
import { bool } from '../codec/primitives.js';
import { changeControlRules } from './change-control-rules.js';

const FOLDER = 'packages/rs-dpp/src/data_contract/associated_token';
const PERPETUAL_FOLDER = `${FOLDER}/token_perpetual_distribution`;

const distribution = <Interval>(name: string, summary: string, interval: Codec<Interval>) =>
  struct(
    { name, summary, source: `${PERPETUAL_FOLDER}/reward_distribution_type/mod.rs` },
    { interval, function: distributionFunction },
  );

/** Unit and length of an interval, and the amount of each. */
const rewardDistributionType = enumOf(
  { name: 'RewardDistributionType', tag: 'type' },
  {
    blockBasedDistribution: distribution('BlockBasedDistribution', 'Counts blocks.', u64),
    timeBasedDistribution: distribution('TimeBasedDistribution', 'Counts milliseconds.', u64),
    epochBasedDistribution: distribution('EpochBasedDistribution', 'Counts epochs.', u16),
  },
);

/** Recipient of the tokens of a perpetual distribution. */
const tokenDistributionRecipient = enumOf(
  { name: 'TokenDistributionRecipient', tag: 'type' },
  {
    contractOwner: NOTHING,
    identity: struct(
      {
        name: 'Identity',
        summary: 'Names one identity.',
        source: `${PERPETUAL_FOLDER}/distribution_recipient.rs`,
      },
      { identity: identifier },
    ),
    evonodesByParticipation: NOTHING,
  },
);

/** Describes a distribution of tokens without an end. */
export const tokenPerpetualDistribution = versioned('TokenPerpetualDistribution', [
  struct(
    {
      name: 'TokenPerpetualDistributionV0',
      summary: 'Gives out tokens at every interval.',
      source: `${PERPETUAL_FOLDER}/v0/mod.rs`,
    },
    { distributionType: rewardDistributionType, distributionRecipient: tokenDistributionRecipient },
  ),
]);

export type TokenPerpetualDistribution = ValueOf<typeof tokenPerpetualDistribution>;

/** Names what one recipient gets of a distribution, as the state orders it by time. */
export const tokenDistributionKey = struct(
  {
    name: 'TokenDistributionKey',
    summary: 'Names a token, a recipient and the kind of distribution.',
    source: `${FOLDER}/token_distribution_key.rs`,
  },
  {
    tokenId: identifier,
    recipient: tokenDistributionRecipient,
    distributionType: namesOf('TokenDistributionType', ['PreProgrammed', 'Perpetual']),
  },
);

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
