import {
  createStateSignatureVerifier,
  ProofError,
  verifyDataContract,
  verifyDocument,
  verifyIdentity,
  type Proven,
  type TrustOptions,
} from '@dapikit/proof';
import {
  dataContract,
  documentCodec,
  documentTypesOf,
  identityPublicKey,
  type DataContract,
} from '@dapikit/protocol';
import { base58, hex } from '@scure/base';
import type { ProofSubject } from '../navigation/proof-href.js';
import { createRecencyCheck } from './check-recency.js';
import type { ProofCheck } from './proof-check.js';
import { readProofTree, type ProofLayer } from './proof-tree.js';
import { loadQuorums, loadStateProof, type ListedQuorum, type StateProof } from './state-proof.js';

/** Describes a proof, and what this browser found of it. */
export interface VerifiedProof {
  readonly proof: StateProof;
  /** The root hash that follows from the proof, in hexadecimal digits; absent where the proof is invalid. */
  readonly rootHash: string | undefined;
  readonly quorum: ListedQuorum | undefined;
  readonly checks: readonly ProofCheck[];
  /** Check that the state is recent; absent where nothing is signed. */
  readonly recency: ProofCheck | undefined;
  /** The proven value as JSON; `undefined` where its absence is proven, or nothing is. */
  readonly value: unknown;
  readonly tree: ProofLayer | undefined;
}

const verifySignature = createStateSignatureVerifier();
const checkRecency = createRecencyCheck();

/** Checks the metadata of a proof that is valid: others say nothing, and may not raise the height that this page has seen. */
const recencyOf = ({ metadata }: StateProof, checks: readonly ProofCheck[]): ProofCheck | undefined =>
  checks.every(({ isPassed }) => isPassed) ? checkRecency(metadata, Date.now()) : undefined;

/** Loads the proof of a subject and verifies it in this browser. @throws {RpcError} (rejects) with the server's error. */
export async function verifyProof(subject: ProofSubject): Promise<VerifiedProof> {
  const listed = loadQuorums();
  const [proof, quorums, contract] = await Promise.all([
    loadStateProof(subject),
    listed,
    subject.id === undefined ? undefined : loadContract(subject, listed),
  ]);
  const quorum = signerOf(proof, quorums);
  if (proof.grovedbProof === undefined) {
    // Only the root was asked for, or the server left out what shows the data: then nothing is proven.
    if (Object.values(subject).some((part) => part !== undefined)) return { ...UNPROVEN, proof, quorum };
    const check = checkSignature(proof, hex.decode(proof.rootHash), quorum);
    return {
      proof,
      quorum,
      rootHash: proof.rootHash,
      checks: [check],
      recency: recencyOf(proof, [check]),
      value: undefined,
      tree: undefined,
    };
  }
  const hashes = checkHashes(proof, proof.grovedbProof, subject, contract?.value);
  const rootHash = hashes.proven?.rootHash;
  const checks = [
    hashes.check,
    ...(rootHash === undefined
      ? []
      : [checkStatedRoot(proof, rootHash), checkSignature(proof, rootHash, quorum)]),
    ...(contract === undefined ? [] : [contract.check]),
  ];
  return {
    proof,
    quorum,
    rootHash: rootHash && hex.encode(rootHash),
    checks,
    recency: recencyOf(proof, checks),
    value: hashes.proven?.value,
    tree: hashes.proven && readProofTree(proof.grovedbProof),
  };
}

const NO_PROOF = 'The server sent no proof of the data.';

/** Describes an answer without a proof of what was asked for. */
const UNPROVEN = {
  rootHash: undefined,
  checks: [
    {
      title: 'The hashes lead from the data to one root',
      isPassed: false,
      detail: NO_PROOF,
    },
  ],
  recency: undefined,
  value: undefined,
  tree: undefined,
} as const;

/** Returns whether a proof passed all checks. */
export const isProven = ({ checks }: VerifiedProof): boolean => checks.every(({ isPassed }) => isPassed);

/** Accepts any signature: it is checked as a step of its own. */
const ANY_SIGNATURE: TrustOptions = { quorumKey: new Uint8Array(48), verifySignature: () => true };

/** Describes the contract of a document: what its own proof shows, and whether that is signed too. */
interface LoadedContract {
  readonly value: DataContract | undefined;
  readonly check: ProofCheck;
}

/** Loads the contract of a document with its own proof: its types say how the document is decoded. */
async function loadContract(
  { contractId = '' }: ProofSubject,
  quorums: Promise<readonly ListedQuorum[]>,
): Promise<LoadedContract> {
  const title = 'The contract of the document is proven as well';
  const proof = await loadStateProof({ contractId });
  if (proof.grovedbProof === undefined)
    return { value: undefined, check: { title, isPassed: false, detail: NO_PROOF } };
  try {
    const response = {
      proof: { grovedbProof: proof.grovedbProof, ...proof.signature },
      metadata: proof.metadata,
    };
    const options = { ...ANY_SIGNATURE, contractId: base58.decode(contractId) };
    const { value, rootHash } = verifyDataContract(response, options);
    const quorum = signerOf(proof, await quorums);
    return { value, check: { ...checkSignature(proof, rootHash, quorum), title } };
  } catch (error) {
    return { value: undefined, check: { title, isPassed: false, detail: wordsOf(error) } };
  }
}

const signerOf = ({ signature }: StateProof, quorums: readonly ListedQuorum[]): ListedQuorum | undefined => {
  const hash = hex.encode(signature.quorumHash);
  return quorums.find((one) => one.hash === hash);
};

const wordsOf = (error: unknown): string =>
  error instanceof ProofError ? `${error.reason}: ${error.message}` : String(error);

interface HashCheck {
  readonly check: ProofCheck;
  readonly proven?: { readonly rootHash: Uint8Array; readonly value: unknown };
}

/** Checks that all hashes of the proof lead to one root, and that it shows everything that the query selects. */
function checkHashes(
  { signature, metadata }: StateProof,
  grovedbProof: Uint8Array,
  subject: ProofSubject,
  contract: DataContract | undefined,
): HashCheck {
  const title = 'The hashes lead from the data to one root';
  try {
    const response = { proof: { grovedbProof, ...signature }, metadata };
    const { rootHash, value } = verifySubject(response, subject, contract);
    const what = value === undefined ? 'The proof shows the gap where it would be.' : 'Nothing is left out.';
    return {
      check: { title, isPassed: true, detail: `${grovedbProof.length.toLocaleString('en')} bytes. ${what}` },
      proven: { rootHash, value },
    };
  } catch (error) {
    return { check: { title, isPassed: false, detail: wordsOf(error) } };
  }
}

function verifySubject(
  response: Parameters<typeof verifyIdentity>[0],
  { identityId, contractId = '', documentType = '', id }: ProofSubject,
  contract: DataContract | undefined,
): Proven<unknown> {
  if (identityId !== undefined) {
    const identity = base58.decode(identityId);
    const proven = verifyIdentity(response, { ...ANY_SIGNATURE, identityId: identity });
    return { ...proven, value: proven.value && identityJson(proven.value) };
  }
  if (id === undefined) {
    const proven = verifyDataContract(response, { ...ANY_SIGNATURE, contractId: base58.decode(contractId) });
    return { ...proven, value: proven.value && dataContract.toJson(proven.value) };
  }
  const { protocolVersion } = response.metadata;
  const type = contract && documentTypesOf(contract, { protocolVersion }).get(documentType);
  if (type === undefined) throw new RangeError(`the contract has no document type ${documentType}`);
  const codec = documentCodec(type);
  const proven = verifyDocument(response, {
    ...ANY_SIGNATURE,
    codec,
    contractId: base58.decode(contractId),
    documentTypeName: documentType,
    keepsHistory: type.documentsKeepHistory,
    documentId: base58.decode(id),
  });
  return { ...proven, value: proven.value && codec.toJson(proven.value) };
}

const identityJson = ({
  id,
  balance,
  revision,
  publicKeys,
}: NonNullable<ReturnType<typeof verifyIdentity>['value']>): unknown => ({
  id: base58.encode(id),
  balance: String(balance),
  revision: Number(revision),
  publicKeys: publicKeys.map(identityPublicKey.toJson),
});

function checkStatedRoot({ rootHash: stated }: StateProof, rootHash: Uint8Array): ProofCheck {
  const isPassed = hex.encode(rootHash) === stated;
  return {
    title: 'That root is the state of the platform',
    isPassed,
    detail: isPassed ? 'It equals the app hash that the server states.' : `The server states ${stated}.`,
  };
}

function checkSignature(
  { signature, metadata }: StateProof,
  rootHash: Uint8Array,
  quorum: ListedQuorum | undefined,
): ProofCheck {
  // The key of a store signs without a quorum of layer 1: its height is 0.
  const title =
    quorum?.height === 0
      ? 'The key of the server signed the root'
      : 'A quorum of masternodes signed the root';
  if (quorum === undefined) return { title, isPassed: false, detail: 'The quorum is not in /quorums.' };
  const isPassed = verifySignature(rootHash, metadata, signature, hex.decode(quorum.key));
  return {
    title,
    isPassed,
    detail: isPassed
      ? `Its BLS signature covers the root, height ${metadata.height}, the time and the protocol version.`
      : 'Its BLS signature does not cover this root at this height.',
  };
}
