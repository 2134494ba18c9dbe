import {
  setBlake3,
  verifyIdentityByNonUniquePublicKeyHash,
  verifyIdentityByPublicKeyHash,
  verifyResponse,
  type ProvenResponse,
} from '@dapikit/proof';
import { wasmBlake3 } from '@dapikit/proof/wasm';
import type { ProofSubject } from '../method/proof-subject.js';

/** Describes a response whose proof is verified. */
export interface ProofTask {
  readonly response: ProvenResponse;
  /** The second proof of a response that has two. */
  readonly identityProof: Uint8Array | undefined;
  /** What the proof has to prove; `undefined` where that is not known. */
  readonly subject: ProofSubject | undefined;
  /** Of the quorum that the response names. */
  readonly quorumKey: Uint8Array;
}

/** Is what was found about a proof. */
export type ProofVerdict =
  | { readonly outcome: 'verified' | 'signed' }
  | { readonly outcome: 'invalid'; readonly reason: string };

let blake3: Promise<void> | undefined;

/** Verifies a proof and the signature of its state in a thread of its own. Each thread verifies a signature once. */
export default async function verifyProof(task: ProofTask): Promise<ProofVerdict> {
  blake3 ??= wasmBlake3().then(setBlake3);
  await blake3;
  try {
    verify(task);
    return { outcome: task.subject === undefined ? 'signed' : 'verified' };
  } catch (error) {
    // Whatever a verifier throws: the proof did not pass.
    return { outcome: 'invalid', reason: error instanceof Error ? error.message : String(error) };
  }
}

function verify({ response, identityProof, subject, quorumKey }: ProofTask): void {
  const options = { quorumKey };
  switch (subject?.kind) {
    case undefined:
      verifyResponse(response, options, (reader) => reader.layers());
      return;
    case 'selection':
      verifyResponse(response, options, (reader) => reader.elements(subject.query));
      return;
    case 'unique-key-hash':
      verifyIdentityByPublicKeyHash(response, { ...options, publicKeyHash: subject.publicKeyHash });
      return;
    case 'non-unique-key-hash': {
      const { publicKeyHash, startAfter } = subject;
      verifyIdentityByNonUniquePublicKeyHash(
        { ...response, identityProof },
        { ...options, publicKeyHash, startAfter },
      );
    }
  }
}
