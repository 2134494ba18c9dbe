import type { IntegerInput } from '../state/input/read-input.js';
import type { DocumentJson } from '../state/document/json-form.js';
import type { Signed } from '../execution/transition/transition.js';
import type { Receipt } from '../execution/transition/platform-chain.js';
import type { PlatformChain } from '../execution/transition/platform-chain.js';
import { CREATE, readCreate } from '../execution/document-transition/create-document.js';
import { DELETE, readDelete } from '../execution/document-transition/delete-document.js';
import { DELETE_ENTRIES, readDeleteEntries } from '../execution/document-transition/delete-entries.js';
import { PURCHASE } from '../execution/document-transition/purchase-document.js';
import { readPrice, UPDATE_PRICE } from '../execution/document-transition/price-document.js';
import type { ContestEntry } from '../execution/document-transition/enter-contest.js';
import { readReplace, REPLACE } from '../execution/document-transition/replace-document.js';
import {
  documentTransition,
  silentTransition,
} from '../execution/document-pipeline/run-document-transition.js';
import { readTransfer, TRANSFER } from '../execution/document-transition/transfer-document.js';

/** Describes a transition on documents of a type. Ids are base58. */
export interface DocumentTarget extends Signed {
  readonly contractId: string;
  readonly documentType: string;
  readonly tokenPaymentInfo?: TokenPaymentInfo;
  /** The fee of the action that the signer agrees to, where its type has `actionFees`. */
  readonly actionFeeAgreement?: ActionFeeTerms;
}

/** Describes the fee of an action as its contract has it, in credits. */
export interface ActionFeeTerms {
  readonly owner?: IntegerInput;
  readonly moderators?: IntegerInput;
  /** Absent for amounts that are charged as they are. */
  readonly feeMultiplier?: {
    readonly knownPermille: IntegerInput;
    readonly increaseTolerancePercent: IntegerInput;
  };
}

/** Describes the tokens that the signer agrees to pay. */
export interface TokenPaymentInfo {
  readonly paymentTokenContractId?: string;
  readonly tokenContractPosition?: number;
  readonly minimumTokenCost?: IntegerInput;
  readonly maximumTokenCost?: IntegerInput;
  readonly gasFeesPaidBy?: number;
}

export interface CreateDocument extends DocumentTarget {
  /** In the JSON or the object form, without the names that start with `$`. */
  readonly data: Readonly<Record<string, unknown>>;
  /** 32 bytes, or base64 or hexadecimal text; derived from owner, contract and nonce when absent. */
  readonly entropy?: Uint8Array | string;
  /** Compared with the one that follows from entropy. */
  readonly id?: string;
  /** Payment of a contested create into the fund of its contest; `'auto'` pays the required amount. */
  readonly prefundedVotingBalance?: 'auto' | { readonly indexName: string; readonly credits: IntegerInput };
}

/** Describes the delete of a document that is the entries of its values. */
export interface DeleteIndexOnlyDocument extends DocumentTarget {
  /** All values of the document. */
  readonly data: Readonly<Record<string, unknown>>;
  /** When it was created, in milliseconds; where the type requires `$createdAt`. */
  readonly createdAt?: IntegerInput;
}

/** Describes a transition on a stored document. */
export interface ChangeDocument extends DocumentTarget {
  readonly id: string;
  /** The stored one plus one when absent. */
  readonly revision?: IntegerInput;
}

export interface ReplaceDocument extends ChangeDocument {
  /** The whole new data. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface TransferDocument extends ChangeDocument {
  readonly recipientId: string;
}

export interface PriceDocument extends ChangeDocument {
  /** Credits. */
  readonly price: IntegerInput;
}

/** Describes the result of a document transition. */
export interface DocumentReceipt extends Receipt {
  readonly document: DocumentJson;
}

/** Describes the result of a create. */
export interface CreateReceipt extends DocumentReceipt {
  /** Where the document contends for its values instead of being stored. */
  readonly contest?: ContestEntry;
}

/** Describes the writes of documents. Each rejects with `ConsensusError` when the network rejects it. */
export interface DocumentApi {
  createDocument(input: CreateDocument): Promise<CreateReceipt>;
  replaceDocument(input: ReplaceDocument): Promise<DocumentReceipt>;
  deleteDocument(input: Omit<ChangeDocument, 'revision'>): Promise<Receipt>;
  /** Deletes a document whose type is `indexOnly`, by all its values. */
  deleteIndexOnlyDocument(input: DeleteIndexOnlyDocument): Promise<Receipt>;
  transferDocument(input: TransferDocument): Promise<DocumentReceipt>;
  updateDocumentPrice(input: PriceDocument): Promise<DocumentReceipt>;
  purchaseDocument(input: PriceDocument): Promise<DocumentReceipt>;
}

/** Returns the writes of documents on a chain. They reject with `InputError` what no transition can be made of. */
export const documentApi = (chain: PlatformChain): DocumentApi => ({
  createDocument: async (input) => chain.execute(documentTransition(CREATE, readCreate(input))),
  replaceDocument: async (input) => chain.execute(documentTransition(REPLACE, readReplace(input))),
  deleteDocument: async (input) => chain.execute(silentTransition(DELETE, readDelete(input))),
  deleteIndexOnlyDocument: async (input) =>
    chain.execute(silentTransition(DELETE_ENTRIES, readDeleteEntries(input))),
  transferDocument: async (input) => chain.execute(documentTransition(TRANSFER, readTransfer(input))),
  updateDocumentPrice: async (input) => chain.execute(documentTransition(UPDATE_PRICE, readPrice(input))),
  purchaseDocument: async (input) => chain.execute(documentTransition(PURCHASE, readPrice(input))),
});
