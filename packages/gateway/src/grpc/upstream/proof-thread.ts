import type { DocumentTypeDescription } from '@dapikit/contract';
import {
  QueryError,
  setBlake3,
  UnprovableQueryError,
  verifyAddressesTrunk,
  verifyCompactedBalanceChanges,
  verifyDataContract,
  verifyDocumentAggregates,
  verifyDocuments,
  verifyIdentity,
  verifyIdentityByNonUniquePublicKeyHash,
  verifyIdentityByPublicKeyHash,
  verifyResponse,
  itemBytes,
  type Proven,
  type ProvenElement,
  type ProvenResponse,
} from '@dapikit/proof';
import { wasmBlake3 } from '@dapikit/proof/wasm';
import {
  dataContract,
  decode,
  documentCodec,
  provenDocumentTypes,
  type DataContract,
  type TokenConfiguration,
} from '@dapikit/protocol';
import { loadOnce } from '../../base/load-once.js';
import type { DocumentsSubject, ProofSubject } from '../method/proof-subject.js';
import { isAsChanged } from './changed-document.js';
import { isAsRegistered } from './created-contract.js';
import { hasSameKeys } from './created-identity.js';

/** Describes a response whose proof is verified. */
export interface ProofTask {
  readonly response: ProvenResponse;
  /** The second proof of a response that has two. */
  readonly identityProof: Uint8Array | undefined;
  /** Subject of the proof; `undefined` where it is not known. */
  readonly subject: ProofSubject | undefined;
  /** Type of the documents that the proof has to prove. */
  readonly documentType?: DocumentTypeDescription;
  /** Public key of the quorum that the response names. */
  readonly quorumKey: Uint8Array;
}

/** Describes the verdict on a proof. */
export type ProofVerdict =
  | {
      readonly outcome: 'verified' | 'signed';
      /** Root hash of the state that a quorum signed. */
      readonly rootHash: Uint8Array;
    }
  | { readonly outcome: 'invalid'; readonly reason: string };

/** Describes a verdict, and the time in milliseconds that it took its thread. */
export interface MeasuredVerdict {
  readonly verdict: ProofVerdict;
  readonly milliseconds: number;
}

/** Describes a response of getDataContract whose proof is verified. */
export type ContractTask = Pick<ProofTask, 'response' | 'quorumKey'> & { readonly contractId: Uint8Array };

/** Describes a proven contract. */
export interface ProvenContract {
  /** None where there is no contract; `undefined` of one that no rules here accept: queries of its documents are not rebuilt. */
  readonly documentTypes: ReadonlyMap<string, DocumentTypeDescription> | undefined;
  /** Configurations of its tokens by their positions. */
  readonly tokens: ReadonlyMap<number, TokenConfiguration>;
  /** Height of the state with this contract. */
  readonly height: bigint;
}

const loadBlake3 = loadOnce(async () => setBlake3(await wasmBlake3()));

/** Verifies a proof and the signature of its state in a thread of its own. Each thread verifies a signature once. */
export default async function verifyProof(task: ProofTask): Promise<MeasuredVerdict> {
  await loadBlake3();
  const started = performance.now();
  const verdict = verdictOf(task);
  return { verdict, milliseconds: performance.now() - started };
}

function verdictOf(task: ProofTask): ProofVerdict {
  try {
    return verify(task);
  } catch (error) {
    // Whatever a verifier throws: the proof did not pass.
    return { outcome: 'invalid', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Verifies a contract and returns what queries of its documents are verified with. @throws {Error} (rejects) where the proof does not pass */
export async function verifyContract({
  response,
  quorumKey,
  contractId,
}: ContractTask): Promise<ProvenContract> {
  await loadBlake3();
  const { value, metadata } = verifyDataContract(response, { quorumKey, contractId });
  return {
    documentTypes: value === undefined ? new Map() : provenDocumentTypes(value),
    tokens: value !== undefined && 'tokens' in value ? value.tokens : new Map(),
    height: metadata.height,
  };
}

type Found = Extract<ProofVerdict, { readonly rootHash: Uint8Array }>;

const foundIn = (outcome: Found['outcome'], { rootHash }: Pick<Proven<unknown>, 'rootHash'>): Found => ({
  outcome,
  rootHash,
});

/** Verifies the signature of the state alone. */
const verifySigned = (response: ProvenResponse, options: { readonly quorumKey: Uint8Array }): Found =>
  foundIn(
    'signed',
    verifyResponse(response, options, (reader) => reader.layers()),
  );

function verify({ response, identityProof, subject, documentType, quorumKey }: ProofTask): Found {
  const options = { quorumKey };
  if (subject === undefined) return verifySigned(response, options);
  switch (subject.kind) {
    case 'selection': {
      const { query, isPresent = false } = subject;
      const found = verifyResponse(response, options, (reader) => reader.elements(query));
      if (isPresent && found.value.length === 0) throw nothingCreated();
      return foundIn('verified', found);
    }
    case 'changed-document': {
      const found = verifyResponse(response, options, (reader) => reader.elements(subject.query));
      return foundIn(showsChange(found.value, subject) ? 'verified' : 'signed', found);
    }
    case 'created-contract': {
      const found = verifyResponse(response, options, (reader) => reader.elements(subject.query));
      return foundIn(showsContract(found.value, subject.contract) ? 'verified' : 'signed', found);
    }
    case 'created-identity': {
      const { identityId, publicKeys } = subject;
      const found = verifyIdentity(response, { ...options, identityId });
      if (found.value === undefined) throw nothingCreated();
      return foundIn(hasSameKeys(found.value.publicKeys, publicKeys) ? 'verified' : 'signed', found);
    }
    case 'unique-key-hash': {
      const { publicKeyHash } = subject;
      return foundIn('verified', verifyIdentityByPublicKeyHash(response, { ...options, publicKeyHash }));
    }
    case 'non-unique-key-hash': {
      const { publicKeyHash, startAfter } = subject;
      const [both, request] = [
        { ...response, identityProof },
        { ...options, publicKeyHash, startAfter },
      ];
      return foundIn('verified', verifyIdentityByNonUniquePublicKeyHash(both, request));
    }
    case 'address-trunk':
      return foundIn('verified', verifyAddressesTrunk(response, options));
    case 'compacted-changes': {
      const { startHeight } = subject;
      return foundIn('verified', verifyCompactedBalanceChanges(response, { ...options, startHeight }));
    }
    default:
      if (documentType === undefined) throw new TypeError('the document type is missing');
      return verifySelectedDocuments(response, options, subject, documentType);
  }
}

const nothingCreated = (): Error => new Error('the proof shows nothing of what the transition creates');

/** Returns whether a state has a document as a transition leaves it. @throws {Error} where it has none of one that creates it */
function showsChange(
  [entry]: readonly ProvenElement[],
  { documentType, isCreated, expected }: Extract<ProofSubject, { readonly kind: 'changed-document' }>,
): boolean {
  if (entry === undefined && isCreated) throw nothingCreated();
  if (entry === undefined || expected === undefined) return entry === undefined && expected === undefined;
  try {
    return isAsChanged(decode(documentCodec(documentType), itemBytes(entry.element)), expected);
  } catch {
    // An update of the contract may have changed the form of its documents.
    return false;
  }
}

/** Returns whether a state has a contract as a transition registers it. @throws {Error} where it has none */
function showsContract([entry]: readonly ProvenElement[], sent: DataContract): boolean {
  if (entry === undefined) throw nothingCreated();
  return isAsRegistered(decode(dataContract, itemBytes(entry.element)), sent);
}

/** Verifies documents or aggregates; of a query that is not rebuilt here only the signature of the state. */
function verifySelectedDocuments(
  response: ProvenResponse,
  options: { readonly quorumKey: Uint8Array },
  subject: DocumentsSubject,
  documentType: DocumentTypeDescription,
): Found {
  const collection = { ...options, contractId: subject.contractId, documentType };
  try {
    return foundIn(
      'verified',
      subject.kind === 'documents'
        ? verifyDocuments(response, { ...subject.query, ...collection })
        : verifyDocumentAggregates(response, { ...subject.query, ...collection }),
    );
  } catch (error) {
    if (!(error instanceof QueryError || error instanceof UnprovableQueryError)) throw error;
    return verifySigned(response, options);
  }
}
