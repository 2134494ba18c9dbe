import { versioned } from '../codec/enum-of.js';
import { inlined, struct } from '../codec/struct.js';
import { documentBase } from './document-base.js';

/** Deletes a document. */
export const documentDelete = versioned('DocumentDeleteTransition', [
  struct(
    {
      name: 'DocumentDeleteTransitionV0',
      summary: 'Deletes a document.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/document/batch_transition/batched_transition/document_delete_transition/v0/mod.rs',
    },
    {
      base: inlined(documentBase),
    },
  ),
]);
