import { compareBytes } from '@dapikit/protocol/codec';
import type { Element } from '../element/element.js';
import type { Path } from '../element/reference-path.js';
import {
  verifyPathQuery,
  verifyPathQueryKeys,
  type ProvenElement,
  type VerifyQueryOptions,
} from '../grove-proof/verify-query.js';
import { decodeGroveProof, proofVersionAt, type LayerProof } from '../grove-proof/envelope.js';
import { verifyTrunk, type ProvenTrunk } from '../grove-proof/verify-chunk.js';
import { layerRootHash } from '../grove-proof/proof-root.js';
import { verifyRangeAggregates, type ProvenAggregate } from '../grove-proof/verify-aggregate.js';
import { ProofError } from '../merk-proof/proof-error.js';
import type { PathQuery } from '../path-query/path-query.js';
import type { PathKey } from '../path-query/terminal-keys.js';
import type { StateMetadata, StateSignature } from '../state-signature/state-signature.js';
import { createStateSignatureVerifier, type VerifyStateSignature } from '../state-signature/verify-once.js';

/** Proof of a response: the message `Proof` of the platform's protobuf definitions. */
export interface ResponseProof extends StateSignature {
  /** Proof of GroveDB. */
  readonly grovedbProof: Uint8Array;
}

/** Metadata of a response: the message `ResponseMetadata`. */
export interface ResponseMetadata extends StateMetadata {
  /** Epoch of the block. The signature does not cover it. */
  readonly epoch: number;
}

/** Response with a proof. Messages that are generated from the protobuf definitions have this form. */
export interface ProvenResponse {
  readonly proof: ResponseProof;
  readonly metadata: ResponseMetadata;
}

/** Says which signatures are trusted. */
export interface TrustOptions {
  /** Public key of the quorum that signs (48 bytes), or a function that finds it by type and hash; a quorum without a key is rejected. */
  readonly quorumKey:
    | Uint8Array
    | ((quorum: Pick<StateSignature, 'quorumType' | 'quorumHash'>) => Uint8Array | undefined);
  /** Verifies signatures. Default: with `@noble/curves`, each signature once. */
  readonly verifySignature?: VerifyStateSignature;
}

/** Proven value of a response, with the root hash. */
export interface Proven<Value> {
  readonly value: Value;
  /** Root hash of the state: responses with the same one speak of the same state. */
  readonly rootHash: Uint8Array;
  readonly metadata: ResponseMetadata;
}

const verifyOnce = createStateSignatureVerifier();

/**
 * Verifies a response: `read` verifies proofs through the reader that it gets, all of them lead to one root hash, and the quorum
 * signed that root hash with the metadata. From protocol version 12 on, proofs of version 0 are rejected.
 *
 * The caller checks that the metadata is recent: the height is not below those of earlier responses, and the time is near its clock.
 *
 * @throws DecodeError, ProofError
 */
export function verifyResponse<Value>(
  { proof, metadata }: ProvenResponse,
  { quorumKey, verifySignature = verifyOnce }: TrustOptions,
  read: (reader: ProofReader) => Value,
): Proven<Value> {
  const reader = new ProofReader(proof.grovedbProof, metadata.protocolVersion);
  const value = read(reader);
  const rootHash = reader.rootHash();
  const key = typeof quorumKey === 'function' ? quorumKey(proof) : quorumKey;
  if (key === undefined) throw new ProofError('signature', 'the quorum that signed the response is unknown');
  if (!verifySignature(rootHash, metadata, proof, key))
    throw new ProofError('signature', 'the signature of the quorum does not cover the response');
  return { value, rootHash, metadata };
}

/** Verifies path queries against the proof of one response. */
export class ProofReader {
  readonly #proof: Uint8Array;
  readonly #minProofVersion: 0 | 1;
  #rootHash: Uint8Array | undefined;

  constructor(proof: Uint8Array, protocolVersion: number) {
    this.#proof = proof;
    this.#minProofVersion = proofVersionAt(protocolVersion);
  }

  /** Returns all elements that a query selects. Throws DecodeError, ProofError. */
  elements(query: PathQuery, options: ReadOptions = {}): readonly ProvenElement[] {
    const { rootHash, elements } = verifyPathQuery(
      options.proof ?? this.#proof,
      query,
      this.#options(options),
    );
    this.#useRootHash(rootHash);
    return elements;
  }

  /** Returns each key that a query asks for, with its element or its absence. Throws DecodeError, ProofError. */
  keys(
    query: PathQuery,
    options: ReadOptions = {},
  ): readonly (PathKey & { readonly element: Element | undefined })[] {
    const { rootHash, keys } = verifyPathQueryKeys(
      options.proof ?? this.#proof,
      query,
      this.#options(options),
    );
    this.#useRootHash(rootHash);
    return keys;
  }

  /** Returns the counts and sums of the range of a query. Throws DecodeError, ProofError. */
  aggregates(query: PathQuery): readonly ProvenAggregate[] {
    const { rootHash, aggregates } = verifyRangeAggregates(this.#proof, query);
    this.#useRootHash(rootHash);
    return aggregates;
  }

  /** Returns the upper levels of a tree that counts its elements, at most as many as given. Throws DecodeError, ProofError. */
  trunk(path: Path, maxDepth: number): ProvenTrunk {
    const trunk = verifyTrunk(this.#rootLayer(), path, maxDepth);
    this.#useRootHash(trunk.rootHash);
    return trunk;
  }

  /**
   * Verifies that the layers of the proof are bound to each other, whatever query it was made for. It says nothing about completeness.
   * Throws DecodeError, ProofError.
   */
  layers(): void {
    this.#useRootHash(layerRootHash(this.#rootLayer()));
  }

  #rootLayer(): LayerProof {
    const { version, rootLayer } = decodeGroveProof(this.#proof);
    if (version < this.#minProofVersion)
      throw new ProofError('unsupported', `proofs of version ${version} are not accepted`);
    return rootLayer;
  }

  /** Returns the root hash of everything that was read. */
  rootHash(): Uint8Array {
    if (this.#rootHash === undefined) throw new ProofError('incomplete', 'nothing of the proof was verified');
    return this.#rootHash;
  }

  #options({ isSubset = false, includesEmptyTrees = false }: ReadOptions): VerifyQueryOptions {
    return { isSubset, includesEmptyTrees, minProofVersion: this.#minProofVersion };
  }

  #useRootHash(rootHash: Uint8Array): void {
    if (this.#rootHash !== undefined && compareBytes(this.#rootHash, rootHash) !== 0)
      throw new ProofError('hash-mismatch', 'parts of the response lead to different root hashes');
    this.#rootHash = rootHash;
  }
}

/** Says what of a response is read. */
interface ReadOptions {
  /** True if the proof may prove more than the query selects. Default: false. */
  readonly isSubset?: boolean;
  /** True if empty trees of the normal kind count as elements. Default: false. */
  readonly includesEmptyTrees?: boolean;
  /** A second proof of the response; default: the first one. */
  readonly proof?: Uint8Array | undefined;
}
