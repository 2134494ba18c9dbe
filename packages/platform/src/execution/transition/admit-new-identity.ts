import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { wrongIdentityId } from '../../base/errors/asset-lock-errors.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import type { KeyRequirements } from '../../state/identity/bound-keys.js';
import { checkBounds } from '../../state/identity/check-bounds.js';
import { checkFirstKeys } from '../../state/identity/check-keys.js';
import { checkUnusedKeys } from '../../state/identity/check-unused-keys.js';
import { findBalance } from '../../state/identity/credits.js';
import type { PublicKey } from '../../state/identity/public-key.js';
import type { StoreView } from '../../store/store.js';
import { PenaltyError } from './asset-lock-transition.js';
import type { TransitionEnvironment } from './transition.js';

/**
 * The credits that a rejected identity costs in addition to processing. Source: `fee/state_transition_penalties` in
 * dashpay/platform.
 */
const PENALTIES = {
  identityId: 50_000_000n,
  keys: 10_000_000n,
  keyProofs: 50_000_000n,
  usedKeys: 10_000_000n,
};

/** Describes an identity that is to be created. */
interface NewKeys {
  /** 32 bytes. */
  readonly id: Uint8Array;
  readonly keys: readonly PublicKey[];
  /** Checks that each key signs for itself; absent for unsigned controls. @throws {ConsensusError} 20008, 20009 or 20010 */
  readonly checkProofs?: (() => void) | undefined;
}

/** Rejects an identity with another id than the one that follows from what pays for it. @throws {PenaltyError} 10102 */
export function checkIdentityId(given: Uint8Array, expected: Uint8Array): void {
  if (compareBytes(given, expected) !== 0)
    throw new PenaltyError(
      new ConsensusError('InvalidIdentifierError', wrongIdentityId(expected, given)),
      PENALTIES.identityId,
    );
}

/**
 * Checks an identity that an asset lock or addresses pay for, and returns the requirements for its bound keys. A rejection of its keys
 * takes a penalty from these.
 *
 * @throws {PenaltyError} @throws {ConsensusError} 40200, unpaid
 */
export async function admitNewIdentity(
  {
    view,
    contracts,
    rules,
  }: Pick<TransitionEnvironment, 'contracts' | 'rules'> & { readonly view: StoreView },
  { id, keys, checkProofs }: NewKeys,
): Promise<KeyRequirements> {
  await withPenalty(PENALTIES.keys, () => checkFirstKeys(keys));
  await withPenalty(PENALTIES.keyProofs, () => checkProofs?.());
  if ((await findBalance(view, id)) !== undefined)
    throw new ConsensusError('IdentityAlreadyExistsError', { identityId: id });
  return withPenalty(PENALTIES.usedKeys, async () => {
    await checkUnusedKeys(view, keys, rules.protocolVersion);
    return checkBounds(view, contracts, { id, keys: [] }, keys);
  });
}

/** Runs checks whose rejection takes a penalty. @throws {PenaltyError} */
async function withPenalty<Result>(penalty: bigint, check: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof ConsensusError)) throw error;
    error.isPaid = true;
    throw new PenaltyError(error, penalty);
  }
}
