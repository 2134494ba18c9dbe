/** Builds change rules that this action taker can use, and nobody can change. */
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
 * Maps members of a token to their defaults; a name means the same everywhere. Others are null by default.
 *
 * Source: `packages/rs-dpp/src/data_contract/associated_token` in dashpay/platform.
 */
export const DEFAULT_TOKEN_VALUES: Readonly<Record<string, unknown>> = {
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
