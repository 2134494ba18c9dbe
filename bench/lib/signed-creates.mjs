// Identities with keys, and document creates that they sign: bytes as an SDK sends them.
import { documentId, encodeStateTransition, nobleSignatures, sign, signableBytes } from '@dapikit/protocol';
import { base58 } from '@scure/base';
import { dataOf, PLAIN_TYPES } from './sales.mjs';

const CREDITS = 10n ** 17n;
const IDENTITIES = 8;
export const HIGH_KEY = 2;
const KINDS = [
  ['AUTHENTICATION', 'MASTER'],
  ['AUTHENTICATION', 'CRITICAL'],
  ['AUTHENTICATION', 'HIGH'],
];

/** The private key of a key of an identity. */
function privateKey(identity, key) {
  const bytes = new Uint8Array(32);
  bytes.set([1, identity, key], 29);
  return bytes;
}

/** The public key of a key of an identity: the one that makes a signature. */
export function publicKey(identity, key) {
  const message = new Uint8Array(32);
  const { signature, recoveryId } = nobleSignatures.signEcdsa(message, privateKey(identity, key));
  return nobleSignatures.recoverEcdsa(message, signature, recoveryId);
}

/** Creates identities with keys. */
export async function openIdentities(platform) {
  const ids = [];
  for (let identity = 0; identity < IDENTITIES; identity += 1) {
    const keys = KINDS.map(([purpose, securityLevel], id) => ({
      id,
      purpose,
      securityLevel,
      type: 'ECDSA_SECP256K1',
      data: publicKey(identity, id),
    }));
    ids.push((await platform.createIdentity({ credits: CREDITS, keys })).id);
  }
  return ids;
}

/** Creates identities with keys and a contract with three indices. */
export async function openSigners(platform, types = PLAIN_TYPES) {
  const ids = await openIdentities(platform);
  const { contractId } = await platform.registerContract({ by: ids[0], contract: types });
  return { ids, contractId };
}

const wireOf = (value) =>
  typeof value === 'string' ? { type: 'text', value } : { type: 'u64', value: BigInt(value) };

/** Returns the signed bytes of the document of a number. Identities take turns, each with the nonces 1, 2, 3 and so on. */
export function signedCreate({ ids, contractId }, number) {
  const identity = number % IDENTITIES;
  const ownerId = base58.decode(ids[identity]);
  const dataContractId = base58.decode(contractId);
  const entropy = new Uint8Array(32);
  new DataView(entropy.buffer).setUint32(0, number);
  const item = {
    transition: 'document',
    action: 'create',
    formatVersion: 0,
    base: {
      formatVersion: 1,
      id: documentId(dataContractId, ownerId, 'sale', entropy),
      identityContractNonce: BigInt(Math.floor(number / IDENTITIES) + 1),
      documentType: 'sale',
      dataContractId,
      tokenPaymentInfo: undefined,
    },
    entropy,
    data: new Map(Object.entries(dataOf(number)).map(([name, value]) => [name, wireOf(value)])),
    prefundedVotingBalance: undefined,
  };
  return signedBatch({ ids, identity, key: HIGH_KEY }, item);
}

/** Returns the bytes of a batch of one item that a key of an identity signs. */
export function signedBatch({ ids, identity, key }, item) {
  const unsigned = {
    type: 'batch',
    formatVersion: 1,
    ownerId: base58.decode(ids[identity]),
    transitions: [item],
    userFeeIncrease: 0,
    signaturePublicKeyId: key,
    signature: new Uint8Array(),
  };
  const signature = sign(signableBytes(unsigned), 'ECDSA_SECP256K1', privateKey(identity, key));
  return encodeStateTransition({ ...unsigned, signature });
}
