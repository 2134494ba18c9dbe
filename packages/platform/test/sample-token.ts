/** A token of which 1,000 come with its contract, in the official JSON. */
export const TOKEN_1000 = {
  $formatVersion: '0',
  conventions: {
    $formatVersion: '0',
    localizations: {
      en: { $formatVersion: '0', shouldCapitalize: true, singularForm: 'point', pluralForm: 'points' },
    },
    decimals: 0,
  },
  baseSupply: 1000,
};

/** Who may do something with a token, in the official JSON. */
export const rulesOf = (taker: object, members: object = {}): object => ({
  $formatVersion: '0',
  authorizedToMakeChange: taker,
  adminActionTakers: taker,
  changingAuthorizedActionTakersToNoOneAllowed: false,
  changingAdminActionTakersToNoOneAllowed: false,
  selfChangingAdminActionTakersAllowed: false,
  ...members,
});

export const OWNER_RULES = rulesOf({ $type: 'contractOwner' });

/** A token with which its owner may do everything. */
export const OWNED_TOKEN = {
  ...TOKEN_1000,
  conventionsChangeRules: OWNER_RULES,
  maxSupplyChangeRules: OWNER_RULES,
  manualMintingRules: OWNER_RULES,
  manualBurningRules: OWNER_RULES,
  freezeRules: OWNER_RULES,
  unfreezeRules: OWNER_RULES,
  destroyFrozenFundsRules: OWNER_RULES,
  emergencyActionRules: OWNER_RULES,
  distributionRules: {
    $formatVersion: '0',
    perpetualDistribution: null,
    perpetualDistributionRules: OWNER_RULES,
    preProgrammedDistribution: null,
    newTokensDestinationIdentity: null,
    newTokensDestinationIdentityRules: OWNER_RULES,
    mintingAllowChoosingDestination: true,
    mintingAllowChoosingDestinationRules: OWNER_RULES,
    changeDirectPurchasePricingRules: OWNER_RULES,
  },
  marketplaceRules: {
    $formatVersion: '0',
    tradeMode: 'NotTradeable',
    tradeModeChangeRules: OWNER_RULES,
  },
  mainControlGroupCanBeModified: { $type: 'contractOwner' },
};

/** The token of {@link OWNED_TOKEN} with other distribution rules. */
export const distributedToken = (members: object): object => ({
  ...OWNED_TOKEN,
  distributionRules: { ...OWNED_TOKEN.distributionRules, ...members },
});
