import { doubleSha256, verifyByKeyHash, type StateTransition } from '@dapikit/protocol';
import { nodeSignatures } from '@dapikit/protocol/node';
import type { AssetLockSource } from '../../state/asset-lock/asset-lock-source.js';
import { verifyAssetLock, type VerifiedAssetLock } from '../../state/asset-lock/verify-asset-lock.js';
import { notSigned } from '../../base/errors/identity-errors.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { rejectionCost, signatureCost } from '../../state/fee/processing-cost.js';
import { checkKeyCount } from '../../state/identity/check-keys.js';
import { addCredits } from '../../state/identity/credits.js';
import { createIdentity } from '../../state/identity/identity-store.js';
import { isUniqueKey } from '../../state/identity/key-hash-index.js';
import { readKeys } from '../../state/identity/read-keys.js';
import { admitNewIdentity, checkIdentityId } from '../transition/admit-new-identity.js';
import type { AssetLockTransition, AssetLockUse } from '../transition/asset-lock-transition.js';
import type { SentTransition } from './decode-transition.js';
import { checkKeyProofs, keyInput } from './new-keys.js';

type Create = Extract<StateTransition, { readonly type: 'identityCreate' }>;
type TopUp = Extract<StateTransition, { readonly type: 'identityTopUp' }>;

/** Smallest rest of a lock, in credits. Source: `required_asset_lock_duff_balance_for_processing_start` in dashpay/platform. */
const MIN_CREDITS = { create: 200_000_000n, topUp: 50_000_000n };

/**
 * Returns the transition that creates or tops up an identity with an asset lock, whose proof is verified against layer 1.
 *
 * @throws {ConsensusError} when the proof is rejected, unpaid.
 */
export async function assetLockTransition(
  decoded: Create | TopUp,
  sent: SentTransition,
  source: AssetLockSource,
): Promise<AssetLockTransition> {
  if (decoded.type === 'identityCreate') checkKeyCount(decoded.publicKeys.length);
  const lock = await verifyAssetLock(decoded.assetLockProof, source);
  const { signature, userFeeIncrease } = decoded;
  const shared = {
    ...assetLockUse(lock, sent, signature),
    userFeeIncrease: BigInt(userFeeIncrease),
    rejectionFee: rejectionCost(2),
  };
  return decoded.type === 'identityCreate'
    ? { ...shared, minCredits: MIN_CREDITS.create, execute: identityCreate(decoded, sent, lock) }
    : { ...shared, minCredits: MIN_CREDITS.topUp, execute: identityTopUp(decoded) };
}

/** Returns the use of an asset lock by signed bytes. @param signature by the key of its credit output */
export const assetLockUse = (
  lock: VerifiedAssetLock,
  { signable }: SentTransition,
  signature: Uint8Array,
): Omit<AssetLockUse, 'minCredits'> => ({
  lock,
  signableHash: doubleSha256(signable),
  checkSignature: () => {
    if (verifyByKeyHash(signable, signature, lock.keyHash, nodeSignatures)) return;
    throw new ConsensusError('BasicECDSAError', notSigned('the key of the asset lock'), false);
  },
});

const identityCreate =
  (
    { identityId: id, publicKeys }: Create,
    sent: SentTransition,
    { outPoint }: VerifiedAssetLock,
  ): AssetLockTransition['execute'] =>
  async (context) => {
    const { view, credits } = context;
    checkIdentityId(id, doubleSha256(outPoint));
    const keys = readKeys(publicKeys.map(keyInput), id, 0);
    const checkProofs = (): void => checkKeyProofs(publicKeys, sent);
    const requirements = await admitNewIdentity(context, { id, keys, checkProofs });
    await createIdentity(view, { id, keys, balance: credits, requirements });
    // Each key signs for itself.
    const signatures = keys.filter(isUniqueKey).map(({ type }) => signatureCost(type));
    return { identityId: id, processingFee: signatures.reduce((sum, credits) => sum + credits, 0n) };
  };

const identityTopUp =
  ({ identityId }: TopUp): AssetLockTransition['execute'] =>
  async ({ view, credits }) => {
    await addCredits(view, identityId, credits);
    return { identityId, processingFee: 0n };
  };
