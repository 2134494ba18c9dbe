import { readFeeStrategy, readInputs, type AddressFunds } from '../state/address/read-funds.js';
import type { AddressRequest } from '../execution/address-transition/address-request.js';
import { readIncrease } from '../state/input/read-signed.js';

/** Reads the members that transitions of addresses share. @throws {InputError} */
export const readFunds = ({ inputs, feeStrategy, userFeeIncrease }: AddressFunds): AddressRequest => ({
  inputs: readInputs(inputs),
  feeStrategy: readFeeStrategy(feeStrategy),
  userFeeIncrease: readIncrease(userFeeIncrease),
});
