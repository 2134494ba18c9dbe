import { versioned } from '../codec/enum-of.js';
import { u16, u64 } from '../codec/integers.js';
import { option } from '../codec/option.js';
import { struct } from '../codec/struct.js';

const FOLDER = 'packages/rs-dpp/src/data_contract/document_type/action_fees/agreement';

const agreedFeeMultiplier = struct(
  {
    name: 'AgreedFeeMultiplier',
    summary: 'Says which fee multiplier a signer knows, and by how many percent it may be higher.',
    source: `${FOLDER}/mod.rs`,
  },
  { knownPermille: u64, increaseTolerancePercent: u16 },
);

/**
 * Describes the action fee that a signer agrees to: the amounts that the document type declares, in credits, and the multiplier where the
 * fee follows it. It came with protocol version 14. No bytes of it are public: the order of the fields and the widths of the integers are read in the sources
 * of a preview, and were compared with no node.
 */
export const actionFeeAgreement = versioned('DocumentActionFeeAgreement', [
  struct(
    {
      name: 'DocumentActionFeeAgreementV0',
      summary: 'Says what a signer agrees to pay in action fees.',
      source: `${FOLDER}/v0/mod.rs`,
    },
    { owner: u64, moderators: u64, feeMultiplier: option(agreedFeeMultiplier) },
  ),
]);
