import { versioned } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { inlined, named, struct } from '../codec/struct.js';
import { documentBase } from './document-base.js';

/** Buys a document at its price. */
export const documentPurchase = versioned('DocumentPurchaseTransition', [
  struct(
    {
      name: 'DocumentPurchaseTransitionV0',
      summary: 'Buys a document at its price.',
      source:
        'packages/rs-dpp/src/state_transition/state_transitions/document/batch_transition/batched_transition/document_purchase_transition/v0/mod.rs',
    },
    {
      base: inlined(documentBase),
      revision: named('$revision', u64),
      price: u64,
    },
  ),
]);
