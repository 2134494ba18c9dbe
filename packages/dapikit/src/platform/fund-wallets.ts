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
import { nodeSignatures } from '@dapikit/protocol/node';
import { base58 } from '@scure/base';
import { keyOfLock, shippedFunding } from './shipped-funding.js';

type IdentityCreate = Extract<StateTransition, { readonly type: 'identityCreate' }>;

/** 10 DASH. */
const CREDITS_PER_ADDRESS = 1_000_000_000_000n;

/** Lists the keys of an identity, in the order of their ids, as the official tutorials register them. */
export const WALLET_KEYS = [
  { purpose: 'AUTHENTICATION', securityLevel: 'MASTER' },
  { purpose: 'AUTHENTICATION', securityLevel: 'HIGH' },
  { purpose: 'AUTHENTICATION', securityLevel: 'CRITICAL' },
  { purpose: 'TRANSFER', securityLevel: 'CRITICAL' },
  { purpose: 'ENCRYPTION', securityLevel: 'MEDIUM' },
] as const;

/**
 * Registers the identities of wallets that are not on a platform yet, and funds their addresses, each with a signed state transition that
 * uses an asset lock. Leaves out what the platform rejects: identities of its store have the same keys, or its protocol version knows no addresses.
 * @param signal ends it before the next state transition. @throws its reason
 */
export async function fundWallets(
  platform: Platform,
  wallets: readonly FundedWallet[],
  signal: AbortSignal,
): Promise<void> {
  const { ConsensusError, KnownTransitionError } = await import('@dapikit/platform');
  const broadcast = async (stateTransition: Uint8Array): Promise<void> => {
    signal.throwIfAborted();
    try {
      await platform.broadcastStateTransition({ stateTransition });
    } catch (error) {
      if (!(error instanceof ConsensusError || error instanceof KnownTransitionError)) throw error;
    }
  };
  const shipped = await shippedFunding();
  for (const wallet of wallets) {
    for (const identity of wallet.identities)
      if ((await platform.getIdentity({ id: base58.encode(identity.id) })) === undefined)
        await broadcast(shipped.get(keyOfLock(identity.lock)) ?? registration(identity));
    await broadcast(shipped.get(keyOfLock(wallet.addressLock)) ?? addressFunding(wallet));
  }
}

/** Returns the signed state transitions that {@link fundWallets} broadcasts, by {@link keyOfLock}. */
export function signFunding(wallets: readonly FundedWallet[]): ReadonlyMap<string, Uint8Array> {
  return new Map(
    wallets.flatMap((wallet) => [
      ...wallet.identities.map((identity) => [keyOfLock(identity.lock), registration(identity)] as const),
      [keyOfLock(wallet.addressLock), addressFunding(wallet)] as const,
    ]),
  );
}

/**
 * Returns the bytes of the state transition that gives the lock of a wallet to its addresses. The output that gets the rest, which stands last
 * in the order of addresses, pays the fee.
 */
function addressFunding({ addresses, addressLock }: FundedWallet): Uint8Array {
  const last = addresses.length - 1;
  const outputs = addresses
    .map(({ keyId }) => keyId)
    .toSorted()
    .map((keyId, at) => ({
      address: { type: 'p2pkh' as const, hash: hexToBytes(keyId) },
      amount: at < last ? CREDITS_PER_ADDRESS : undefined,
    }));
  const transition = {
    type: 'addressFundingFromAssetLock',
    formatVersion: 0,
    assetLockProof: proofOf(addressLock),
    inputs: [],
    outputs,
    feeStrategy: [{ type: 'reduceOutput', index: last }],
    userFeeIncrease: 0,
    signature: new Uint8Array(),
    inputWitnesses: [],
  } as const satisfies StateTransition;
  const signature = sign(
    signableBytes(transition),
    'ECDSA_SECP256K1',
    addressLock.key.secretKey,
    nodeSignatures,
  );
  return encodeStateTransition({ ...transition, signature });
}

/** Returns the bytes of the state transition that creates an identity. */
function registration({ id: identityId, lock, key }: FundedIdentity): Uint8Array {
  const assetLockProof = proofOf(lock);
  const secretKeys = WALLET_KEYS.map((_, id) => key(id).secretKey);
  const transition = (signatures: readonly Uint8Array[], signature: Uint8Array): IdentityCreate => ({
    type: 'identityCreate',
    formatVersion: 0,
    publicKeys: WALLET_KEYS.map((kind, id) => ({
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
  const signatures = secretKeys.map((secretKey) =>
    sign(signable, 'ECDSA_SECP256K1', secretKey, nodeSignatures),
  );
  const signature = sign(signable, 'ECDSA_SECP256K1', lock.key.secretKey, nodeSignatures);
  return encodeStateTransition(transition(signatures, signature));
}

const proofOf = ({ txid, outputIndex, height }: CreditLock): AssetLockProof => ({
  type: 'chain',
  coreChainLockedHeight: height,
  outPoint: { transactionId: hexToBytes(txid).toReversed(), outputIndex },
});
