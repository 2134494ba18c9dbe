import { addressFee, minTransferFee } from '../../state/fee/address-fee.js';
import type { AddressTransition } from '../transition/address-transition.js';
import { addressWork, sharedMembers, type AddressPayment } from './address-request.js';

/** Returns the transition that moves credits between addresses. */
export const addressTransfer = (request: AddressPayment): AddressTransition<object> => ({
  ...sharedMembers(request, 'transfer'),
  outputs: () => request.outputs,
  minFee: minTransferFee(request.inputs.length, request.outputs.length),
  execute: async ({ view }) => ({ result: {}, ...addressFee(await addressWork(view, request)) }),
});
