import { describe, expect, it } from 'vitest';
import { type Members, OWNER, OTHER, official, next, rejections, codes } from './update-samples.js';

const localization = {
  $formatVersion: '0',
  shouldCapitalize: true,
  singularForm: 'credit',
  pluralForm: 'credits',
};
const token = (members: Members = {}): Members => ({
  $formatVersion: '0',
  conventions: { $formatVersion: '0', localizations: { en: localization } },
  ...members,
});
const rules = (taker: string) => ({
  $formatVersion: '0',
  authorizedToMakeChange: { $type: taker },
  adminActionTakers: { $type: 'noOne' },
  changingAuthorizedActionTakersToNoOneAllowed: false,
  changingAdminActionTakersToNoOneAllowed: false,
  selfChangingAdminActionTakersAllowed: false,
});
const tokens = (...list: readonly Members[]) => ({ tokens: Object.fromEntries(list.entries()) });
const group = (members: Members) => ({
  groups: { 0: { $formatVersion: '0', members, requiredPower: 2 } },
});

describe('an update of tokens and groups', () => {
  it('ignores differences that decode equally', () => {
    const spelled = token({
      baseSupply: '0',
      maxSupply: null,
      startAsPaused: false,
      allowTransferToFrozenBalance: true,
      manualMintingRules: rules('contractOwner'),
      freezeRules: rules('noOne'),
      keepsHistory: { $formatVersion: '0', keepsMintingHistory: true },
      distributionRules: { $formatVersion: '0', mintingAllowChoosingDestination: true },
      marketplaceRules: { $formatVersion: '0', tradeMode: 'NotTradeable' },
      conventions: { decimals: 8, localizations: { en: localization }, $formatVersion: '0' },
      mainControlGroupCanBeModified: { $type: 'noOne', position: 3 },
    });
    expect(rejections(official(tokens(token())), next(tokens(spelled)))).toEqual([]);
    expect(rejections(official(tokens(spelled)), next(tokens(token())))).toEqual([]);
  });

  it.each<[string, Members]>([
    ['supply', { baseSupply: 1 }],
    ['highest supply', { maxSupply: 0 }],
    ['pause', { startAsPaused: true }],
    ['minting', { manualMintingRules: rules('noOne') }],
    ['history', { keepsHistory: { $formatVersion: '0', keepsMintingHistory: false } }],
    ['destination', { distributionRules: { $formatVersion: '0', newTokensDestinationIdentity: OTHER } }],
    ['description', { description: 'credits' }],
  ])('rejects a changed %s', (_, members) => {
    expect(rejections(official(tokens(token())), next(tokens(token(members))))).toEqual([
      ['update-token-changed', 40004, '/tokens/0'],
    ]);
  });

  it('rejects a removed token, and warns of a new one', () => {
    expect(rejections(official(tokens(token(), token())), next(tokens(token())))).toEqual([
      ['update-token-removed', 40004, '/tokens'],
    ]);
    expect(codes(official(tokens(token())), next(tokens(token(), token())))).toEqual(['update-token-added']);
  });

  it('compares the members of groups without their order', () => {
    const registered = official(group({ [OWNER]: 1, [OTHER]: 1 }));
    expect(rejections(registered, next(group({ [OTHER]: 1, [OWNER]: 1 })))).toEqual([]);
    expect(rejections(registered, next(group({ [OTHER]: 2, [OWNER]: 2 })))).toEqual([
      ['update-group-changed', 40004, '/groups/0'],
    ]);
    expect(rejections(registered, next(group({ [OTHER]: 2, [OWNER]: 1 })))).toEqual([
      ['update-group-changed', 40004, '/groups/0'],
      ['group-weak-members', 10353, '/groups/0/members'],
    ]);
    expect(rejections(registered, next({ groups: { 0: 5 } }))).toEqual([
      ['group-shape', undefined, '/groups/0'],
    ]);
    expect(rejections(registered, next())).toEqual([['update-group-removed', 40004, '']]);
  });
});
