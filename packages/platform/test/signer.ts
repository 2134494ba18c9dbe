import { encodeStateTransition, sign, signableBytes, type StateTransition } from '@dapikit/protocol';
import { nodeSignatures } from '@dapikit/protocol/node';
import type { KeyInput } from '../src/state/identity/read-keys.js';

/** The private key of a number. */
export const privateKey = (number: number): Uint8Array => {
  const key = new Uint8Array(32);
  new DataView(key.buffer).setUint32(28, number + 1);
  return key;
};

const MESSAGE = new TextEncoder().encode('public key');

/** The public key of a private one: that which made a signature. */
export function publicKey(secret: Uint8Array): Uint8Array {
  const { signature, recoveryId } = nodeSignatures.signEcdsa(MESSAGE, secret);
  const key = nodeSignatures.recoverEcdsa(MESSAGE, signature, recoveryId);
  if (key === undefined) throw new Error('expected a public key');
  return key;
}

const KINDS = [
  { purpose: 'AUTHENTICATION', securityLevel: 'MASTER' },
  { purpose: 'AUTHENTICATION', securityLevel: 'CRITICAL' },
  { purpose: 'AUTHENTICATION', securityLevel: 'HIGH' },
  { purpose: 'TRANSFER', securityLevel: 'CRITICAL' },
] as const;

/** Keys 0 to 3 of an identity, as unsigned identities have them, with private keys from a number on. */
export const keysFrom = (first: number): KeyInput[] =>
  KINDS.map((kind, at) => ({
    ...kind,
    id: at,
    type: 'ECDSA_SECP256K1',
    data: publicKey(privateKey(first + at)),
  }));

/** Signs with a key of an identity: the number of its first private key, and the id of the key. */
export function signed(transition: StateTransition, first: number, keyId: number): Uint8Array {
  const signature = sign(
    signableBytes(transition),
    'ECDSA_SECP256K1',
    privateKey(first + keyId),
    nodeSignatures,
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same transition with a signature
  return encodeStateTransition({
    ...transition,
    signaturePublicKeyId: keyId,
    signature,
  } as StateTransition);
}

/** What each transition has before it is signed. */
export const UNSIGNED = { userFeeIncrease: 0, signaturePublicKeyId: 0, signature: new Uint8Array() } as const;
