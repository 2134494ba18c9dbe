import type { Codec, ValueOf } from '../codec/codec.js';
import { identifier } from '../codec/bytes.js';
import { enumOf, NOTHING, versioned } from '../codec/enum-of.js';
import { u16, u64 } from '../codec/integers.js';
import { struct } from '../codec/struct.js';
import { distributionFunction } from './distribution-function.js';

const FOLDER = 'packages/rs-dpp/src/data_contract/associated_token/token_perpetual_distribution';

const distribution = <Interval>(name: string, summary: string, interval: Codec<Interval>) =>
  struct(
    { name, summary, source: `${FOLDER}/reward_distribution_type/mod.rs` },
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
export const tokenDistributionRecipient = enumOf(
  { name: 'TokenDistributionRecipient', tag: 'type' },
  {
    contractOwner: NOTHING,
    identity: struct(
      { name: 'Identity', summary: 'Names one identity.', source: `${FOLDER}/distribution_recipient.rs` },
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
      source: `${FOLDER}/v0/mod.rs`,
    },
    { distributionType: rewardDistributionType, distributionRecipient: tokenDistributionRecipient },
  ),
]);

export type TokenPerpetualDistribution = ValueOf<typeof tokenPerpetualDistribution>;
