import type { TokenCostAction } from '@dapikit/contract';
import type { DocumentChange } from '../document/document-store.js';
import type { Document, DocumentData } from '../document/document.js';
import type { DocumentRequest } from './document-request.js';
import type { DocumentWork } from './document-work.js';

/** What an action is about to do. */
export interface Proposal extends DocumentChange {
  /** The id of the document. */
  readonly documentId: Uint8Array;
  /** What was sent, transient properties included. */
  readonly sent?: DocumentData;
  /** The contest that the document takes part in instead of being stored. */
  readonly contest?: Contention;
}

/** A document that contends. */
export interface Contention {
  readonly indexName: string;
  /** What goes into the fund. */
  readonly credits: bigint;
}

/**
 * One of the six actions: what it does at each step of an operation. The steps that all share stand in `runDocumentAction`.
 *
 * Source: `packages/rs-drive-abci/src/execution/validation/state_transition/state_transitions/batch` of dashpay/platform.
 */
export interface DocumentAction<Request extends DocumentRequest> {
  readonly name: TokenCostAction;
  /** Credits that the signer must have beside a fee. @throws {PlatformError} unpaid. */
  readonly stake?: (work: DocumentWork, request: Request) => bigint | Promise<bigint>;
  /** Finds the stored document and looks whether it is the one that is meant. @throws {PlatformError} */
  readonly find?: (work: DocumentWork, request: Request) => Promise<Document>;
  /** Works out what is to come of it, by the rules of the type and what was sent. @throws {PlatformError} */
  readonly propose: (
    work: DocumentWork,
    request: Request,
    found: Document | undefined,
  ) => Promise<Proposal> | Proposal;
  /** Holds it against the state. @throws {PlatformError} */
  readonly admit: (work: DocumentWork, request: Request, proposal: Proposal) => Promise<Proposal>;
  /** What else it does. @throws {PlatformError} */
  readonly settle?: (work: DocumentWork, request: Request, proposal: Proposal) => Promise<void>;
}
