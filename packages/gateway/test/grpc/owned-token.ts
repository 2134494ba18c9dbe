/** Who may do something with a token, in the official JSON. */
export const rulesOf = (taker: object): object => ({
  $formatVersion: '0',
  authorizedToMakeChange: taker,
  adminActionTakers: { $type: 'noOne' },
  changingAuthorizedActionTakersToNoOneAllowed: false,
  changingAdminActionTakersToNoOneAllowed: false,
  selfChangingAdminActionTakersAllowed: false,
});

const OWNER = rulesOf({ $type: 'contractOwner' });

/** A token of which the owner of its contract has 1,000, and with which the owner may do everything. */
export const OWNED_TOKEN = {
  $formatVersion: '0',
  conventions: {
    $formatVersion: '0',
    localizations: {
      en: { $formatVersion: '0', shouldCapitalize: true, singularForm: 'point', pluralForm: 'points' },
    },
    decimals: 0,
  },
  baseSupply: 1000,
  manualMintingRules: OWNER,
  manualBurningRules: OWNER,
  freezeRules: OWNER,
  unfreezeRules: OWNER,
  destroyFrozenFundsRules: OWNER,
  emergencyActionRules: OWNER,
  maxSupplyChangeRules: OWNER,
  distributionRules: {
    $formatVersion: '0',
    perpetualDistributionRules: OWNER,
    newTokensDestinationIdentityRules: OWNER,
    mintingAllowChoosingDestinationRules: OWNER,
    changeDirectPurchasePricingRules: OWNER,
  },
};
