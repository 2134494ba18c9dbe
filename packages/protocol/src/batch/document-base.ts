import { identifier } from '../codec/bytes.js';
import { namesOf, versioned } from '../codec/enum-of.js';
import { u16, u64 } from '../codec/integers.js';
import { option } from '../codec/option.js';
import { text } from '../codec/primitives.js';
import { named, struct } from '../codec/struct.js';

/** Payment in tokens that a signer agrees to, where the document type asks for it. */
const tokenPaymentInfo = versioned('TokenPaymentInfo', [
  struct(
    {
      name: 'TokenPaymentInfoV0',
      summary: 'Says what a signer agrees to pay in tokens.',
      source: 'packages/rs-dpp/src/tokens/token_payment_info/v0/mod.rs',
    },
    {
      paymentTokenContractId: option(identifier),
      tokenContractPosition: u16,
      minimumTokenCost: option(u64),
      maximumTokenCost: option(u64),
      gasFeesPaidBy: namesOf('GasFeesPaidBy', ['DocumentOwner', 'ContractOwner', 'PreferContractOwner']),
    },
  ),
]);

const FIELDS = {
  id: named('$id', identifier),
  identityContractNonce: named('$identityContractNonce', u64),
  documentType: named('$type', text),
  dataContractId: named('$dataContractId', identifier),
} as const;

const FOLDER =
  'packages/rs-dpp/src/state_transition/state_transitions/document/batch_transition/batched_transition/document_base_transition';

/**
 * Describes the first fields of every document transition. Version 1 came with protocol version 9; clients send it
 * only.
 */
export const documentBase = versioned(
  'DocumentBaseTransition',
  [
    struct(
      {
        name: 'DocumentBaseTransitionV0',
        summary: 'Names a document, its type and its contract.',
        source: `${FOLDER}/v0/mod.rs`,
      },
      FIELDS,
    ),
    struct(
      {
        name: 'DocumentBaseTransitionV1',
        summary: 'Names a document, its type and its contract, and what is paid in tokens.',
        source: `${FOLDER}/v1/mod.rs`,
      },
      { ...FIELDS, tokenPaymentInfo: named('$tokenPaymentInfo', option(tokenPaymentInfo)) },
    ),
  ],
  '$baseFormatVersion',
);
