import { textProperty, wholeContract, type Template } from './template.js';

/** Only the owner of the contract acts. */
const BY_OWNER = {
  $formatVersion: '0',
  authorizedToMakeChange: { $type: 'contractOwner' },
  adminActionTakers: { $type: 'contractOwner' },
  changingAuthorizedActionTakersToNoOneAllowed: false,
  changingAdminActionTakersToNoOneAllowed: false,
  selfChangingAdminActionTakersAllowed: false,
};

/** A token that its owner mints, burns, freezes and sells, and documents that cost some of it. */
export const TOKEN: Template = {
  about: 'a token that you mint, burn, freeze and sell, and a document type "thanks" that costs one of it',
  contract: wholeContract({
    documentSchemas: {
      thanks: {
        description: 'Thanks for something. Each costs a token, which goes to the owner of the contract.',
        type: 'object',
        documentsMutable: false,
        canBeDeleted: true,
        tokenCost: { create: { tokenPosition: 0, amount: 1, effect: 0, gasFeesPaidBy: 0 } },
        indices: [{ name: 'byOwner', properties: [{ $ownerId: 'asc' }, { $createdAt: 'asc' }] }],
        properties: { text: textProperty(0, 280, 'What the thanks are for.') },
        required: ['text', '$createdAt'],
        additionalProperties: false,
      },
    },
    tokens: {
      0: {
        $formatVersion: '0',
        conventions: {
          $formatVersion: '0',
          localizations: {
            en: { $formatVersion: '0', shouldCapitalize: true, singularForm: 'point', pluralForm: 'points' },
          },
          decimals: 0,
        },
        conventionsChangeRules: BY_OWNER,
        baseSupply: 1000,
        maxSupply: 1_000_000,
        maxSupplyChangeRules: BY_OWNER,
        distributionRules: {
          $formatVersion: '0',
          mintingAllowChoosingDestination: true,
          mintingAllowChoosingDestinationRules: BY_OWNER,
          changeDirectPurchasePricingRules: BY_OWNER,
        },
        manualMintingRules: BY_OWNER,
        manualBurningRules: BY_OWNER,
        freezeRules: BY_OWNER,
        unfreezeRules: BY_OWNER,
        destroyFrozenFundsRules: BY_OWNER,
        emergencyActionRules: BY_OWNER,
        mainControlGroupCanBeModified: { $type: 'contractOwner' },
      },
    },
    keywords: ['points'],
    description: 'Points that thank people.',
  }),
};
