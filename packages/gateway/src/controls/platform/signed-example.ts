import type { Platform } from '@dapikit/platform';
import type { StateTransition } from '@dapikit/protocol';
import { base58 } from '@scure/base';

/** Private key of the example, and its public key: 1, and the generator of secp256k1. Source: SEC 2, section 2.4.1. */
const PRIVATE_KEY = Uint8Array.from({ length: 32 }, (_, at) => (at === 31 ? 1 : 0));
const PUBLIC_KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';

const TRANSFER_KEY = 1;
const CREDITS = 500_000n;

/** Signs transfers of credits of an identity of its own, whose key everybody knows. */
export async function signedExamples(
  platform: Platform,
  recipient: string,
): Promise<(nonce: bigint) => Uint8Array> {
  // A gateway loads the wire format after its start.
  const { encodeStateTransition, sign, signableBytes } = await import('@dapikit/protocol');
  const { id } = await platform.createIdentity({
    seed: 'carol',
    keys: [
      { securityLevel: 'MASTER' },
      { purpose: 'TRANSFER', securityLevel: 'CRITICAL', type: 'ECDSA_SECP256K1', data: PUBLIC_KEY },
    ],
  });
  return (nonce) => {
    const transfer = {
      type: 'identityCreditTransfer',
      formatVersion: 0,
      identityId: base58.decode(id),
      recipientId: base58.decode(recipient),
      amount: CREDITS,
      nonce,
      userFeeIncrease: 0,
      signaturePublicKeyId: TRANSFER_KEY,
      signature: new Uint8Array(),
    } as const satisfies StateTransition;
    const signature = sign(signableBytes(transfer), 'ECDSA_SECP256K1', PRIVATE_KEY);
    return encodeStateTransition({ ...transfer, signature });
  };
}
