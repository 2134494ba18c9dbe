import { concatBytes } from '../../base/bytes/concat-bytes.js';
import { integerBytes } from '../../base/bytes/integer-bytes.js';
import { boundedSum, checkAddressStructure } from '../../state/address/check-structure.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { addressFee } from '../../state/fee/address-fee.js';
import { SYSTEM_IDS } from '../../state/system-contract/system-ids.js';
import type { AddressTransition } from '../transition/address-transition.js';
import { queueWithdrawal } from '../../state/withdrawal/withdrawal-documents.js';
import {
  checkWithdrawalTerms,
  isWithdrawalAmount,
  MIN_WITHDRAWAL_FEE,
  QUORUM_SIGNATURE_FEE,
  WITHDRAWAL_AMOUNTS,
  type WithdrawalTerms,
} from '../../state/withdrawal/withdrawal-terms.js';
import { addressWork, sharedMembers, type AddressPayment } from './address-request.js';

/** Describes a withdrawal of addresses. */
export interface AddressWithdrawal extends AddressPayment, WithdrawalTerms {
  readonly outputScript: Uint8Array;
}

/** Returns the transition that withdraws credits of addresses to layer 1. */
export const addressWithdrawal = (request: AddressWithdrawal): AddressTransition<object> => ({
  ...sharedMembers(request, 'withdrawal'),
  outputs: () => request.outputs,
  minFee: MIN_WITHDRAWAL_FEE,
  checkStructure: () => {
    checkAddressStructure('withdrawal', request);
    checkWithdrawalTerms(request);
    checkAmount(request);
  },
  execute: async ({ view, contracts, block, spent }) => {
    const { coreFeePerByte, outputScript } = request;
    const [{ address, nonce } = { address: new Uint8Array(), nonce: 0 }] = spent;
    await queueWithdrawal(view, contracts, block, {
      ownerId: SYSTEM_IDS.owner,
      entropy: concatBytes([integerBytes(BigInt(nonce), 4), address, outputScript]),
      credits: boundedSum('input', request.inputs) - boundedSum('output', request.outputs),
      coreFeePerByte,
      outputScript,
    });
    const { storageFee, processingFee } = addressFee(await addressWork(view, request));
    return { result: {}, storageFee, processingFee: processingFee + QUORUM_SIGNATURE_FEE };
  },
});

/**
 * Checks what is withdrawn. Source: `validate_structure_v0` of `address_credit_withdrawal_transition` in dashpay/platform.
 * @throws {ConsensusError} 10700, 10813 or 10818
 */
function checkAmount({ inputs: given, outputs: received }: AddressWithdrawal): void {
  const [inputs, outputs] = [boundedSum('input', given), boundedSum('output', received)];
  if (inputs <= outputs)
    throw new ConsensusError('WithdrawalBalanceMismatchError', {
      inputSum: inputs,
      outputSum: outputs,
      // Nothing is left to withdraw.
      withdrawalAmount: 0n,
    });
  const amount = inputs - outputs;
  if (!isWithdrawalAmount(amount))
    throw new ConsensusError('WithdrawalBelowMinAmountError', {
      withdrawalAmount: amount,
      ...WITHDRAWAL_AMOUNTS,
    });
}
