import { hexToBytes, NodeRefusal, type Layer1 } from '@dapikit/chain';
import { FakeNode, type FakeAnswer } from '../../../chain/test/fake-node.js';
import { BLOCK_HASHES, recordedLayer1 } from '../recorded-layer1.js';

type Answer = (layer1: Layer1, ...params: string[]) => unknown;

/** What a node with this best chain gives, by its RPC method. It knows the recorded chain too. */
function answers(chain: readonly string[]): Readonly<Record<string, Answer>> {
  return {
    getbestblockhash: () => chain.at(-1),
    getblockheader: (_, hash) => header(hash, chain) ?? header(hash, BLOCK_HASHES),
    getblockhash: (_, height) => chain[Number(height)],
    sendrawtransaction: (layer1, hex) => layer1.sendTransaction(hexToBytes(hex)),
    protx: (layer1, _, base, block) => layer1.masternodeListDiff(base, block),
  };
}

/** The header of a block of a chain, as far as it is read; `undefined` for another block. */
function header(hash: string, chain: readonly string[]): object | undefined {
  const height = chain.indexOf(hash);
  if (height === -1) return undefined;
  return {
    hash,
    height,
    confirmations: chain.length - height,
    previousblockhash: chain[height - 1],
    chainwork: (2 * height).toString(16).padStart(64, '0'),
  };
}

/**
 * An RPC server that answers what the recorded node did.
 * @param chain its best chain, by height, where that is another one
 */
export async function startRecordedNode(chain: readonly string[] = BLOCK_HASHES): Promise<FakeNode> {
  const table = answers(chain);
  return FakeNode.start(async ({ method, params }): Promise<FakeAnswer> => {
    try {
      const answer = table[method];
      if (answer === undefined) throw new NodeRefusal(-32601, 'Method not found');
      return { result: await answer(recordedLayer1(), ...params.map(String)) };
    } catch (error) {
      if (!(error instanceof NodeRefusal)) throw error;
      return { error: { code: error.code, message: error.message } };
    }
  });
}
