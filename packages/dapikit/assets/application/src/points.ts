import { type EvoSDK, Identifier, IdentitySigner, PrivateKey } from '@dashevo/evo-sdk';
import type { User } from './user.js';

/** Position of the points among the tokens of the contract. */
const POSITION = 0;

/** Returns the number of points that a user has. */
export async function pointsOf(sdk: EvoSDK, contractId: string, { identityId }: User): Promise<bigint> {
  const tokenId = await sdk.tokens.calculateId(contractId, POSITION);
  const balances = await sdk.tokens.balances([identityId], tokenId);
  return balances.get(identityId) ?? 0n;
}

/** Buys points for credits, at the price that the owner of the contract set. */
export async function buyPoints(
  sdk: EvoSDK,
  contractId: string,
  { identityId, privateKey }: User,
  amount: bigint,
): Promise<void> {
  const { currentPrice } = await sdk.tokens.priceByContract(contractId, POSITION);
  const identity = await sdk.identities.fetch(identityId);
  const hash = PrivateKey.fromWIF(privateKey).getPublicKeyHash();
  const identityKey = identity?.publicKeys.find((key) => key.getPublicKeyHash() === hash);
  if (identityKey === undefined) throw new Error('The identity does not have this key.');
  const signer = new IdentitySigner();
  signer.addKeyFromWif(privateKey);
  await sdk.tokens.directPurchase({
    dataContractId: new Identifier(contractId),
    tokenPosition: POSITION,
    buyerId: new Identifier(identityId),
    amount,
    maxTotalCost: amount * BigInt(currentPrice),
    identityKey,
    signer,
  });
}
