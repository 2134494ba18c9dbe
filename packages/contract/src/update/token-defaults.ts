/** Rules that this taker may use, and that nobody may change. */
const rulesOf = ($type: string) => ({
  $formatVersion: '0',
  authorizedToMakeChange: { $type },
  adminActionTakers: { $type: 'noOne' },
  changingAuthorizedActionTakersToNoOneAllowed: false,
  changingAdminActionTakersToNoOneAllowed: false,
  selfChangingAdminActionTakersAllowed: false,
});

const NO_ONE = rulesOf('noOne');
const OWNER = rulesOf('contractOwner');

/**
 * What a token has where it does not say otherwise, by the member's name, which is the same wherever it stands. What is
 * not here is null.
 *
 * Source: `packages/rs-dpp/src/data_contract/associated_token` in dashpay/platform.
 */
export const TOKEN_DEFAULTS: Readonly<Record<string, unknown>> = {
  localizations: {},
  decimals: 8,
  conventionsChangeRules: NO_ONE,
  baseSupply: 0,
  keepsHistory: {},
  keepsTransferHistory: true,
  keepsFreezingHistory: true,
  keepsMintingHistory: true,
  keepsBurningHistory: true,
  keepsDirectPricingHistory: true,
  keepsDirectPurchaseHistory: true,
  startAsPaused: false,
  allowTransferToFrozenBalance: true,
  maxSupplyChangeRules: NO_ONE,
  distributionRules: {},
  perpetualDistributionRules: NO_ONE,
  newTokensDestinationIdentityRules: NO_ONE,
  mintingAllowChoosingDestination: true,
  mintingAllowChoosingDestinationRules: NO_ONE,
  changeDirectPurchasePricingRules: NO_ONE,
  marketplaceRules: { tradeMode: 'NotTradeable' },
  tradeModeChangeRules: NO_ONE,
  manualMintingRules: OWNER,
  manualBurningRules: OWNER,
  freezeRules: NO_ONE,
  unfreezeRules: NO_ONE,
  destroyFrozenFundsRules: NO_ONE,
  emergencyActionRules: NO_ONE,
  mainControlGroupCanBeModified: { $type: 'noOne' },
};
