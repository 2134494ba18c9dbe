import type { DocumentTypeDescription, TokenCostAction } from '@dapikit/contract';
import { integerBytes } from '../../base/bytes/integer-bytes.js';
import { newDocument } from '../../state/document/document-changes.js';
import { documentId } from '../../state/document/document-id.js';
import { storeDocument } from '../../state/document-storage/document-store.js';
import type { DocumentData } from '../../state/document/document.js';
import { InputError } from '../../base/errors/input-error.js';
import { SYSTEM_IDS } from '../../state/system-contract/system-ids.js';
import type { Proposal } from '../document-transition/document-transition.js';
import type { DocumentScope } from '../document-transition/document-context.js';

/** Describes the record that one kind of event leaves in the document history contract. */
interface TradeRecord {
  readonly isEnabled: (type: DocumentTypeDescription) => boolean;
  readonly documentType: string;
  readonly dataOf: (proposal: Proposal) => DocumentData;
}

const RECORDS: Readonly<Partial<Record<TokenCostAction, TradeRecord>>> = {
  transfer: {
    isEnabled: ({ keepsTransferHistory }) => keepsTransferHistory,
    documentType: 'transfer',
    dataOf: ({ after }) => (after === undefined ? {} : { toIdentityId: after.ownerId }),
  },
  purchase: {
    isEnabled: ({ keepsPurchaseHistory }) => keepsPurchaseHistory,
    documentType: 'purchase',
    dataOf: ({ before }) =>
      before === undefined ? {} : { sellerId: before.ownerId, price: before.price ?? 0n },
  },
  update_price: {
    isEnabled: ({ keepsPricingHistory }) => keepsPricingHistory,
    documentType: 'priceUpdate',
    dataOf: ({ after }) => ({ price: checkRecordedPrice(after?.price) }),
  },
};

/** Returns the record of an action in the document history contract; nothing where the type records none. */
export function findTradeRecord(
  { collection, protocol }: DocumentScope,
  action: TokenCostAction,
): TradeRecord | undefined {
  const record = RECORDS[action];
  return protocol.recordsTrades && record?.isEnabled(collection.type) === true ? record : undefined;
}

const MAX_RECORDED_PRICE = 2n ** 63n - 1n;

/** Returns a price as records store it. @throws {InputError} when they cannot: the network fails without a number there. */
function checkRecordedPrice(price = 0n): bigint {
  if (price <= MAX_RECORDED_PRICE) return price;
  throw new InputError('price', {
    problem: `${price} exceeds ${MAX_RECORDED_PRICE}, the max of recorded prices`,
    expected: `at most ${MAX_RECORDED_PRICE} where prices are recorded`,
    found: price,
  });
}

/**
 * Records a transfer, a purchase or a price in the contract of histories. The record is the signer's.
 *
 * Source: release 4.1 of dashpay/platform, `document_event`: the id is that of a document of the type `history_…` whose
 * contract is the document and whose entropy is the nonce.
 * @throws {InputError} when a price does not fit its record.
 */
export async function recordTrade(
  scope: DocumentScope,
  record: TradeRecord,
  proposal: Proposal,
): Promise<void> {
  const { context, contract, collection, signerId } = scope;
  const histories = await context.contracts.findContract(context.view, SYSTEM_IDS.documentHistory);
  const records = histories?.collection(record.documentType);
  if (records === undefined) return;
  const id = documentId({
    contractId: proposal.documentId,
    ownerId: signerId,
    documentType: `history_${record.documentType}`,
    entropy: integerBytes(context.nonce, 8),
  });
  const data = {
    dataContractId: contract.id,
    documentTypeName: collection.type.name,
    documentId: proposal.documentId,
    ...record.dataOf(proposal),
  };
  const after = newDocument(records.type, { id, ownerId: signerId, data }, context.block);
  await storeDocument(context.view, records, { after }, context.block.time);
}
