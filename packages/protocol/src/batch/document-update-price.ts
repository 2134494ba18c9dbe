import { versioned } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { inlined, named, struct } from '../codec/struct.js';
import { documentBase } from './document-base.js';

/** Offers a document for a price in credits. */
export const documentUpdatePrice = versioned('DocumentUpdatePriceTransition', [
  struct(
    {
      name: 'DocumentUpdatePriceTransitionV0',
      summary: 'Offers a document for a price in credits.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/document/batch_transition/batched_transition/document_update_price_transition/v0/mod.rs',
    },
    {
      base: inlined(documentBase),
      revision: named('$revision', u64),
      price: named('$price', u64),
    },
  ),
]);
