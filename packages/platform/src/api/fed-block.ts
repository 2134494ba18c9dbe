import { bytesToHex } from '@noble/hashes/utils.js';
import { identifierText } from '../base/bytes/identifier.js';
import type { ExecutedCall, TransitionCall } from '../execution/transition/current-call.js';
import type { StoredDocumentChange } from '../execution/transition/document-changes.js';
import type { Block } from '../state/chain/block.js';
import { membersOf } from '../state/contract/contract-parts.js';
import { decodeDocument } from '../state/document/binary-form.js';
import { documentToJson, type DocumentJson } from '../state/document/json-form.js';
import { rejectionOf, type TransitionRejection } from './transition-event.js';
import { contractOf, type TransitionSummary } from './transition-summary.js';

/** Describes a transition that a platform executed or rejected. */
export interface FedTransition extends TransitionSummary {
  /** SHA-256 of its bytes in hexadecimal digits; absent for an unsigned call. */
  readonly id?: string;
  /** Credits; absent where nothing was charged. */
  readonly fee?: bigint;
  /** Absent for an executed transition. */
  readonly rejection?: TransitionRejection;
  /** The identifiers that it names, in base58. */
  readonly named: ReadonlySet<string>;
}

/** Describes a document that a block changed. */
export interface FedDocument {
  readonly contractId: string;
  readonly documentType: string;
  /** Returns the document before the block; nothing where the block creates it. */
  readonly before: () => DocumentJson | undefined;
  /** Returns the document after the block; nothing where the block deletes it. */
  readonly after: () => DocumentJson | undefined;
}

/** Describes a block with its transitions and the documents that it changed. */
export interface FedBlock {
  readonly kind: 'block';
  readonly block: Block;
  /** Executed transitions, and those that the block rejected at a charge, in their order. */
  readonly transitions: readonly FedTransition[];
  readonly documents: readonly FedDocument[];
}

/** Describes a call before it is executed; most of it is computed where somebody reads it. */
export class CallSubject {
  readonly #describe: () => { readonly summary: TransitionSummary; readonly named: ReadonlySet<string> };

  /**
   * @param describe returns the summary of the call and the identifiers that it names, in base58
   * @param id of a signed transition, in hexadecimal digits
   * @param bytes memory of what `describe` keeps, about
   */
  constructor(
    describe: () => { readonly summary: TransitionSummary; readonly named: ReadonlySet<string> },
    readonly id: string | undefined,
    readonly bytes: number,
  ) {
    this.#describe = lazily(describe);
  }

  get summary(): TransitionSummary {
    return this.#describe().summary;
  }

  get named(): ReadonlySet<string> {
    return this.#describe().named;
  }
}

/** A decoded transition or document takes about so many times the memory of its bytes, which stay beside it. */
const DECODED = 4;
const BLOCK_BYTES = 500;
const TRANSITION_BYTES = 800;
const DOCUMENT_BYTES = 300;

/** Returns a stored block as the feed has it, with the memory that it takes, about. */
export function fedBlock(
  block: Block,
  calls: readonly ExecutedCall[],
  documents: readonly StoredDocumentChange[],
): { readonly fed: FedBlock; readonly bytes: number } {
  const size = documents.reduce(
    (sum, { before, after }) =>
      sum + DOCUMENT_BYTES + DECODED * ((before?.length ?? 0) + (after?.length ?? 0)),
    0,
  );
  const ofCalls = calls.reduce(
    (sum, { call: { subject } }) =>
      sum + TRANSITION_BYTES + (subject instanceof CallSubject ? subject.bytes : 0),
    0,
  );
  // An outcome may have a whole contract with what was compiled of it.
  const ended = calls.map(({ call, outcome }) => ({
    call,
    outcome: outcomeOf(outcome),
  }));
  const transitions = lazily(() => ended.flatMap(({ call, outcome }) => fedTransition(call, outcome)));
  const changed = lazily(() => documents.map(fedDocument));
  return {
    // Nobody reads most blocks.
    fed: {
      kind: 'block',
      block,
      get transitions() {
        return transitions();
      },
      get documents() {
        return changed();
      },
    },
    bytes: BLOCK_BYTES + ofCalls + size,
  };
}

function fedTransition(
  { subject }: TransitionCall,
  { fee, rejection, contractId }: CallOutcome,
): FedTransition[] {
  if (!(subject instanceof CallSubject)) return [];
  return [
    {
      ...subject.summary,
      ...(subject.summary.contractId === undefined && contractId !== undefined && contractOf(contractId)),
      ...(subject.id !== undefined && { id: subject.id }),
      ...(fee !== undefined && { fee }),
      ...(rejection && { rejection }),
      named: subject.named,
    },
  ];
}

/** Describes the result of a call in the feed. */
interface CallOutcome {
  readonly fee?: bigint;
  readonly rejection?: TransitionRejection;
  readonly contractId?: Uint8Array;
}

/** Reads the result of the work of a call: of a signed transition, of an unsigned one, or of a change without a fee. */
function outcomeOf(outcome: unknown): CallOutcome {
  const { executed, fee, error, result } = membersOf(outcome);
  const charged = executed === undefined ? fee : membersOf(executed)['fee'];
  const { id } = membersOf(membersOf(result)['contract']);
  const rejection = error === undefined ? undefined : rejectionOf(error);
  return {
    ...(typeof charged === 'bigint' && { fee: charged }),
    ...(rejection && { rejection }),
    ...(id instanceof Uint8Array && { contractId: Uint8Array.from(id) }),
  };
}

function fedDocument({ collection, contractId, before, after }: StoredDocumentChange): FedDocument {
  const id = identifierText(contractId);
  const read = (bytes: Uint8Array | undefined) =>
    lazily(() => bytes && documentToJson(collection.type, id, decodeDocument(collection.type, bytes)));
  return { contractId: id, documentType: collection.type.name, before: read(before), after: read(after) };
}

/** Decodes at the first call. */
function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Returns the subject of a signed transition. */
export const signedSubject = (
  summarise: () => TransitionSummary,
  { id, bytes }: { readonly id: Uint8Array; readonly bytes: Uint8Array },
  named: readonly Uint8Array[],
): CallSubject =>
  new CallSubject(
    () => ({ summary: summarise(), named: new Set(named.map(identifierText)) }),
    bytesToHex(id),
    DECODED * bytes.length,
  );
