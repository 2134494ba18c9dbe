import { readFileSync } from 'node:fs';
import { hex } from '@scure/base';

const LINES = readFileSync(new URL('../../fixtures/proofs/responses.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

/**
 * Returns a response with a proof, which an official node gave to a request, and the public key of the quorum that signed it. Examples
 * import it where a program calls a node.
 * @param {string} request name of the message, such as `IdentityRequest`
 */
export function responseTo(request) {
  const line = LINES.find((other) => other.request === request);
  if (line === undefined) throw new Error(`expected the name of a recorded request, found ${request}`);
  const { metadata } = line;
  return {
    quorumKey: hex.decode(line.quorumKey),
    response: {
      proof: {
        grovedbProof: hex.decode(line.grovedbProof),
        quorumType: line.quorumType,
        quorumHash: hex.decode(line.quorumHash),
        round: line.round,
        blockIdHash: hex.decode(line.blockIdHash),
        signature: hex.decode(line.signature),
      },
      metadata: {
        height: BigInt(metadata.height),
        coreChainLockedHeight: metadata.core_chain_locked_height,
        epoch: metadata.epoch,
        timeMs: BigInt(metadata.time_ms),
        protocolVersion: metadata.protocol_version,
        chainId: metadata.chain_id,
      },
    },
  };
}
