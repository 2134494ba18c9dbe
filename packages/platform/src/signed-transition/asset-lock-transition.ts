import { doubleSha256, verifyByKeyHash, type StateTransition } from '@dapikit/protocol';
import { nodeSignatures } from '@dapikit/protocol/node';
import type { AssetLockSource } from '../asset-lock/asset-lock-source.js';
import { verifyAssetLock, type VerifiedAssetLock } from '../asset-lock/verify-asset-lock.js';
import { identifierText } from '../bytes/identifier.js';
import type { ContractBook } from '../contract/contract-book.js';
import { ConsensusError } from '../errors/consensus-error.js';
import { identityCreateFee, topUpFee } from '../fee/identity-fee.js';
import { rejectionCost } from '../fee/processing-cost.js';
import { checkBounds } from '../identity/check-bounds.js';
import { checkFirstKeys, checkKeyCount } from '../identity/check-keys.js';
import { checkUnusedKeys } from '../identity/check-unused-keys.js';
import { addCredits, findBalance } from '../identity/credits.js';
import { createIdentity } from '../identity/identity-store.js';
import { isUniqueKey } from '../identity/key-hash-index.js';
import { readKeys } from '../identity/read-keys.js';
import { AssetLockPenaltyError, type AssetLockTransition } from '../transition/asset-lock-transition.js';
import type { SentTransition } from './decode-transition.js';
import { checkKeyProofs, keyInput } from './new-keys.js';

type Create = Extract<StateTransition, { readonly type: 'identityCreate' }>;
type TopUp = Extract<StateTransition, { readonly type: 'identityTopUp' }>;

/** What a lock must have left, in credits. Source: `required_asset_lock_duff_balance_for_processing_start` in dashpay/platform. */
const MIN_CREDITS = { create: 200_000_000n, topUp: 50_000_000n };

/** What a rejected identity costs beside processing, in credits. Source: `fee/state_transition_penalties` in dashpay/platform. */
const PENALTIES = {
  identityId: 50_000_000n,
  keys: 10_000_000n,
  keyProofs: 50_000_000n,
  usedKeys: 10_000_000n,
};

/**
 * Returns the transition that creates or tops up an identity with an asset lock, whose proof is verified against layer 1.
 *
 * @throws {ConsensusError} when the proof is rejected, unpaid.
 */
export async function assetLockTransition(
  decoded: Create | TopUp,
  sent: SentTransition,
  { source, contracts }: { readonly source: AssetLockSource; readonly contracts: ContractBook },
): Promise<AssetLockTransition> {
  if (decoded.type === 'identityCreate') checkKeyCount(decoded.publicKeys.length);
  const lock = await verifyAssetLock(decoded.assetLockProof, source);
  const { signature, userFeeIncrease } = decoded;
  const shared = {
    lock,
    signableHash: doubleSha256(sent.signable),
    userFeeIncrease: BigInt(userFeeIncrease),
    rejectionFee: rejectionCost(2),
    checkSignature: () => {
      if (verifyByKeyHash(sent.signable, signature, lock.keyHash, nodeSignatures)) return;
      throw new ConsensusError('BasicECDSAError', { signer: 'the key of the asset lock' }, false);
    },
  };
  return decoded.type === 'identityCreate'
    ? { ...shared, minCredits: MIN_CREDITS.create, execute: identityCreate(decoded, sent, lock, contracts) }
    : { ...shared, minCredits: MIN_CREDITS.topUp, execute: identityTopUp(decoded) };
}

const identityCreate =
  (
    { identityId, publicKeys }: Create,
    { signable }: SentTransition,
    { outPoint }: VerifiedAssetLock,
    contracts: ContractBook,
  ): AssetLockTransition['execute'] =>
  async ({ view, credits }) => {
    const [id, expected] = [identifierText(identityId), identifierText(doubleSha256(outPoint))];
    if (id !== expected)
      throw new AssetLockPenaltyError(
        new ConsensusError('InvalidIdentifierError', { expected, given: id }),
        PENALTIES.identityId,
      );
    const keys = readKeys(publicKeys.map(keyInput), id, 0);
    await withPenalty(PENALTIES.keys, () => checkFirstKeys(keys));
    await withPenalty(PENALTIES.keyProofs, () => checkKeyProofs(publicKeys, signable));
    if ((await findBalance(view, id)) !== undefined)
      throw new ConsensusError('IdentityAlreadyExistsError', { identityId: id });
    await withPenalty(PENALTIES.usedKeys, async () => {
      await checkUnusedKeys(view, keys);
      await checkBounds(view, contracts, { id, keys: [] }, keys);
    });
    await createIdentity(view, { id, keys, balance: credits });
    const signing = keys.filter(isUniqueKey).map(({ type }) => type);
    return { identityId: id, ...identityCreateFee(keys.length, signing) };
  };

const identityTopUp =
  ({ identityId }: TopUp): AssetLockTransition['execute'] =>
  async ({ view, credits }) => {
    const id = identifierText(identityId);
    await addCredits(view, id, credits);
    return { identityId: id, ...topUpFee() };
  };

/** Runs checks whose rejection takes a penalty from the lock. @throws {AssetLockPenaltyError} */
async function withPenalty(penalty: bigint, check: () => Promise<void> | void): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof ConsensusError)) throw error;
    error.isPaid = true;
    throw new AssetLockPenaltyError(error, penalty);
  }
}
