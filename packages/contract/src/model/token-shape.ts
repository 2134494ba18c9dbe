import {
  BOOLEAN,
  I64,
  ID,
  map,
  nullable,
  optional,
  record,
  required,
  type Shape,
  TEXT,
  U16,
  U32,
  U64,
  U8,
} from './decoding.js';

/** Who may do something. */
export const TAKER: Shape = {
  kind: 'choice',
  variants: {
    noOne: { identity: optional(ID), position: optional(U16) },
    contractOwner: { identity: optional(ID), position: optional(U16) },
    mainGroup: { identity: optional(ID), position: optional(U16) },
    identity: { identity: required(ID), position: optional(U16) },
    group: { position: required(U16), identity: optional(ID) },
  },
};

/** Who may change something, and who may change that. */
export const RULES = record({
  authorizedToMakeChange: required(TAKER),
  adminActionTakers: required(TAKER),
  changingAuthorizedActionTakersToNoOneAllowed: required(BOOLEAN),
  changingAdminActionTakersToNoOneAllowed: required(BOOLEAN),
  selfChangingAdminActionTakersAllowed: required(BOOLEAN),
});

const CURVE = {
  d: required(U64),
  n: required(U64),
  o: required(I64),
  start_moment: nullable(U64),
  b: required(U64),
  min_value: nullable(U64),
  max_value: nullable(U64),
};

/** How much is given out at a time: the parameters keep their snake case. */
export const FUNCTION: Shape = {
  kind: 'choice',
  steps: 'stepwise',
  variants: {
    fixedAmount: { amount: required(U64) },
    random: { min: required(U64), max: required(U64) },
    stepDecreasingAmount: {
      step_count: required(U32),
      decrease_per_interval_numerator: required(U16),
      decrease_per_interval_denominator: required(U16),
      start_decreasing_offset: nullable(U64),
      max_interval_count: nullable(U16),
      distribution_start_amount: required(U64),
      trailing_distribution_interval_amount: required(U64),
      min_value: nullable(U64),
    },
    stepwise: {},
    linear: {
      a: required(I64),
      d: required(U64),
      start_step: nullable(U64),
      starting_amount: required(U64),
      min_value: nullable(U64),
      max_value: nullable(U64),
    },
    polynomial: { ...CURVE, a: required(I64), m: required(I64) },
    exponential: { ...CURVE, a: required(U64), m: required(I64) },
    logarithmic: { ...CURVE, a: required(I64), m: required(U64) },
    invertedLogarithmic: { ...CURVE, a: required(I64), m: required(U64) },
  },
};

const PERPETUAL = record({
  distributionType: required({
    kind: 'choice',
    variants: {
      blockBasedDistribution: { interval: required(U64), function: required(FUNCTION) },
      timeBasedDistribution: { interval: required(U64), function: required(FUNCTION) },
      epochBasedDistribution: { interval: required(U16), function: required(FUNCTION) },
    },
  }),
  distributionRecipient: required({
    kind: 'choice',
    variants: { contractOwner: {}, identity: { identity: required(ID) }, evonodesByParticipation: {} },
  }),
});

/** The rules of a token by which its distribution changes, in the order in which the platform looks at them. */
const DISTRIBUTION = record({
  perpetualDistribution: nullable(PERPETUAL),
  perpetualDistributionRules: optional(RULES),
  preProgrammedDistribution: nullable(
    record({ distributions: required(map('u64', map('identifier', U64))) }),
  ),
  newTokensDestinationIdentity: nullable(ID),
  newTokensDestinationIdentityRules: optional(RULES),
  mintingAllowChoosingDestination: optional(BOOLEAN),
  mintingAllowChoosingDestinationRules: optional(RULES),
  changeDirectPurchasePricingRules: optional(RULES),
});

const HISTORY_SWITCHES = [
  'keepsTransferHistory',
  'keepsFreezingHistory',
  'keepsMintingHistory',
  'keepsBurningHistory',
  'keepsDirectPricingHistory',
  'keepsDirectPurchaseHistory',
];

/** What a token must be to be decoded. Unknown members are ignored. */
export const TOKEN_SHAPE = record({
  conventions: required(
    record({
      localizations: optional(
        map(
          'text',
          record({
            shouldCapitalize: required(BOOLEAN),
            singularForm: required(TEXT),
            pluralForm: required(TEXT),
          }),
        ),
      ),
      decimals: optional(U8),
    }),
  ),
  conventionsChangeRules: optional(RULES),
  baseSupply: optional(U64),
  maxSupply: nullable(U64),
  keepsHistory: optional(
    record(Object.fromEntries(HISTORY_SWITCHES.map((name) => [name, optional(BOOLEAN)]))),
  ),
  startAsPaused: optional(BOOLEAN),
  allowTransferToFrozenBalance: optional(BOOLEAN),
  maxSupplyChangeRules: optional(RULES),
  distributionRules: optional(DISTRIBUTION),
  marketplaceRules: optional(
    record({
      tradeMode: required({ kind: 'word', words: ['NotTradeable'] }),
      tradeModeChangeRules: optional(RULES),
    }),
  ),
  manualMintingRules: optional(RULES),
  manualBurningRules: optional(RULES),
  freezeRules: optional(RULES),
  unfreezeRules: optional(RULES),
  destroyFrozenFundsRules: optional(RULES),
  emergencyActionRules: optional(RULES),
  mainControlGroup: nullable(U16),
  mainControlGroupCanBeModified: optional(TAKER),
  description: nullable(TEXT),
});

/** What a group must be to be decoded. */
export const GROUP_SHAPE = record({
  members: required(map('identifier', U32)),
  requiredPower: required(U32),
});

/** The rule sets of a token that refer to groups: in the token, or in one of its objects. */
export const RULE_SETS: readonly (readonly [holder: string | undefined, name: string, isLate: boolean])[] = [
  [undefined, 'maxSupplyChangeRules', false],
  [undefined, 'conventionsChangeRules', false],
  ['distributionRules', 'newTokensDestinationIdentityRules', false],
  ['distributionRules', 'mintingAllowChoosingDestinationRules', false],
  ['distributionRules', 'perpetualDistributionRules', false],
  ['distributionRules', 'changeDirectPurchasePricingRules', true],
  ['marketplaceRules', 'tradeModeChangeRules', true],
  [undefined, 'manualMintingRules', false],
  [undefined, 'manualBurningRules', false],
  [undefined, 'freezeRules', false],
  [undefined, 'unfreezeRules', false],
  [undefined, 'destroyFrozenFundsRules', false],
  [undefined, 'emergencyActionRules', false],
];
