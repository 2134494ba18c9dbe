// Chapter 2: registers a contract whose documents are traded, creates a card, sells it, and its new owner gives it back. Written for testnet.
import { DataContract, Document, EvoSDK } from '@dashevo/evo-sdk';
import { FIRST_MNEMONIC, KEYS, openIdentity, SECOND_MNEMONIC } from './local-wallet.mjs';

const PRICE = 100_000_000n;

const sdk = EvoSDK.testnetTrusted();
await sdk.connect();

const seller = await openIdentity(sdk, FIRST_MNEMONIC, 5);
const buyer = await openIdentity(sdk, SECOND_MNEMONIC, 5);
const nonce = (await sdk.identities.nonce(seller.id)) ?? 0n;
const dataContract = new DataContract({
  ownerId: seller.id,
  identityNonce: nonce + 1n,
  schemas: {
    card: {
      type: 'object',
      documentsMutable: false,
      transferable: 1,
      tradeMode: 1,
      properties: { name: { type: 'string', maxLength: 63, position: 0 } },
      required: ['name'],
      additionalProperties: false,
    },
  },
  platformVersion: 13,
});
const registered = await sdk.contracts.publish({ dataContract, ...(await seller.sign(KEYS.critical)) });
const dataContractId = registered.id.toString();
const ofType = { dataContractId, documentTypeName: 'card' };

await sdk.documents.create({
  document: new Document({ properties: { name: 'Ace' }, ...ofType, ownerId: seller.id, revision: 1n }),
  ...(await seller.sign(KEYS.critical)),
});
const cardId = [...(await sdk.documents.query(ofType)).values()][0].id;

/** Returns the card with the next revision, as each change of it needs it. */
async function nextCard() {
  const card = await sdk.documents.get(dataContractId, 'card', cardId);
  card.revision += 1n;
  return card;
}
const ownerName = async () => {
  const { ownerId } = await sdk.documents.get(dataContractId, 'card', cardId);
  return ownerId.toString() === seller.id ? 'seller' : 'buyer';
};

await sdk.documents.setPrice({
  document: await nextCard(),
  price: PRICE,
  ...(await seller.sign(KEYS.critical)),
});
await sdk.documents.purchase({
  document: await nextCard(),
  buyerId: buyer.id,
  price: PRICE,
  ...(await buyer.sign(KEYS.critical)),
});
console.log('owner after the purchase:', await ownerName());

await sdk.documents.transfer({
  document: await nextCard(),
  recipientId: seller.id,
  ...(await buyer.sign(KEYS.critical)),
});
console.log('owner after the transfer:', await ownerName());
