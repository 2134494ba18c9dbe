import { dataContractQuery, identityQuery, type PathQuery } from '@dapikit/proof';
import { documentsWithIdsQuery } from '@dapikit/proof/prover';
import { bytesToHex } from '@noble/hashes/utils.js';
import { InputError } from '../base/errors/input-error.js';
import { readId, readText } from '../state/input/read-input.js';
import type { CommittedState } from '../trees/state-query/committed-state.js';
import type { StateMetadata } from '../state/chain/state-metadata.js';
import type { CommittedStateApi } from './committed-state-api.js';

/** Names what is proven: an identity, a contract or a document; nothing for the root hash alone. Ids are base58. */
export interface ProofSubject {
  readonly identityId?: string;
  readonly contractId?: string;
  /** The type of a document of the contract. */
  readonly documentType?: string;
  /** The id of the document. */
  readonly id?: string;
}

/** Describes a proof with what a quorum signed. Hashes are hexadecimal digits in display order. */
export interface StateProof {
  /** The root hash of the state, the app hash of the platform. */
  readonly rootHash: string;
  /** The proof of GroveDB; absent where nothing but the root hash is asked for. */
  readonly grovedbProof?: Uint8Array;
  readonly quorumType: number;
  readonly quorumHash: string;
  readonly round: number;
  readonly blockIdHash: string;
  /** The BLS signature of 96 bytes. */
  readonly signature: Uint8Array;
  /** The block of the state. Its time is that of the signature. */
  readonly metadata: StateMetadata;
}

/** Proves parts of the state. */
export interface ProofApi {
  /**
   * Returns the proof that official SDKs get with an identity, a contract or a document, or with their absence. Rejects with
   * `ProofsUnavailableError` without a signer or without trees.
   */
  getProof(input?: ProofSubject): Promise<StateProof>;
}

/** Returns the proofs of a platform. */
export const proofApi = (committed: CommittedStateApi): ProofApi => ({
  getProof: async (input = {}) => {
    const queryOf = readSubject(input);
    return committed.readProvenState(async (state) => {
      const { quorumType, quorumHash, round, blockIdHash, signature } = state.signature;
      return {
        rootHash: bytesToHex(state.proofs.rootHash),
        ...(queryOf && { grovedbProof: await state.proofs.prove(await queryOf(state)) }),
        quorumType,
        quorumHash: bytesToHex(quorumHash),
        round,
        blockIdHash: bytesToHex(blockIdHash),
        signature,
        metadata: state.metadata,
      };
    });
  },
});

/** Returns what makes the query of a subject; nothing for the root hash alone. @throws {InputError} */
function readSubject(input: ProofSubject): ((state: CommittedState) => Promise<PathQuery>) | undefined {
  const { identityId, contractId, documentType, id } = input;
  if (identityId !== undefined) {
    const identity = readId(identityId, 'identityId');
    if (contractId !== undefined || documentType !== undefined || id !== undefined)
      throw new InputError('the input', {
        expected: 'identityId alone, contractId alone, or contractId with documentType and id',
        found: input,
        fix: 'leave identityId out, or everything else',
      });
    // oxlint-disable-next-line typescript/require-await -- as all of these
    return async () => identityQuery(identity);
  }
  if (contractId === undefined) {
    if (documentType === undefined && id === undefined) return undefined;
    throw new InputError('contractId', { expected: 'the id of the contract', found: contractId });
  }
  const contract = readId(contractId, 'contractId');
  if (documentType === undefined && id === undefined)
    return async (state) => dataContractQuery(contract, await state.keepsContractHistory(contract));
  const type = { contractId: contract, documentType: readText(documentType, 'documentType') };
  const document = readId(id, 'id');
  return async (state) =>
    documentsWithIdsQuery(
      {
        contractId: contract,
        documentTypeName: type.documentType,
        keepsHistory: await state.keepsDocumentHistory(type),
      },
      [document],
    );
}
