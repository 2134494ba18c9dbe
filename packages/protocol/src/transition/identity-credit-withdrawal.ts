import { byteString, identifier } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { u32, u64 } from '../codec/integers.js';
import { option } from '../codec/option.js';
import { struct } from '../codec/struct.js';
import { IDENTITY_SIGNATURE, pooling, userFeeIncrease } from './transition-fields.js';

const FOLDER =
  'packages/rs-dpp/src/state_transition/state_transitions/identity/identity_credit_withdrawal_transition';

const FIRST = { identityId: identifier, amount: u64, coreFeePerByte: u32, pooling } as const;
const LAST = { nonce: u64, userFeeIncrease, ...IDENTITY_SIGNATURE } as const;

/** Withdraws credits of an identity to layer 1. Without a script (version 1) they go to the identity's transfer key. */
export const identityCreditWithdrawal = versioned('IdentityCreditWithdrawalTransition', [
  struct(
    {
      name: 'IdentityCreditWithdrawalTransitionV0',
      summary: 'Withdraws credits to a script.',
      source: `${FOLDER}/v0/mod.rs`,
    },
    { ...FIRST, outputScript: byteString, ...LAST },
  ),
  struct(
    {
      name: 'IdentityCreditWithdrawalTransitionV1',
      summary: 'Withdraws credits to a script, or to the script of a key.',
      source: `${FOLDER}/v1/mod.rs`,
    },
    { ...FIRST, outputScript: option(byteString), ...LAST },
  ),
]);
