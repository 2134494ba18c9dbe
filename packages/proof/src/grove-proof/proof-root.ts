import { compareBytes } from '@dapikit/protocol/codec';
import { combineHashes, valueHash } from '../merk/hashes.js';
import { decodeOperations } from '../merk-proof/operation.js';
import { executeMerkProof } from '../merk-proof/execute.js';
import { ProofError } from '../merk-proof/proof-error.js';
import { hasKey, valueHashOf } from '../merk-proof/proof-node.js';
import { decodeGroveProof, type LayerProof } from './envelope.js';

/**
 * Returns the root hash to which a proof leads, whatever it was made for: each lower layer is bound to the value of its key. It says
 * nothing about completeness; verify responses with the functions for their queries.
 *
 * @throws DecodeError, ProofError
 */
export function proofRootHash(proof: Uint8Array): Uint8Array {
  return layerRootHash(decodeGroveProof(proof).rootLayer);
}

/** Returns the root hash of a layer; lower layers are bound to the values of their keys. Throws DecodeError, ProofError. */
export function layerRootHash({ type, bytes, lowerLayers }: LayerProof): Uint8Array {
  if (type !== 'merk') throw new ProofError('unsupported', `layers of the type ${type} are not verified`);
  const shown = new Set<Uint8Array>();
  const rootHash = executeMerkProof(bytes, isInverted(bytes), (node) => {
    if (!hasKey(node) || !('value' in node)) return;
    const lower = lowerLayers.find(({ key }) => compareBytes(key, node.key) === 0);
    if (lower === undefined) return;
    shown.add(lower.key);
    const combined = combineHashes(valueHash(node.value), layerRootHash(lower.layer));
    if (compareBytes(combined, valueHashOf(node)) !== 0)
      throw new ProofError('hash-mismatch', 'the hash of a lower layer does not match the value of its key');
  });
  if (shown.size < lowerLayers.length)
    throw new ProofError('excess', 'the proof has a lower layer whose key it does not show');
  return rootHash;
}

/** Returns the direction in which the nodes of a proof are shown. */
function isInverted(bytes: Uint8Array): boolean {
  for (const operation of decodeOperations(bytes)) return operation.isInverted;
  return false;
}
