import { identifier } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { inlined, named, struct } from '../codec/struct.js';
import { documentBase } from './document-base.js';

/** Gives a document to another owner. */
export const documentTransfer = versioned('DocumentTransferTransition', [
  struct(
    {
      name: 'DocumentTransferTransitionV0',
      summary: 'Gives a document to another owner.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/document/batch_transition/batched_transition/document_transfer_transition/v0/mod.rs',
    },
    {
      base: inlined(documentBase),
      revision: named('$revision', u64),
      recipientOwnerId: identifier,
    },
  ),
]);
