import { hexToBytes, NodeRefusal, type Layer1 } from '@dapikit/chain';
import { FakeNode, type FakeAnswer } from '../../../chain/test/fake-node.js';
import { BLOCK_HASHES, recordedLayer1 } from '../recorded-layer1.js';

/** What a node's RPC method gives, by its name. */
const ANSWERS: Readonly<Record<string, (layer1: Layer1, ...params: string[]) => unknown>> = {
  getbestblockhash: () => BLOCK_HASHES.at(-1),
  getblockheader: (_, hash) => {
    const height = BLOCK_HASHES.indexOf(hash);
    return {
      hash,
      height,
      confirmations: BLOCK_HASHES.length - height,
      previousblockhash: BLOCK_HASHES[height - 1],
      chainwork: (2 * height).toString(16).padStart(64, '0'),
    };
  },
  getblockhash: (layer1, height) => layer1.blockHash(Number(height)),
  sendrawtransaction: (layer1, hex) => layer1.sendTransaction(hexToBytes(hex)),
  protx: (layer1, _, base, block) => layer1.masternodeListDiff(base, block),
};

/** An RPC server that answers what the recorded node did. */
export async function startRecordedNode(): Promise<FakeNode> {
  return FakeNode.start(async ({ method, params }): Promise<FakeAnswer> => {
    try {
      return { result: await ANSWERS[method]?.(recordedLayer1(), ...params.map(String)) };
    } catch (error) {
      if (!(error instanceof NodeRefusal)) throw error;
      return { error: { code: error.code, message: error.message } };
    }
  });
}
