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

/** Makes a token with which `taker` may do everything. */
export const tokenOf = (taker: object) => {
  const rules = rulesOf(taker);
  return {
    ...TOKEN_1000,
    conventionsChangeRules: rules,
    maxSupplyChangeRules: rules,
    manualMintingRules: rules,
    manualBurningRules: rules,
    freezeRules: rules,
    unfreezeRules: rules,
    destroyFrozenFundsRules: rules,
    emergencyActionRules: rules,
    distributionRules: {
      $formatVersion: '0',
      perpetualDistribution: null,
      perpetualDistributionRules: rules,
      preProgrammedDistribution: null,
      newTokensDestinationIdentity: null,
      newTokensDestinationIdentityRules: rules,
      mintingAllowChoosingDestination: true,
      mintingAllowChoosingDestinationRules: rules,
      changeDirectPurchasePricingRules: rules,
    },
    marketplaceRules: {
      $formatVersion: '0',
      tradeMode: 'NotTradeable',
      tradeModeChangeRules: rules,
    },
    mainControlGroupCanBeModified: taker,
  };
};

/** A token with which its owner may do everything. */
export const OWNED_TOKEN = tokenOf({ $type: 'contractOwner' });

/** The token of {@link OWNED_TOKEN} with other distribution rules. */
export const distributedToken = (members: object): object => ({
  ...OWNED_TOKEN,
  distributionRules: { ...OWNED_TOKEN.distributionRules, ...members },
});
