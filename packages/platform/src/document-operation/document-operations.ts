import type { IntegerInput } from '../input/read-input.js';
import type { DocumentJson } from '../document/json-form.js';
import type { Signed } from '../operation/operation.js';
import type { Receipt } from '../operation/platform-chain.js';

/** An operation on documents of a type. Ids are base58. */
export interface DocumentTarget extends Signed {
  readonly contractId: string;
  readonly documentType: string;
  readonly tokenPaymentInfo?: TokenPaymentInfo;
}

/** What the signer agrees to pay in tokens. */
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
  /** Only to be held against the one that follows from entropy. */
  readonly id?: string;
  /** What a contested create puts into the fund of its contest; `'auto'` pays what is asked. */
  readonly prefundedVotingBalance?: 'auto' | { readonly indexName: string; readonly credits: IntegerInput };
}

/** An operation on a stored document. */
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

/** What a write of a document gives. */
export interface WrittenDocument extends Receipt {
  readonly document: DocumentJson;
}

/** What a create gives. */
export interface CreatedDocument extends WrittenDocument {
  /** Where the document contends for its values instead of being stored. */
  readonly contest?: { readonly pollId: string; readonly endsAt: number };
}

/** The six writes of documents. Each rejects with `PlatformError` when the network refuses it. */
export interface DocumentOperations {
  createDocument(input: CreateDocument): Promise<CreatedDocument>;
  replaceDocument(input: ReplaceDocument): Promise<WrittenDocument>;
  deleteDocument(input: Omit<ChangeDocument, 'revision'>): Promise<Receipt>;
  transferDocument(input: TransferDocument): Promise<WrittenDocument>;
  updateDocumentPrice(input: PriceDocument): Promise<WrittenDocument>;
  purchaseDocument(input: PriceDocument): Promise<WrittenDocument>;
}
