import { tokenContract } from './token-contract.js';

const NO_ONE = { $type: 'noOne' };

/** Rules that name nobody, neither now nor later. */
export const CLOSED = {
  $formatVersion: '0',
  authorizedToMakeChange: NO_ONE,
  adminActionTakers: NO_ONE,
  changingAuthorizedActionTakersToNoOneAllowed: false,
  changingAdminActionTakersToNoOneAllowed: false,
  selfChangingAdminActionTakersAllowed: false,
};

const RULES = [
  'conventionsChangeRules',
  'maxSupplyChangeRules',
  'manualMintingRules',
  'manualBurningRules',
  'freezeRules',
  'unfreezeRules',
  'destroyFrozenFundsRules',
  'emergencyActionRules',
];

/** Makes a contract of tokens whose rules are closed, other than some. */
export function closedToken(open: object, groups?: object, count = 1): object {
  const contract = Object(tokenContract(0));
  const token = contract.tokens[0];
  const { distributionRules, marketplaceRules } = token;
  const closed = {
    ...token,
    ...Object.fromEntries(RULES.map((name) => [name, CLOSED])),
    distributionRules: {
      ...distributionRules,
      perpetualDistributionRules: CLOSED,
      newTokensDestinationIdentityRules: CLOSED,
      mintingAllowChoosingDestinationRules: CLOSED,
      changeDirectPurchasePricingRules: CLOSED,
    },
    marketplaceRules: { ...marketplaceRules, tradeModeChangeRules: CLOSED },
    mainControlGroupCanBeModified: NO_ONE,
    ...open,
  };
  const { tokenCost: _, ...post } = contract.documentSchemas.post;
  const tokens = Object.fromEntries(Array.from({ length: count }, (_, position) => [position, closed]));
  return { ...contract, documentSchemas: { post }, tokens, ...(groups && { groups }) };
}
