import type { ValueOf } from '../codec/codec.js';
import { enumOf } from '../codec/enum-of.js';
import { documentCreate } from './document-create.js';
import { documentDelete } from './document-delete.js';
import { documentPurchase } from './document-purchase.js';
import { documentReplace } from './document-replace.js';
import { documentTransfer } from './document-transfer.js';
import { documentUpdatePrice } from './document-update-price.js';

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
