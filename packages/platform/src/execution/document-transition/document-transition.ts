import type { ConsensusError } from '../../base/errors/consensus-error.js';
import type { ConsumedDocument, TokenCostAction } from '@dapikit/contract';
import type { DocumentHint } from './sent-data.js';
import type { DocumentChange } from '../../state/document-storage/document-store.js';
import type { Document, DocumentData } from '../../state/document/document.js';
import type { DocumentRequest } from './document-request.js';
import type { DocumentScope } from './document-context.js';

/** Describes the change that a transition proposes. */
export interface Proposal extends DocumentChange {
  /** The id of the document. */
  readonly documentId: Uint8Array;
  /** Data as they were sent, transient properties included. */
  readonly sent?: DocumentData;
  /** Hints about data that other programs reject. */
  readonly hints?: readonly DocumentHint[];
  /** The rule that it breaks by totals, which the network finds behind everything else. */
  readonly deferred?: ConsensusError | undefined;
  /** Documents that it deletes as it reveals what they committed to. */
  readonly consumed?: readonly ConsumedDocument[];
  /** True for a replace that retracts, which barred identities may make. */
  readonly retracts?: boolean;
  /** The contest that the document takes part in instead of being stored. */
  readonly contest?: PrefundedVotingBalance;
}

/** Describes a document that contends. */
export interface PrefundedVotingBalance {
  readonly indexName: string;
  /** Amount that goes into the fund; before it is checked, the amount that the create states. */
  readonly credits: bigint;
  /** True if the create pays whatever is asked. */
  readonly paysAny?: boolean;
}

/**
 * Describes one of the six document transitions: what it does at each step. `runDocumentAction` has the shared steps.
 *
 * Source: `packages/rs-drive-abci/src/execution/validation/state_transition/state_transitions/batch` of dashpay/platform.
 */
export interface DocumentTransition<Request extends DocumentRequest> {
  readonly name: TokenCostAction;
  /** Credits that the signer must have in addition to a fee. @throws {ConsensusError} unpaid. */
  readonly additionalBalance?: (scope: DocumentScope, request: Request) => bigint | Promise<bigint>;
  /** Finds the stored document and checks that it is the intended one. @throws {ConsensusError} */
  readonly find?: (scope: DocumentScope, request: Request) => Promise<Document>;
  /** Computes its effect from the rules of the type and the transition. @throws {ConsensusError} */
  readonly propose: (
    scope: DocumentScope,
    request: Request,
    found: Document | undefined,
  ) => Promise<Proposal> | Proposal;
  /** Checks it against the state. @throws {ConsensusError} */
  readonly admit: (scope: DocumentScope, request: Request, proposal: Proposal) => Promise<Proposal>;
  /** Applies the further effects. @throws {ConsensusError} */
  readonly settle?: (scope: DocumentScope, request: Request, proposal: Proposal) => Promise<void>;
}
