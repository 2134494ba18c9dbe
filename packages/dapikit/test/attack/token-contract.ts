const TAKER = { $type: 'contractOwner' };
const RULES = {
  $formatVersion: '0',
  authorizedToMakeChange: TAKER,
  adminActionTakers: TAKER,
  changingAuthorizedActionTakersToNoOneAllowed: false,
  changingAdminActionTakersToNoOneAllowed: false,
  selfChangingAdminActionTakersAllowed: false,
};

/** A token of which 1,000 come with its contract, and that the owner of the contract mints. */
const TOKEN = {
  $formatVersion: '0',
  conventions: {
    $formatVersion: '0',
    localizations: {
      en: { $formatVersion: '0', shouldCapitalize: true, singularForm: 'point', pluralForm: 'points' },
    },
    decimals: 0,
  },
  baseSupply: 1000,
  conventionsChangeRules: RULES,
  maxSupplyChangeRules: RULES,
  manualMintingRules: RULES,
  manualBurningRules: RULES,
  freezeRules: RULES,
  unfreezeRules: RULES,
  destroyFrozenFundsRules: RULES,
  emergencyActionRules: RULES,
  distributionRules: {
    $formatVersion: '0',
    perpetualDistribution: null,
    perpetualDistributionRules: RULES,
    preProgrammedDistribution: null,
    newTokensDestinationIdentity: null,
    newTokensDestinationIdentityRules: RULES,
    mintingAllowChoosingDestination: true,
    mintingAllowChoosingDestinationRules: RULES,
    changeDirectPurchasePricingRules: RULES,
  },
  marketplaceRules: { $formatVersion: '0', tradeMode: 'NotTradeable', tradeModeChangeRules: RULES },
  mainControlGroupCanBeModified: TAKER,
};

/** Makes a contract of which a post costs five tokens; they go to the owner of the contract (0), or are burnt (1). */
export const tokenContract = (effect: number): object => ({
  $formatVersion: '1',
  id: '7eMQ6H7itZQZccnxeQDw2PjTWdx8mRL8BpUdHxrSeHyR',
  ownerId: 'BFq9qeVFp3iG7HEvjkuJzehy8fzL7hMoffQsBpZCVWTw',
  version: 1,
  config: {
    $formatVersion: '1',
    canBeDeleted: false,
    readonly: false,
    keepsHistory: false,
    documentsKeepHistoryContractDefault: false,
    documentsMutableContractDefault: true,
    documentsCanBeDeletedContractDefault: true,
    requiresIdentityEncryptionBoundedKey: null,
    requiresIdentityDecryptionBoundedKey: null,
    sizedIntegerTypes: true,
  },
  documentSchemas: {
    post: {
      type: 'object',
      documentsMutable: false,
      canBeDeleted: false,
      tokenCost: { create: { tokenPosition: 0, amount: 5, effect, gasFeesPaidBy: 0 } },
      properties: { text: { type: 'string', maxLength: 20, position: 0 } },
      required: ['text'],
      additionalProperties: false,
    },
  },
  tokens: { 0: TOKEN },
});
