import {
  hexToBytes,
  publicKeyOf,
  type CreditLock,
  type FundedIdentity,
  type FundedWallet,
} from '@dapikit/chain';
import type { Platform } from '@dapikit/platform';
import {
  encodeStateTransition,
  sign,
  signableBytes,
  type AssetLockProof,
  type StateTransition,
} from '@dapikit/protocol';
import { base58 } from '@scure/base';

type IdentityCreate = Extract<StateTransition, { readonly type: 'identityCreate' }>;

/** The keys of an identity, in the order of their ids, as the official tutorials register them. */
const KEYS = [
  { purpose: 'AUTHENTICATION', securityLevel: 'MASTER' },
  { purpose: 'AUTHENTICATION', securityLevel: 'HIGH' },
  { purpose: 'AUTHENTICATION', securityLevel: 'CRITICAL' },
  { purpose: 'TRANSFER', securityLevel: 'CRITICAL' },
  { purpose: 'ENCRYPTION', securityLevel: 'MEDIUM' },
] as const;

/**
 * Registers the identities of wallets that are not on a platform yet, each with a signed state transition that uses its asset lock.
 * Leaves out those that the platform rejects: other identities of its store have their keys.
 */
export async function registerIdentities(
  platform: Platform,
  wallets: readonly FundedWallet[],
): Promise<void> {
  const { ConsensusError, KnownTransitionError } = await import('@dapikit/platform');
  for (const identity of wallets.flatMap(({ identities }) => identities)) {
    if ((await platform.getIdentity({ id: base58.encode(identity.id) })) !== undefined) continue;
    try {
      await platform.broadcastStateTransition({ stateTransition: registration(identity) });
    } catch (error) {
      if (!(error instanceof ConsensusError || error instanceof KnownTransitionError)) throw error;
    }
  }
}

/** Returns the bytes of the state transition that creates an identity. */
function registration({ id: identityId, lock, key }: FundedIdentity): Uint8Array {
  const assetLockProof = proofOf(lock);
  const secretKeys = KEYS.map((_, id) => key(id).secretKey);
  const transition = (signatures: readonly Uint8Array[], signature: Uint8Array): IdentityCreate => ({
    type: 'identityCreate',
    formatVersion: 0,
    publicKeys: KEYS.map((kind, id) => ({
      ...kind,
      formatVersion: 0,
      id,
      type: 'ECDSA_SECP256K1',
      contractBounds: undefined,
      readOnly: false,
      data: publicKeyOf(secretKeys[id] ?? new Uint8Array()),
      signature: signatures[id] ?? new Uint8Array(),
    })),
    assetLockProof,
    userFeeIncrease: 0,
    signature,
    identityId,
  });
  const none = new Uint8Array();
  const signable = signableBytes(transition([], none));
  const signatures = secretKeys.map((secretKey) => sign(signable, 'ECDSA_SECP256K1', secretKey));
  const signature = sign(signable, 'ECDSA_SECP256K1', lock.key.secretKey);
  return encodeStateTransition(transition(signatures, signature));
}

const proofOf = ({ txid, outputIndex, height }: CreditLock): AssetLockProof => ({
  type: 'chain',
  coreChainLockedHeight: height,
  outPoint: { transactionId: hexToBytes(txid).toReversed(), outputIndex },
});
