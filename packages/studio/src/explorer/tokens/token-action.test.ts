import { tokenConfigurationChangeItem } from '@dapikit/protocol';
import { expect, it } from 'vitest';
import { findTaker, TOKEN_ACTIONS, SETTINGS, type TokenActionKind } from './token-action.js';

const owner = { $type: 'contractOwner' };
const group = { $type: 'group', position: 3 };
const configuration = {
  mainControlGroup: 2,
  mainControlGroupCanBeModified: owner,
  manualMintingRules: { authorizedToMakeChange: owner, adminActionTakers: group },
  distributionRules: {
    newTokensDestinationIdentityRules: { authorizedToMakeChange: { $type: 'mainGroup' } },
  },
};
const actionOf = (id: string): TokenActionKind => TOKEN_ACTIONS.find((action) => action.id === id)!;

it.each([
  ['mint', '', { kind: 'contractOwner' }],
  ['burn', '', { kind: 'contractOwner' }],
  ['freeze', '', { kind: 'noOne' }],
  ['changeSetting', 'manualBurning', { kind: 'noOne' }],
  ['transfer', '', { kind: 'anyone' }],
  ['claimPreProgrammed', '', { kind: 'anyone' }],
  ['changeSetting', 'manualMinting', { kind: 'group', position: 3 }],
  ['changeSetting', 'manualMintingAdminGroup', { kind: 'group', position: 3 }],
  ['changeSetting', 'newTokensDestinationIdentity', { kind: 'group', position: 2 }],
  ['changeSetting', 'newTokensDestinationIdentityControlGroup', { kind: 'noOne' }],
  ['changeSetting', 'mainControlGroup', { kind: 'contractOwner' }],
  ['changeSetting', 'maxSupply', { kind: 'noOne' }],
  ['changeSetting', 'other', { kind: 'noOne' }],
])('finds who may %s %s', (action, setting, taker) => {
  expect(findTaker({ configuration }, actionOf(action), setting)).toEqual(taker);
});

it('offers every setting that the platform can change', () => {
  const { description } = tokenConfigurationChangeItem;
  const variants = description.kind === 'union' ? description.variants : [];
  const names = variants.map(({ name }) => name).filter((name) => name !== 'tokenConfigurationNoChange');
  expect(SETTINGS.toSorted()).toEqual(names.toSorted());
});
