import { findAddresses } from '../../state/address/address-store.js';
import type { AddressOutput } from '../../state/address/address-funds.js';
import {
  checkAddressStructure,
  type AddressStructure,
  type AddressTransitionKind,
} from '../../state/address/check-structure.js';
import type { AddressWork } from '../../state/fee/address-fee.js';
import { rejectionCost } from '../../state/fee/processing-cost.js';
import type { StoreView } from '../../store/store.js';
import type { AddressTransition } from '../transition/address-transition.js';

/** Describes what all transitions of addresses have, whether they are signed bytes or unsigned controls. */
export interface AddressRequest extends Omit<AddressStructure, 'keys' | 'outputs'> {
  /** In percent of the processing fee. */
  readonly userFeeIncrease: bigint;
  readonly checkWitnesses?: AddressTransition<unknown>['checkWitnesses'];
}

/** Describes a request whose outputs all have amounts. */
export interface AddressPayment extends AddressRequest {
  readonly outputs: readonly AddressOutput[];
}

/** Places that are read before a rejection, for each input. */
const SEEKS_PER_INPUT = 2;

/** Returns the members that transitions of addresses share. */
export const sharedMembers = (
  request: AddressRequest & AddressStructure,
  kind: AddressTransitionKind,
): Pick<
  AddressTransition<unknown>,
  'inputs' | 'feeStrategy' | 'userFeeIncrease' | 'rejectionFee' | 'checkWitnesses' | 'checkStructure'
> => ({
  inputs: request.inputs,
  feeStrategy: request.feeStrategy,
  userFeeIncrease: request.userFeeIncrease,
  rejectionFee: rejectionCost(SEEKS_PER_INPUT * request.inputs.length),
  ...(request.checkWitnesses === undefined ? {} : { checkWitnesses: request.checkWitnesses }),
  checkStructure: () => checkAddressStructure(kind, request),
});

/** Returns what a transition of addresses changes, of which its fee follows. */
export async function addressWork(
  view: StoreView,
  { inputs, outputs }: Pick<AddressStructure, 'inputs' | 'outputs'>,
): Promise<AddressWork> {
  const found = await findAddresses(
    view,
    outputs.map(({ address }) => address),
  );
  return {
    inputs: inputs.length,
    outputs: outputs.length,
    newOutputs: found.filter((state) => state === undefined).length,
  };
}
