import { identifier } from '../codec/bytes.js';
import { namesOf, versioned } from '../codec/enum-of.js';
import { actionFeeAgreement } from './action-fee-agreement.js';
import { u16, u64 } from '../codec/integers.js';
import { option } from '../codec/option.js';
import { text } from '../codec/primitives.js';
import { since } from '../codec/since.js';
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

const PAID_FIELDS = { ...FIELDS, tokenPaymentInfo: named('$tokenPaymentInfo', option(tokenPaymentInfo)) };

/**
 * Describes the first fields of every document transition. Version 1 came with protocol version 9; clients up to protocol 13 send it
 * only. Version 2 comes with protocol version 14, whose nodes read version 1 too. No bytes of version 2 are public: its fields and their order
 * are read in the sources, its number and the form of its parts are inferred from those of version 1.
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
      PAID_FIELDS,
    ),
    since(
      14,
      struct(
        {
          name: 'DocumentBaseTransitionV2',
          summary:
            'Names a document, its type and its contract, what is paid in tokens, and the action fee that is agreed to.',
          source: `${FOLDER}/v2/mod.rs`,
        },
        { ...PAID_FIELDS, actionFeeAgreement: named('$actionFeeAgreement', option(actionFeeAgreement)) },
      ),
    ),
  ],
  '$baseFormatVersion',
);
