import {
  BOOLEAN_SHAPE,
  type ChoiceShape,
  type Fields,
  I64_SHAPE,
  IDENTIFIER_SHAPE,
  mapShape,
  nullableField,
  optionalField,
  recordShape,
  requiredField,
  type Shape,
  TEXT_SHAPE,
  U16_SHAPE,
  U32_SHAPE,
  U64_SHAPE,
  U8_SHAPE,
} from './decoding.js';

/** Describes who is authorized. */
export const ACTION_TAKER_SHAPE: Shape = {
  kind: 'choice',
  variants: {
    noOne: { identity: optionalField(IDENTIFIER_SHAPE), position: optionalField(U16_SHAPE) },
    contractOwner: { identity: optionalField(IDENTIFIER_SHAPE), position: optionalField(U16_SHAPE) },
    mainGroup: { identity: optionalField(IDENTIFIER_SHAPE), position: optionalField(U16_SHAPE) },
    identity: { identity: requiredField(IDENTIFIER_SHAPE), position: optionalField(U16_SHAPE) },
    group: { position: requiredField(U16_SHAPE), identity: optionalField(IDENTIFIER_SHAPE) },
  },
};

/** Describes who may change something, and who may change that authorization. */
export const CHANGE_RULES_SHAPE = recordShape({
  authorizedToMakeChange: requiredField(ACTION_TAKER_SHAPE),
  adminActionTakers: requiredField(ACTION_TAKER_SHAPE),
  changingAuthorizedActionTakersToNoOneAllowed: requiredField(BOOLEAN_SHAPE),
  changingAdminActionTakersToNoOneAllowed: requiredField(BOOLEAN_SHAPE),
  selfChangingAdminActionTakersAllowed: requiredField(BOOLEAN_SHAPE),
});

const CURVE = {
  d: requiredField(U64_SHAPE),
  n: requiredField(U64_SHAPE),
  o: requiredField(I64_SHAPE),
  start_moment: nullableField(U64_SHAPE),
  b: requiredField(U64_SHAPE),
  min_value: nullableField(U64_SHAPE),
  max_value: nullableField(U64_SHAPE),
};

/** Describes the amount per interval; its parameters are in snake case. */
export const DISTRIBUTION_FUNCTION_SHAPE: ChoiceShape = {
  kind: 'choice',
  isNumbered: true,
  steps: 'stepwise',
  variants: {
    fixedAmount: { amount: requiredField(U64_SHAPE) },
    random: { min: requiredField(U64_SHAPE), max: requiredField(U64_SHAPE) },
    stepDecreasingAmount: {
      step_count: requiredField(U32_SHAPE),
      decrease_per_interval_numerator: requiredField(U16_SHAPE),
      decrease_per_interval_denominator: requiredField(U16_SHAPE),
      start_decreasing_offset: nullableField(U64_SHAPE),
      max_interval_count: nullableField(U16_SHAPE),
      distribution_start_amount: requiredField(U64_SHAPE),
      trailing_distribution_interval_amount: requiredField(U64_SHAPE),
      min_value: nullableField(U64_SHAPE),
    },
    stepwise: {},
    linear: {
      a: requiredField(I64_SHAPE),
      d: requiredField(U64_SHAPE),
      start_step: nullableField(U64_SHAPE),
      starting_amount: requiredField(U64_SHAPE),
      min_value: nullableField(U64_SHAPE),
      max_value: nullableField(U64_SHAPE),
    },
    polynomial: { ...CURVE, a: requiredField(I64_SHAPE), m: requiredField(I64_SHAPE) },
    exponential: { ...CURVE, a: requiredField(U64_SHAPE), m: requiredField(I64_SHAPE) },
    logarithmic: { ...CURVE, a: requiredField(I64_SHAPE), m: requiredField(U64_SHAPE) },
    invertedLogarithmic: { ...CURVE, a: requiredField(I64_SHAPE), m: requiredField(U64_SHAPE) },
  },
};

/** Describes the interval of a perpetual distribution, and the amount per interval. */
export const DISTRIBUTION_TYPE_SHAPE: ChoiceShape = {
  kind: 'choice',
  isNumbered: true,
  variants: {
    blockBasedDistribution: {
      interval: requiredField(U64_SHAPE),
      function: requiredField(DISTRIBUTION_FUNCTION_SHAPE),
    },
    timeBasedDistribution: {
      interval: requiredField(U64_SHAPE),
      function: requiredField(DISTRIBUTION_FUNCTION_SHAPE),
    },
    epochBasedDistribution: {
      interval: requiredField(U16_SHAPE),
      function: requiredField(DISTRIBUTION_FUNCTION_SHAPE),
    },
  },
};

const PERPETUAL_SHAPE = recordShape({
  distributionType: requiredField(DISTRIBUTION_TYPE_SHAPE),
  distributionRecipient: requiredField({
    kind: 'choice',
    variants: {
      contractOwner: { identity: optionalField(IDENTIFIER_SHAPE) },
      identity: { identity: requiredField(IDENTIFIER_SHAPE) },
      evonodesByParticipation: { identity: optionalField(IDENTIFIER_SHAPE) },
    },
  }),
});

/** Describes the distribution rules of a token, in the order in which the platform checks them. */
const DISTRIBUTION_RULES = {
  perpetualDistribution: nullableField(PERPETUAL_SHAPE),
  perpetualDistributionRules: optionalField(CHANGE_RULES_SHAPE),
  preProgrammedDistribution: nullableField(
    recordShape({ distributions: requiredField(mapShape('u64', mapShape('identifier', U64_SHAPE))) }),
  ),
  newTokensDestinationIdentity: nullableField(IDENTIFIER_SHAPE),
  newTokensDestinationIdentityRules: optionalField(CHANGE_RULES_SHAPE),
  mintingAllowChoosingDestination: optionalField(BOOLEAN_SHAPE),
  mintingAllowChoosingDestinationRules: optionalField(CHANGE_RULES_SHAPE),
  changeDirectPurchasePricingRules: optionalField(CHANGE_RULES_SHAPE),
};

/** Describes the distribution rules of format "1": those of "0", and an amount that each identity can claim once. */
const EXTENDED_DISTRIBUTION_RULES = {
  ...DISTRIBUTION_RULES,
  oncePerIdentityDistribution: nullableField({
    kind: 'record',
    fields: { amount: requiredField(U64_SHAPE) },
    isTagged: false,
  }),
};

const HISTORY_SWITCHES = [
  'keepsTransferHistory',
  'keepsFreezingHistory',
  'keepsMintingHistory',
  'keepsBurningHistory',
  'keepsDirectPricingHistory',
  'keepsDirectPurchaseHistory',
];

const TOKEN_FIELDS: Fields = {
  conventions: requiredField(
    recordShape({
      localizations: optionalField(
        mapShape(
          'text',
          recordShape({
            shouldCapitalize: requiredField(BOOLEAN_SHAPE),
            singularForm: requiredField(TEXT_SHAPE),
            pluralForm: requiredField(TEXT_SHAPE),
          }),
        ),
      ),
      decimals: optionalField(U8_SHAPE),
    }),
  ),
  conventionsChangeRules: optionalField(CHANGE_RULES_SHAPE),
  baseSupply: optionalField(U64_SHAPE),
  maxSupply: nullableField(U64_SHAPE),
  keepsHistory: optionalField(
    recordShape(Object.fromEntries(HISTORY_SWITCHES.map((name) => [name, optionalField(BOOLEAN_SHAPE)]))),
  ),
  startAsPaused: optionalField(BOOLEAN_SHAPE),
  allowTransferToFrozenBalance: optionalField(BOOLEAN_SHAPE),
  maxSupplyChangeRules: optionalField(CHANGE_RULES_SHAPE),
  marketplaceRules: optionalField(
    recordShape({
      tradeMode: requiredField({ kind: 'word', words: ['NotTradeable'] }),
      tradeModeChangeRules: optionalField(CHANGE_RULES_SHAPE),
    }),
  ),
  manualMintingRules: optionalField(CHANGE_RULES_SHAPE),
  manualBurningRules: optionalField(CHANGE_RULES_SHAPE),
  freezeRules: optionalField(CHANGE_RULES_SHAPE),
  unfreezeRules: optionalField(CHANGE_RULES_SHAPE),
  destroyFrozenFundsRules: optionalField(CHANGE_RULES_SHAPE),
  emergencyActionRules: optionalField(CHANGE_RULES_SHAPE),
  mainControlGroup: nullableField(U16_SHAPE),
  mainControlGroupCanBeModified: optionalField(ACTION_TAKER_SHAPE),
  description: nullableField(TEXT_SHAPE),
};

/** Describes a token. Unknown members are ignored. */
export const TOKEN_SHAPE = recordShape({
  ...TOKEN_FIELDS,
  distributionRules: optionalField(recordShape(DISTRIBUTION_RULES)),
});

const FORMATS = ['0', '1'];

/** Describes what an update can compare of a token of the extended language: all but what no update of a contract ever changes. */
export const COMPARED_TOKEN_SHAPE = recordShape(
  {
    ...TOKEN_FIELDS,
    distributionRules: optionalField(recordShape(EXTENDED_DISTRIBUTION_RULES, FORMATS)),
  },
  FORMATS,
);

/** Maps members of a token of format "1" that never change to their defaults. */
export const FIXED_TOKEN_MEMBERS = { transferable: true, hasShieldedPool: false } as const;

/** Describes a token of the extended language, in format "0" or "1". */
export const EXTENDED_TOKEN_SHAPE = recordShape(
  {
    ...TOKEN_FIELDS,
    ...Object.fromEntries(
      Object.keys(FIXED_TOKEN_MEMBERS).map((name) => [name, optionalField(BOOLEAN_SHAPE)]),
    ),
    distributionRules: optionalField(recordShape(EXTENDED_DISTRIBUTION_RULES, FORMATS)),
  },
  FORMATS,
);

/** Describes a group. */
export const GROUP_SHAPE = recordShape({
  members: requiredField(mapShape('identifier', U32_SHAPE)),
  requiredPower: requiredField(U32_SHAPE),
});

/** Lists the change rules of a token that refer to groups: in the token, or in one of its objects. */
export const CHANGE_RULE_SETS: readonly (readonly [
  container: string | undefined,
  name: string,
  isLate: boolean,
])[] = [
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
