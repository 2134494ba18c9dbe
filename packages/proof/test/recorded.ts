import { readFileSync } from 'node:fs';
import { hex } from '@scure/base';
import type { StateMetadata, StateSignature } from '@dapikit/proof';

interface Line {
  readonly folder: string;
  readonly request: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly grovedbProof: string;
  readonly identityProof?: string;
  readonly quorumType: number;
  readonly quorumHash: string;
  readonly quorumKey: string;
  readonly signature: string;
  readonly round: number;
  readonly blockIdHash: string;
  readonly metadata: {
    readonly height: string;
    readonly core_chain_locked_height: number;
    readonly epoch: number;
    readonly time_ms: string;
    readonly protocol_version: number;
    readonly chain_id: string;
  };
  readonly root: string;
}

/** Is a recorded response of an official node with its request. */
export interface RecordedResponse {
  readonly name: string;
  readonly request: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly grovedbProof: Uint8Array;
  readonly identityProof: Uint8Array | undefined;
  readonly signature: StateSignature;
  readonly quorumKey: Uint8Array;
  readonly metadata: StateMetadata & { readonly epoch: number };
  readonly root: string;
}

/** Reads the recorded responses. */
export function recordedResponses(): readonly RecordedResponse[] {
  const file = new URL('../../../fixtures/proofs/responses.jsonl', import.meta.url);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((text, at) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fixture has this form
      const line = JSON.parse(text) as Line;
      return {
        name: `${at} ${line.folder} ${line.request}`,
        request: line.request,
        query: line.query,
        grovedbProof: hex.decode(line.grovedbProof),
        identityProof: line.identityProof === undefined ? undefined : hex.decode(line.identityProof),
        signature: {
          quorumType: line.quorumType,
          quorumHash: hex.decode(line.quorumHash),
          round: line.round,
          blockIdHash: hex.decode(line.blockIdHash),
          signature: hex.decode(line.signature),
        },
        quorumKey: hex.decode(line.quorumKey),
        metadata: {
          height: BigInt(line.metadata.height),
          coreChainLockedHeight: line.metadata.core_chain_locked_height,
          epoch: line.metadata.epoch,
          timeMs: BigInt(line.metadata.time_ms),
          protocolVersion: line.metadata.protocol_version,
          chainId: line.metadata.chain_id,
        },
        root: line.root,
      };
    });
}
