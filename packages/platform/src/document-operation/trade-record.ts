import type { DocumentTypeDescription, TokenCostAction } from '@dapikit/contract';
import { bytesOf } from '../bytes/identifier-order.js';
import { integerBytes } from '../bytes/integer-bytes.js';
import { createdDocument } from '../document/action-effect.js';
import { documentId } from '../document/document-id.js';
import { storeDocument } from '../document/document-store.js';
import type { DocumentData } from '../document/document.js';
import { BadInput } from '../input/bad-input.js';
import { DOCUMENT_HISTORY } from '../system-contract/system-ids.js';
import type { Proposal } from './document-action.js';
import { documentFee, type DocumentFee } from './document-fee.js';
import type { DocumentWork } from './document-work.js';

/** What one kind of event leaves in the contract of histories. */
interface TradeRecord {
  readonly isKept: (type: DocumentTypeDescription) => boolean;
  readonly documentType: string;
  readonly dataOf: (proposal: Proposal) => DocumentData;
}

const RECORDS: Readonly<Partial<Record<TokenCostAction, TradeRecord>>> = {
  transfer: {
    isKept: ({ keepsTransferHistory }) => keepsTransferHistory,
    documentType: 'transfer',
    dataOf: ({ after }) => (after === undefined ? {} : { toIdentityId: after.ownerId }),
  },
  purchase: {
    isKept: ({ keepsPurchaseHistory }) => keepsPurchaseHistory,
    documentType: 'purchase',
    dataOf: ({ before }) =>
      before === undefined ? {} : { sellerId: before.ownerId, price: before.price ?? 0n },
  },
  update_price: {
    isKept: ({ keepsPricingHistory }) => keepsPricingHistory,
    documentType: 'priceUpdate',
    dataOf: ({ after }) => ({ price: recordedPrice(after?.price) }),
  },
};

const MOST_RECORDED = 2n ** 63n - 1n;

/** A price as records hold it. @throws {BadInput} when they cannot: the network fails without a number there. */
function recordedPrice(price = 0n): bigint {
  if (price <= MOST_RECORDED) return price;
  throw new BadInput('price', {
    expected: `at most ${MOST_RECORDED} where prices are recorded`,
    found: price,
  });
}

/**
 * Records a transfer, a purchase or a price in the contract of histories, where the type says so; nothing otherwise. The
 * record is the signer's.
 *
 * Source: release 4.1 of dashpay/platform, `document_event`: the id is that of a document of the type `history_…` whose
 * contract is the document and whose entropy is the nonce.
 * @throws {BadInput} when a price does not fit its record.
 */
export async function recordTrade(
  work: DocumentWork,
  action: TokenCostAction,
  proposal: Proposal,
): Promise<DocumentFee | undefined> {
  const { context, contract, collection, protocol, signerId } = work;
  const record = RECORDS[action];
  if (!protocol.recordsTrades || record?.isKept(collection.type) !== true) return undefined;
  const histories = await context.contracts.contractOf(context.view, DOCUMENT_HISTORY);
  const records = histories?.collection(record.documentType);
  if (records === undefined) return undefined;
  const id = documentId({
    contractId: proposal.documentId,
    ownerId: signerId,
    documentType: `history_${record.documentType}`,
    entropy: integerBytes(context.nonce, 8),
  });
  const data = {
    dataContractId: bytesOf(contract.id),
    documentTypeName: collection.type.name,
    documentId: proposal.documentId,
    ...record.dataOf(proposal),
  };
  const after = createdDocument(records.type, { id, ownerId: signerId, data }, context.block);
  return documentFee(await storeDocument(context.view, records, { after }, context.block.time));
}
