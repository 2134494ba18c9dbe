import type { StateSignature } from '@dapikit/proof';
import { protocolOf } from '../state/chain/protocol.js';
import { InputError } from '../base/errors/input-error.js';
import { committedState, type CommittedState } from '../trees/state-query/committed-state.js';
import {
  ProofsUnavailableError,
  ProofsUnpublishedError,
  readProven,
  type StateProofs,
} from '../trees/state-tree/state-proofs.js';
import type { StateSignatures } from '../trees/state-tree/state-signer.js';
import type { TreeApplier } from '../trees/state-tree/tree-applier.js';
import type { PlatformChain } from '../execution/transition/platform-chain.js';

/** Committed state that is signed; the time of its metadata is that of the signature, by the host clock. */
export interface ProvenState extends CommittedState {
  readonly proofs: StateProofs;
  readonly signature: StateSignature;
}

/** Reads committed states. */
export interface CommittedStateApi {
  /**
   * Answers several queries from one committed state. `work` may be called while other calls change the platform: it sees one state.
   * Rejects with what `work` rejects with.
   */
  readState<Result>(work: (state: CommittedState) => Promise<Result>): Promise<Result>;
  /**
   * Answers queries from one committed state that proofs and a signature of a quorum are given of. Rejects with what `work` rejects
   * with, and with `ProofsUnavailableError` without a signer or without trees.
   */
  readProvenState<Result>(work: (state: ProvenState) => Promise<Result>): Promise<Result>;
}

/** Describes what proofs of a chain are made with. */
export interface ProofParts {
  /** Signer of states; absent where nothing signs them. */
  readonly signatures: StateSignatures | undefined;
  /** Brings the trees up to date; absent where the state has none. */
  readonly trees: TreeApplier | undefined;
  /** Builds trees where the state has none yet. */
  readonly completeTrees: () => Promise<void>;
}

/** Creates the methods that read committed states of a chain. */
export function committedStateApi(
  chain: PlatformChain,
  { signatures, trees, completeTrees }: ProofParts,
): CommittedStateApi {
  const { contracts, rules } = chain;
  return {
    readState: async (work) => {
      if (typeof work !== 'function')
        throw new InputError('work', { expected: 'a function of a committed state', found: work });
      return chain.read(async (view) => {
        const state = await committedState({ view, contracts, rules });
        return work({ ...state, metadata: { ...state.metadata, time: hostTime() } });
      });
    },
    readProvenState: async (work) => {
      if (typeof work !== 'function')
        throw new InputError('work', { expected: 'a function of a proven state', found: work });
      if (protocolOf(rules.protocolVersion).unpublishedTrees)
        throw new ProofsUnpublishedError(rules.protocolVersion);
      if (trees === undefined) throw new ProofsUnavailableError('proofs are off');
      if (signatures === undefined) throw new ProofsUnavailableError();
      return readProven(
        trees,
        completeTrees,
        async (read) => chain.read(read),
        async (view, found) => {
          const state = await committedState({ view, contracts, rules });
          const signed = signatures.of(found.rootHash, state.metadata);
          return work({ ...state, ...signed, proofs: found });
        },
      );
    },
  };
}

/** Returns the time of the host, in ms: official clients reject responses that are half an hour older, whatever the clock of the platform says. */
export const hostTime = (): number => Date.now();
