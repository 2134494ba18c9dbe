import { bytes } from '../codec/bytes.js';
import { versioned } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { option } from '../codec/option.js';
import { text } from '../codec/primitives.js';
import { inlined, named, struct } from '../codec/struct.js';
import { tupleOf } from '../codec/tuple-of.js';
import { documentBase } from './document-base.js';
import { documentData } from './document-data.js';

/** Creates a document. */
export const documentCreate = versioned('DocumentCreateTransition', [
  struct(
    {
      name: 'DocumentCreateTransitionV0',
      summary: 'Creates a document.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/document/batch_transition/batched_transition/document_create_transition/v0/mod.rs',
    },
    {
      base: inlined(documentBase),
      entropy: named('$entropy', bytes(32)),
      data: documentData,
      prefundedVotingBalance: named('$prefundedVotingBalance', option(tupleOf(text, u64))),
    },
  ),
]);
