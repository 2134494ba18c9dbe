import { sumOf, type AddressOutput, type AddressOutputOrRest } from '../../state/address/address-funds.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { addressFee } from '../../state/fee/address-fee.js';
import type { AddressTransition } from '../transition/address-transition.js';
import type { AssetLockUse } from '../transition/asset-lock-transition.js';
import { addressWork, sharedMembers, type AddressRequest } from './address-request.js';

/** Describes addresses that get the credits of an asset lock: one of them the rest. */
export interface AddressFunding extends AddressRequest {
  readonly outputs: readonly AddressOutputOrRest[];
}

/**
 * Smallest rest of a lock, in credits. Source: `required_asset_lock_duff_balance_for_processing_start_for_address_funding` in
 * dashpay/platform.
 */
const MIN_CREDITS = 50_000_000n;

/** Returns the transition that gives addresses the credits of an asset lock, and of other addresses. */
export const addressFunding = (
  request: AddressFunding,
  use: Omit<AssetLockUse, 'minCredits'>,
): AddressTransition<object> => ({
  ...sharedMembers(request, 'funding'),
  outputs: (locked) => withRest(request, use, locked),
  minFee: 0n,
  fundingLock: { ...use, minCredits: MIN_CREDITS },
  execute: async ({ view }) => ({
    result: {},
    ...addressFee({ ...(await addressWork(view, request)), usesAssetLock: true }),
  }),
});

/** Returns outputs with the amount of the one that gets the rest. @throws {ConsensusError} 10530 when the others get more than there is */
function withRest(
  { inputs, outputs }: AddressFunding,
  { lock }: Pick<AssetLockUse, 'lock'>,
  locked: bigint,
): readonly AddressOutput[] {
  const named = sumOf(outputs.map(({ amount = 0n }) => ({ amount })));
  const rest = locked + sumOf(inputs) - named;
  if (rest < 0n)
    throw new ConsensusError('IdentityAssetLockTransactionOutPointNotEnoughBalanceError', {
      transactionId: lock.transactionId,
      outputIndex: BigInt(lock.index),
      initialAssetLockCredits: lock.credits,
      creditsLeft: locked,
      creditsRequired: locked - rest,
    });
  return outputs.map(({ address, amount = rest }) => ({ address, amount }));
}
