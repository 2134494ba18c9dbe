// Chapter 3: the owner of a token burns some, freezes an account and destroys what it has, pauses the token, limits its supply, and claims
// its share of a perpetual distribution. Written for testnet.
import { DataContract, EvoSDK, TokenConfigurationChangeItem } from '@dashevo/evo-sdk';
import { FIRST_MNEMONIC, KEYS, openIdentity, SECOND_MNEMONIC } from './local-wallet.mjs';

/** Lets the owner of the contract do what the rules are about, and nobody else. */
const RULES = {
  $formatVersion: '0',
  authorizedToMakeChange: { $type: 'contractOwner' },
  adminActionTakers: { $type: 'noOne' },
  changingAuthorizedActionTakersToNoOneAllowed: false,
  changingAdminActionTakersToNoOneAllowed: false,
  selfChangingAdminActionTakersAllowed: false,
};
const FORM = { $formatVersion: '0', shouldCapitalize: true, singularForm: 'point', pluralForm: 'points' };
/** Of a development chain, where each state transition is a block. Networks have longer intervals at least. */
const INTERVAL = 5;

const sdk = EvoSDK.testnetTrusted();
await sdk.connect();

const owner = await openIdentity(sdk, FIRST_MNEMONIC, 9);
const member = await openIdentity(sdk, SECOND_MNEMONIC, 9);
const signedByOwner = await owner.sign(KEYS.critical);
const signedByMember = await member.sign(KEYS.critical);

const nonce = (await sdk.identities.nonce(owner.id)) ?? 0n;
const note = {
  type: 'object',
  properties: { message: { type: 'string', maxLength: 63, position: 0 } },
  additionalProperties: false,
};
const options = { ownerId: owner.id, identityNonce: nonce + 1n, schemas: { note }, platformVersion: 13 };
const token = {
  $formatVersion: '0',
  conventions: { $formatVersion: '0', localizations: { en: FORM }, decimals: 0 },
  baseSupply: 1000,
  manualBurningRules: RULES,
  freezeRules: RULES,
  destroyFrozenFundsRules: RULES,
  emergencyActionRules: RULES,
  maxSupplyChangeRules: RULES,
  distributionRules: {
    $formatVersion: '0',
    perpetualDistribution: {
      $formatVersion: '0',
      distributionType: {
        $type: 'blockBasedDistribution',
        interval: INTERVAL,
        function: { $type: 'fixedAmount', amount: 10 },
      },
      distributionRecipient: { $type: 'contractOwner' },
    },
  },
};
const contract = { ...new DataContract(options).toJSON(13), tokens: { 0: token } };
const dataContract = DataContract.fromJSON(contract, true, 13);
const registered = await sdk.contracts.publish({ dataContract, ...signedByOwner });
const coin = { dataContractId: registered.id.toString(), tokenPosition: 0 };
const tokenId = await sdk.tokens.calculateId(coin.dataContractId, coin.tokenPosition);
const supply = async () => (await sdk.tokens.totalSupply(tokenId)).totalSupply;

await sdk.tokens.burn({ ...coin, identityId: owner.id, amount: 100n, ...signedByOwner });
console.log('supply after burning:', await supply());

const gift = { senderId: owner.id, recipientId: member.id, amount: 50n };
await sdk.tokens.transfer({ ...coin, ...gift, ...signedByOwner });
const frozen = { ...coin, authorityId: owner.id, frozenIdentityId: member.id, ...signedByOwner };
await sdk.tokens.freeze(frozen);
await sdk.tokens.destroyFrozen(frozen);
console.log('supply after destroying:', await supply());

await sdk.tokens.emergencyAction({ ...coin, authorityId: owner.id, action: 'pause', ...signedByOwner });
await sdk.tokens.transfer({ ...coin, ...gift, ...signedByOwner }).catch(({ message }) => {
  console.log('paused:', /TokenIsPausedError|is paused/.test(message));
});
await sdk.tokens.emergencyAction({ ...coin, authorityId: owner.id, action: 'resume', ...signedByOwner });

const limit = TokenConfigurationChangeItem.MaxSupplyItem(2000n);
const change = { identityId: owner.id, configurationChangeItem: limit };
await sdk.tokens.configUpdate({ ...coin, ...change, ...signedByOwner });
await sdk.tokens
  .configUpdate({ ...coin, ...change, identityId: member.id, ...signedByMember })
  .catch(({ message }) =>
    console.log('not for everybody:', /UnauthorizedTokenAction|not authorized/.test(message)),
  );

const before = await supply();
await sdk.tokens.claim({ ...coin, identityId: owner.id, distributionType: 'perpetual', ...signedByOwner });
console.log('claimed:', (await supply()) > before);
