const rulesOf = (taker: object): object => ({
  $formatVersion: '0',
  authorizedToMakeChange: taker,
  adminActionTakers: taker,
  changingAuthorizedActionTakersToNoOneAllowed: false,
  changingAdminActionTakersToNoOneAllowed: false,
  selfChangingAdminActionTakersAllowed: false,
});
const GROUP_RULES = rulesOf({ $type: 'group', position: 0 });

/** Returns a contract with a token whose supply a group changes: two of its members decide. */
export const createTokenContract = (members: Readonly<Record<string, number>>): object => ({
  $formatVersion: '1',
  config: { $formatVersion: '1' },
  documentSchemas: {
    memo: {
      type: 'object',
      properties: { text: { type: 'string', maxLength: 63, position: 0 } },
      additionalProperties: false,
    },
  },
  groups: { 0: { $formatVersion: '0', members, requiredPower: 2 } },
  tokens: {
    0: {
      $formatVersion: '0',
      conventions: {
        $formatVersion: '0',
        localizations: {
          en: { $formatVersion: '0', shouldCapitalize: true, singularForm: 'point', pluralForm: 'points' },
        },
        decimals: 2,
      },
      baseSupply: 100_000,
      maxSupply: 5_000_000,
      manualMintingRules: GROUP_RULES,
      freezeRules: GROUP_RULES,
      emergencyActionRules: GROUP_RULES,
      maxSupplyChangeRules: GROUP_RULES,
      distributionRules: { $formatVersion: '0', mintingAllowChoosingDestination: true },
    },
  },
});
