import { versioned } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { inlined, named, struct } from '../codec/struct.js';
import { documentBase } from './document-base.js';
import { documentData } from './document-data.js';

/** Replaces the properties of a document. */
export const documentReplace = versioned('DocumentReplaceTransition', [
  struct(
    {
      name: 'DocumentReplaceTransitionV0',
      summary: 'Replaces the properties of a document.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/document/batch_transition/batched_transition/document_replace_transition/v0/mod.rs',
    },
    {
      base: inlined(documentBase),
      revision: named('$revision', u64),
      data: documentData,
    },
  ),
]);
