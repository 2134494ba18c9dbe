import { documentTransition } from '../batch/document-transition.js';
import { tokenTransition } from '../batch/token-transition.js';
import { identifier } from '../codec/bytes.js';
import { enumOf, versioned } from '../codec/enum-of.js';
import { listOf } from '../codec/list-of.js';
import { struct } from '../codec/struct.js';
import { IDENTITY_SIGNATURE, userFeeIncrease } from './transition-fields.js';

const FOLDER = 'packages/rs-dpp/src/state_transition/state_transitions/document/batch_transition';

/** Changes documents, and tokens from version 1 on. Up to protocol version 13 a batch has exactly one item. */
export const batch = versioned('BatchTransition', [
  struct(
    { name: 'BatchTransitionV0', summary: 'Changes documents.', source: `${FOLDER}/v0/mod.rs` },
    { ownerId: identifier, transitions: listOf(documentTransition), userFeeIncrease, ...IDENTITY_SIGNATURE },
  ),
  struct(
    { name: 'BatchTransitionV1', summary: 'Changes documents and tokens.', source: `${FOLDER}/v1/mod.rs` },
    {
      ownerId: identifier,
      transitions: listOf(
        enumOf(
          { name: 'BatchedTransition', tag: 'transition' },
          { document: documentTransition, token: tokenTransition },
        ),
      ),
      userFeeIncrease,
      ...IDENTITY_SIGNATURE,
    },
  ),
]);
