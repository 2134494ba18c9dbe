import { isMessage, type Message } from '@bufbuild/protobuf';
import { NodeRejectionError, NodeUnavailableError, type Layer1 } from '@dapikit/chain';
import { farFromClock, olderThanSeen, type ProvenResponse } from '@dapikit/proof';
import type { ProofOutcome } from '../../base/observe/observer.js';
import { memberAt } from '../../base/platform-status/loose-json.js';
import {
  ProofSchema,
  ResponseMetadataSchema,
  type Proof,
  type ResponseMetadata,
} from '../generated/dapi_pb.js';
import { GrpcError } from '../method/grpc-error.js';
import type { ForwardedCall } from '../method/platform-upstream.js';
import type { DocumentsSubject, ProofSubject } from '../method/proof-subject.js';
import type { ProofTask, ProofVerdict, ProvenContract } from './proof-thread.js';
import { ProofThreadsBusyError, proofThreads } from './proof-threads.js';
import { OutdatedContractError, type ProvenContracts } from './proven-contracts.js';
import type { StateKeys } from './quorum-keys.js';
import { GatewayError } from '../../base/gateway-error.js';

/** Proofs of 100 documents of the largest size have less. */
const MAX_PROOF_BYTES = 8 * 1024 * 1024;
/** The network whose clock is controlled, and which makes blocks for transitions only. */
const CONTROLLED_NETWORK = 'regtest';

/** Describes the verdict on the proof of a response. */
export interface Verification {
  readonly outcome: ProofOutcome;
  /** Says why, of `unchecked` and `invalid`. */
  readonly reason?: string;
  /** State that a quorum signed, of `verified` and `signed`. */
  readonly state?: { readonly height: bigint; readonly rootHash: Uint8Array };
  /** True of an `invalid` proof whose quorum is known: it does not prove what was requested, or was not signed. Others may be of an older or newer state. */
  readonly isOfProof?: boolean;
}

/** Takes milliseconds that something cost. */
type Charge = (milliseconds: number) => void;

/** Says what a proof has to prove, and who is charged for the check. */
interface Wanted {
  readonly subject: ForwardedCall['subject'];
  readonly charge: Charge;
}

/** Lists the dependencies of a verifier; the clock is in milliseconds. */
export interface ProofVerifierParts {
  readonly layer1: Layer1;
  readonly now: () => number;
  /** Called with the height of each verified state that is newer than those before. */
  readonly sawHeight: (height: bigint) => void;
  readonly keys: StateKeys;
  /** Gets contracts, each of which is proven. */
  readonly contracts: ProvenContracts;
}

/**
 * Verifies the responses of one node of a platform: the proof is one of what was requested, a quorum of the masternode list of layer 1
 * signed the state, and the state is not older than one that was seen before.
 */
export class ProofVerifier {
  readonly #parts: ProofVerifierParts;
  /** Verdicts on proofs and signatures, which do not change, as the age of a state and the quorums do. */
  readonly #verdicts = new WeakMap<Message, Promise<ProofVerdict | undefined>>();
  #height = 0n;
  #network: string | undefined;

  constructor(parts: ProofVerifierParts) {
    this.#parts = parts;
  }

  /** Returns the height of the newest verified state. */
  get height(): bigint {
    return this.#height;
  }

  /**
   * Verifies a response: its proof and signature once while it is cached, its age each time. Never fails.
   * @param seen the height of the newest verified state when the request was sent
   * @param charge called with milliseconds that checks of the proof took their threads
   */
  async verify(
    response: Message,
    subject: ForwardedCall['subject'],
    seen: bigint,
    charge: Charge = () => undefined,
  ): Promise<Verification> {
    try {
      const proven = provenOf(response);
      if ('outcome' in proven)
        return isOfTrunk(subject) && proven.outcome === 'unproven' ? invalid(NO_PROOF) : proven;
      const verdict = await this.#verdictOf(response, proven, { subject, charge });
      if (verdict === undefined) return invalid(UNKNOWN_QUORUM);
      if (verdict.outcome === 'invalid') return { ...verdict, isOfProof: true };
      // The network has the trunk of addresses of its last checkpoint, some minutes before its last block.
      const least = isOfTrunk(subject) ? 0n : seen;
      const staleness = await this.#stalenessOf(proven.metadata, least);
      if (staleness !== undefined) return invalid(staleness);
      const { height } = proven.metadata;
      this.#see(height);
      return { outcome: verdict.outcome, state: { height, rootHash: verdict.rootHash } };
    } catch (error) {
      return { outcome: 'unchecked', reason: reasonOf(error) };
    }
  }

  /** Returns what was found about the proof and the signature of a response, once it is found; `undefined` for an unknown quorum. */
  async #verdictOf(response: Message, proven: Proven, wanted: Wanted): Promise<ProofVerdict | undefined> {
    const known = this.#verdicts.get(response);
    if (known !== undefined) return known;
    const finding = this.#find(proven, wanted);
    this.#verdicts.set(response, finding);
    let verdict: ProofVerdict | undefined;
    try {
      verdict = await finding;
      return verdict;
    } finally {
      if (verdict === undefined) this.#verdicts.delete(response);
    }
  }

  async #find(proven: Proven, { subject, charge }: Wanted): Promise<ProofVerdict | undefined> {
    const quorumKey = await quorumKeyOf(proven, this.#parts.keys);
    if (quorumKey === undefined) return undefined;
    const { identityProof } = proven;
    const wanted = subjectOf(subject);
    const task = { response: plainResponse(proven), identityProof, subject: wanted, quorumKey };
    const check = async (of: ProofTask): Promise<ProofVerdict> => proofThreads.verify(of, charge);
    if (wanted?.kind !== 'documents' && wanted?.kind !== 'document-aggregates') return check(task);
    const { height } = proven.metadata;
    const known = await this.#parts.contracts.get(wanted.contractId);
    const verdict = await findDocuments(task, wanted, known, check);
    const isKnown = verdict !== undefined && verdict.outcome !== 'invalid';
    if (isKnown || known.height >= height) return verdict ?? noSuchType(wanted);
    // An update of the contract, or its registration, may have come between: up to the height, where a quorum signed it.
    const signed = await check({ ...task, subject: undefined });
    if (signed.outcome === 'invalid') return signed;
    const current = await this.#parts.contracts.get(wanted.contractId, height);
    return (await findDocuments(task, wanted, current, check)) ?? noSuchType(wanted);
  }

  #see(height: bigint): void {
    if (height <= this.#height) return;
    this.#height = height;
    this.#parts.sawHeight(height);
  }

  /** Returns why the state of a signed response is not the present one. */
  async #stalenessOf(metadata: ResponseMetadata, seen: bigint): Promise<string | undefined> {
    const older = olderThanSeen(metadata, seen);
    if (older !== undefined) return older;
    this.#network ??= (await this.#parts.layer1.status()).network;
    if (this.#network === CONTROLLED_NETWORK) return undefined;
    return farFromClock(metadata, this.#parts.now());
  }
}

/** Returns what was found about a proof of documents; `undefined` where the contract has no such type. */
async function findDocuments(
  task: ProofTask,
  { documentTypeName }: DocumentsSubject,
  { documentTypes }: ProvenContract,
  check: (task: ProofTask) => Promise<ProofVerdict>,
): Promise<ProofVerdict | undefined> {
  if (documentTypes === undefined) return check({ ...task, subject: undefined });
  const documentType = documentTypes.get(documentTypeName);
  return documentType && check({ ...task, documentType });
}

/** Returns the key of the quorum that signed a state; `undefined` for an unknown quorum. @throws {ProofTooLargeError} (rejects) */
async function quorumKeyOf(
  { proof, identityProof, metadata }: Proven,
  keys: StateKeys,
): Promise<Uint8Array | undefined> {
  if (proof.grovedbProof.length + (identityProof?.length ?? 0) > MAX_PROOF_BYTES)
    throw new ProofTooLargeError(`the proof has more than ${MAX_PROOF_BYTES} bytes`);
  return keys.keyOf(proof, metadata);
}

/**
 * Returns the contract that a response of getDataContract proves.
 * @throws {GatewayError} (rejects) where the response does not prove it, or cannot be verified now
 */
export async function requireContract(
  response: Message,
  keys: StateKeys,
  contractId: Uint8Array,
): Promise<ProvenContract> {
  const proven = provenOf(response);
  if ('outcome' in proven) throw new ContractUnknownError(proven.reason ?? 'it has no proof');
  const quorumKey = await quorumKeyOf(proven, keys);
  if (quorumKey === undefined) throw new ContractUnknownError(UNKNOWN_QUORUM);
  try {
    return await proofThreads.verifyContract({ response: plainResponse(proven), quorumKey, contractId });
  } catch (error) {
    if (error instanceof ProofThreadsBusyError || !(error instanceof Error)) throw error;
    throw new ContractUnknownError(error.message, { cause: error });
  }
}

/** Reports that the contract of documents is not known, without which their proof says nothing. */
class ContractUnknownError extends GatewayError {
  override readonly name = 'ContractUnknownError';
}

const noSuchType = ({ documentTypeName }: DocumentsSubject): ProofVerdict =>
  invalid(`the contract has no document type ${JSON.stringify(documentTypeName)}`);

class ProofTooLargeError extends GatewayError {
  override readonly name = 'ProofTooLargeError';
}

const NO_PROOF = 'the response lacks the proof';
/** Says that a state was signed by a quorum that is not in the list: the list may be older than the state. */
export const UNKNOWN_QUORUM =
  'the quorum that signed the state is none of the platform in the masternode list of this gateway';

const invalid = (reason: string): ProofVerdict & Verification => ({ outcome: 'invalid', reason });

/**
 * Returns a response that may pass under `reject`.
 * @throws {GrpcError} DATA_LOSS for a proof that is not valid, UNAVAILABLE where it was not checked
 */
export function requireProof({ outcome, reason }: Verification): void {
  if (outcome === 'invalid')
    throw new GrpcError('dataLoss', `the proof of the platform is not valid: ${reason}`);
  if (outcome === 'unchecked')
    throw new GrpcError('unavailable', 'the proof of the platform cannot be verified now: try again later');
}

interface Proven {
  readonly proof: Proof;
  readonly metadata: ResponseMetadata;
  readonly identityProof: Uint8Array | undefined;
}

/** Returns the proof and the metadata of a response, or why there is nothing to verify. */
function provenOf(response: Message): Proven | Verification {
  const content = ['version', 'value'];
  const isProven = memberAt(response, ...content, 'result', 'case') === 'proof';
  // The trunk of addresses comes with a proof only.
  const value = isProven
    ? memberAt(response, ...content, 'result', 'value')
    : memberAt(response, ...content, 'proof');
  if (value === undefined) return { outcome: 'unproven' };
  const metadata = memberAt(response, ...content, 'metadata');
  const proof = memberAt(value, 'grovedbIdentityPublicKeyHashProof') ?? value;
  const identityProof = memberAt(value, 'identityProofBytes');
  if (!isMessage(proof, ProofSchema)) return invalid(NO_PROOF);
  if (!isMessage(metadata, ResponseMetadataSchema)) return invalid('the response lacks its metadata');
  return {
    proof,
    metadata,
    identityProof: identityProof instanceof Uint8Array ? identityProof : undefined,
  };
}

const plainResponse = ({ proof, metadata }: Proven): ProvenResponse => ({
  proof: plainProof(proof),
  metadata: plainMetadata(metadata),
});

const plainProof = (proof: Proof): ProvenResponse['proof'] => ({
  grovedbProof: proof.grovedbProof,
  quorumType: proof.quorumType,
  quorumHash: proof.quorumHash,
  round: proof.round,
  blockIdHash: proof.blockIdHash,
  signature: proof.signature,
});

const plainMetadata = (metadata: ResponseMetadata): ProvenResponse['metadata'] => ({
  height: metadata.height,
  coreChainLockedHeight: metadata.coreChainLockedHeight,
  epoch: metadata.epoch,
  timeMs: metadata.timeMs,
  protocolVersion: metadata.protocolVersion,
  chainId: metadata.chainId,
});

/** Returns what a proof has to prove; nothing of a request that is rejected here and not by the node. */
function subjectOf(subject: ForwardedCall['subject']): ProofSubject | undefined {
  try {
    return subject?.();
  } catch (error) {
    if (error instanceof GrpcError) return undefined;
    throw error;
  }
}

/** Returns whether a response is the trunk of addresses, which always has a proof. */
const isOfTrunk = (subject: ForwardedCall['subject']): boolean =>
  subjectOf(subject)?.kind === 'address-trunk';

function reasonOf(error: unknown): string {
  if (error instanceof ProofThreadsBusyError || error instanceof ProofTooLargeError) return error.message;
  if (error instanceof NodeUnavailableError || error instanceof NodeRejectionError)
    return `no quorum keys available from layer 1: ${error.message}`;
  if (error instanceof ContractUnknownError || error instanceof OutdatedContractError)
    return `the contract cannot be verified: ${error.message}`;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
