import { readSigner } from '../../state/input/read-signed.js';
import type { AddressOutput } from '../../state/address/address-funds.js';
import { creditAddress } from '../../state/address/address-store.js';
import { boundedSum, checkOutputCount, checkOutputMinimum } from '../../state/address/check-structure.js';
import { readOutputs, type AddressAmount } from '../../state/address/read-funds.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { MIN_TO_ADDRESSES_FEE } from '../../state/fee/address-fee.js';
import { BASE_FEES } from '../../state/fee/processing-cost.js';
import { takeCredits } from '../../state/identity/credits.js';
import { TRANSFER_KEYS } from '../../state/identity/signing-key.js';
import type { Signed, SignedRequest, Transition } from '../transition/transition.js';

/** Describes a transfer of credits of an identity to addresses. */
export interface TransferToAddresses extends Signed {
  readonly outputs: readonly AddressAmount[];
}

/** Moves credits of an identity to platform addresses. @throws {InputError} */
export const transferToAddresses = ({ outputs, ...signed }: TransferToAddresses): Transition<object> =>
  creditsToAddresses(readSigner(signed), readOutputs(outputs));

/** Returns the transition that moves credits of an identity to addresses. @param outputs in the order of addresses */
export const creditsToAddresses = (
  signed: SignedRequest,
  outputs: readonly AddressOutput[],
): Transition<object> => ({
  signed,
  nonceOwner: {},
  keyRequirement: TRANSFER_KEYS,
  baseFee: BASE_FEES.identity,
  checkStructure: () => checkRecipients(outputs),
  requiredBalance: () => boundedSum('output', outputs) + MIN_TO_ADDRESSES_FEE,
  execute: async ({ view, signer }) => {
    await takeCredits(view, signer.id, boundedSum('output', outputs));
    for (const { address, amount } of outputs) await creditAddress(view, address, amount);
    return { result: {} };
  },
});

/**
 * Checks who gets credits. Source: `validate_structure` of `identity_credit_transfer_to_addresses_transition` in dashpay/platform.
 * @throws {ConsensusError} 10804, 10801, 10810 or 10700
 */
function checkRecipients(outputs: readonly AddressOutput[]): void {
  if (outputs.length === 0) throw new ConsensusError('TransitionNoOutputsError', {});
  checkOutputCount({ outputs });
  for (const { amount } of outputs) checkOutputMinimum(amount);
  boundedSum('output', outputs);
}
