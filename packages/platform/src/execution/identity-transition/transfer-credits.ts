import { readSigner } from '../../state/input/read-signed.js';
import { checkTransfer, transferCredits } from '../../state/identity/credits.js';
import { TRANSFER_KEYS } from '../../state/identity/signing-key.js';
import { BASE_FEES } from '../../state/fee/processing-cost.js';
import { readId, readUnsigned, type IdInput, type IntegerInput } from '../../state/input/read-input.js';
import type { Signed, Transition } from '../transition/transition.js';
import { MIN_PROCESSING_FEE } from './min-processing-fee.js';

/** Describes a transfer of credits. */
export interface TransferCredits extends Signed {
  readonly recipientId: IdInput;
  readonly credits: IntegerInput;
}

/** Moves credits from one identity to another. @throws {InputError} */
export function creditTransfer({ recipientId, credits, ...sender }: TransferCredits): Transition<object> {
  const signed = readSigner(sender);
  const transfer = {
    senderId: signed.by,
    recipientId: readId(recipientId, 'recipientId'),
    credits: readUnsigned(credits, 'credits'),
  };
  return {
    signed,
    nonceOwner: {},
    keyRequirement: TRANSFER_KEYS,
    baseFee: BASE_FEES.identity,
    checkStructure: () => checkTransfer(transfer),
    requiredBalance: () => transfer.credits + MIN_PROCESSING_FEE,
    execute: async ({ view }) => {
      await transferCredits(view, transfer);
      return { result: {} };
    },
  };
}
