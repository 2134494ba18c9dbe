// Chapter 3: registers a contract with two tokens. The owner mints, sells and freezes the first; a group decides about the second.
// Written for testnet.
import { DataContract, EvoSDK, GroupStateTransitionInfoStatus } from '@dashevo/evo-sdk';
import { FIRST_MNEMONIC, KEYS, openIdentity, SECOND_MNEMONIC } from './local-wallet.mjs';

const GROUP = 0;

/** Returns the rules of a token that `taker` may change, and nobody else. */
const rulesOf = (taker) => ({
  $formatVersion: '0',
  authorizedToMakeChange: taker,
  adminActionTakers: { $type: 'noOne' },
  changingAuthorizedActionTakersToNoOneAllowed: false,
  changingAdminActionTakersToNoOneAllowed: false,
  selfChangingAdminActionTakersAllowed: false,
});

/** Returns a token that `taker` may mint, freeze, sell and limit. What is left out has its default. */
function tokenOf(taker) {
  const rules = rulesOf(taker);
  const form = { $formatVersion: '0', shouldCapitalize: true, singularForm: 'point', pluralForm: 'points' };
  return {
    $formatVersion: '0',
    conventions: { $formatVersion: '0', localizations: { en: form }, decimals: 0 },
    baseSupply: 1000,
    manualMintingRules: rules,
    freezeRules: rules,
    unfreezeRules: rules,
    maxSupplyChangeRules: rules,
    distributionRules: { $formatVersion: '0', changeDirectPurchasePricingRules: rules },
  };
}

const sdk = EvoSDK.testnetTrusted();
await sdk.connect();

const owner = await openIdentity(sdk, FIRST_MNEMONIC, 8);
const member = await openIdentity(sdk, SECOND_MNEMONIC, 8);
const signedByOwner = await owner.sign(KEYS.critical);
const signedByMember = await member.sign(KEYS.critical);

const nonce = (await sdk.identities.nonce(owner.id)) ?? 0n;
const note = {
  type: 'object',
  properties: { message: { type: 'string', maxLength: 63, position: 0 } },
  additionalProperties: false,
};
const options = { ownerId: owner.id, identityNonce: nonce + 1n, schemas: { note }, platformVersion: 13 };
const members = { [owner.id]: 1, [member.id]: 1 };
const contract = {
  ...new DataContract(options).toJSON(13),
  groups: { [GROUP]: { $formatVersion: '0', members, requiredPower: 2 } },
  tokens: {
    0: tokenOf({ $type: 'contractOwner' }),
    1: tokenOf({ $type: 'group', position: GROUP }),
  },
};
const dataContract = DataContract.fromJSON(contract, true, 13);
const registered = await sdk.contracts.publish({ dataContract, ...signedByOwner });
const dataContractId = registered.id.toString();

// The first token: the owner decides alone.
const coin = { dataContractId, tokenPosition: 0 };
const balanceOf = async ({ id }, tokenPosition) => {
  const tokenId = await sdk.tokens.calculateId(dataContractId, tokenPosition);
  return (await sdk.tokens.balances([id], tokenId)).get(id) ?? 0n;
};
await sdk.tokens.mint({
  ...coin,
  identityId: owner.id,
  amount: 50n,
  recipientId: member.id,
  ...signedByOwner,
});
await sdk.tokens.transfer({
  ...coin,
  senderId: owner.id,
  recipientId: member.id,
  amount: 10n,
  ...signedByOwner,
});
console.log('after mint and transfer:', await balanceOf(member, 0));

await sdk.tokens.setPrice({ ...coin, authorityId: owner.id, price: 1000n, ...signedByOwner });
await sdk.tokens.directPurchase({
  ...coin,
  buyerId: member.id,
  amount: 5n,
  maxTotalCost: 5000n,
  ...signedByMember,
});
console.log('after the purchase:', await balanceOf(member, 0));

const frozen = { ...coin, authorityId: owner.id, frozenIdentityId: member.id, ...signedByOwner };
await sdk.tokens.freeze(frozen);
const spend = { senderId: member.id, recipientId: owner.id, amount: 1n };
await sdk.tokens.transfer({ ...coin, ...spend, ...signedByMember }).catch(({ message }) => {
  console.log('frozen:', /IdentityTokenAccountFrozenError|is frozen/.test(message));
});
await sdk.tokens.unfreeze(frozen);

// The second token: the owner proposes, and the other member of the group signs. Both send the same values.
const minted = { dataContractId, tokenPosition: 1, amount: 25n, recipientId: member.id };
await sdk.tokens.mint({
  ...minted,
  identityId: owner.id,
  groupInfo: GroupStateTransitionInfoStatus.proposer(GROUP),
  ...signedByOwner,
});
console.log('proposed:', await balanceOf(member, 1));
const group = { dataContractId, groupContractPosition: GROUP };
const [actionId] = (await sdk.group.actions({ ...group, status: 'ACTIVE' })).keys();
await sdk.tokens.mint({
  ...minted,
  identityId: member.id,
  groupInfo: GroupStateTransitionInfoStatus.otherSigner(GROUP, actionId),
  ...signedByMember,
});
console.log('signed:', await balanceOf(member, 1));
