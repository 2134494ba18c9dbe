import { bytes, identifier } from '../codec/bytes.js';
import { versioned, enumOf } from '../codec/enum-of.js';
import { u64 } from '../codec/integers.js';
import { option } from '../codec/option.js';
import { text } from '../codec/primitives.js';
import { inlined, named, struct } from '../codec/struct.js';
import { tupleOf } from '../codec/tuple-of.js';
import { documentBase } from './document-base.js';
import { documentData } from './document-data.js';
import type { ValueOf } from '../codec/codec.js';

const FOLDER =
  'packages/rs-dpp/src/state_transition/state_transitions/document/batch_transition/batched_transition';

/** Creates a document. */
const documentCreate = versioned('DocumentCreateTransition', [
  struct(
    {
      name: 'DocumentCreateTransitionV0',
      summary: 'Creates a document.',
      source: `${FOLDER}/document_create_transition/v0/mod.rs`,
    },
    {
      base: inlined(documentBase),
      entropy: named('$entropy', bytes(32)),
      data: documentData,
      prefundedVotingBalance: named('$prefundedVotingBalance', option(tupleOf(text, u64))),
    },
  ),
]);

/** Replaces the properties of a document. */
const documentReplace = versioned('DocumentReplaceTransition', [
  struct(
    {
      name: 'DocumentReplaceTransitionV0',
      summary: 'Replaces the properties of a document.',
      source: `${FOLDER}/document_replace_transition/v0/mod.rs`,
    },
    {
      base: inlined(documentBase),
      revision: named('$revision', u64),
      data: documentData,
    },
  ),
]);

/** Deletes a document. */
const documentDelete = versioned('DocumentDeleteTransition', [
  struct(
    {
      name: 'DocumentDeleteTransitionV0',
      summary: 'Deletes a document.',
      source: `${FOLDER}/document_delete_transition/v0/mod.rs`,
    },
    {
      base: inlined(documentBase),
    },
  ),
]);

/** Gives a document to another owner. */
const documentTransfer = versioned('DocumentTransferTransition', [
  struct(
    {
      name: 'DocumentTransferTransitionV0',
      summary: 'Gives a document to another owner.',
      source: `${FOLDER}/document_transfer_transition/v0/mod.rs`,
    },
    {
      base: inlined(documentBase),
      revision: named('$revision', u64),
      recipientOwnerId: identifier,
    },
  ),
]);

/** Offers a document for a price in credits. */
const documentUpdatePrice = versioned('DocumentUpdatePriceTransition', [
  struct(
    {
      name: 'DocumentUpdatePriceTransitionV0',
      summary: 'Offers a document for a price in credits.',
      source: `${FOLDER}/document_update_price_transition/v0/mod.rs`,
    },
    {
      base: inlined(documentBase),
      revision: named('$revision', u64),
      price: named('$price', u64),
    },
  ),
]);

/** Buys a document at its price. */
const documentPurchase = versioned('DocumentPurchaseTransition', [
  struct(
    {
      name: 'DocumentPurchaseTransitionV0',
      summary: 'Buys a document at its price.',
      source: `${FOLDER}/document_purchase_transition/v0/mod.rs`,
    },
    {
      base: inlined(documentBase),
      revision: named('$revision', u64),
      price: u64,
    },
  ),
]);

/** Describes a change of a document, an item of a batch. */
export const documentTransition = enumOf(
  { name: 'DocumentTransition', tag: 'action' },
  {
    create: documentCreate,
    replace: documentReplace,
    delete: documentDelete,
    transfer: documentTransfer,
    updatePrice: documentUpdatePrice,
    purchase: documentPurchase,
  },
);

export type DocumentTransition = ValueOf<typeof documentTransition>;
