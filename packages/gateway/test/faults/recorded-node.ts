import {
  bytesToHex,
  decodeTransaction,
  encodeTransaction,
  hexToBytes,
  NodeRejectionError,
  transactionId,
  type Layer1,
} from '@dapikit/chain';
import { FakeNode, type FakeAnswer, type FakeCall } from '../../../chain/test/fake-node.js';
import { BLOCK_HASHES, recordedLayer1, submission } from '../recorded-layer1.js';

type Answer = (layer1: Layer1, ...params: string[]) => unknown;

/** What a node with this best chain gives, by its RPC method. It knows the recorded chain too. */
function answers(chain: readonly string[]): Readonly<Record<string, Answer>> {
  return {
    getbestblockhash: () => chain.at(-1),
    getblockheader: (_, hash) => header(hash, chain) ?? header(hash, BLOCK_HASHES),
    getblockhash: (_, height) => chain[Number(height)],
    sendrawtransaction: (layer1, hex) => variantId(hex) ?? layer1.sendTransaction(hexToBytes(hex)),
    protx: (layer1, _, base, block) => layer1.masternodeListDiff(base, block),
  };
}

const ACCEPTED = decodeTransaction(hexToBytes(submission('accepted').hex));

/** Returns the accepted transaction of the recording with another lock time: a transaction of its own, which the node accepts as well. */
export function acceptedVariant(lockTime: number): string {
  return bytesToHex(encodeTransaction({ ...ACCEPTED, lockTime }));
}

/** Returns the id of an {@link acceptedVariant}; `undefined` for another transaction. */
function variantId(hex: string): string | undefined {
  try {
    const transaction = decodeTransaction(hexToBytes(hex));
    return acceptedVariant(transaction.lockTime) === hex ? transactionId(transaction) : undefined;
  } catch {
    return undefined;
  }
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
 * Answers a call as the recorded node did.
 * @param chain its best chain, by height, where that is another one
 */
export function recordedAnswers(
  chain: readonly string[] = BLOCK_HASHES,
): (call: Pick<FakeCall, 'method' | 'params'>) => Promise<FakeAnswer> {
  const table = answers(chain);
  return async ({ method, params }) => {
    try {
      const answer = table[method];
      if (answer === undefined) throw new NodeRejectionError(-32601, 'Method not found');
      return { result: await answer(recordedLayer1(), ...params.map(String)) };
    } catch (error) {
      if (!(error instanceof NodeRejectionError)) throw error;
      return { error: { code: error.code, message: error.message } };
    }
  };
}

/** Starts an RPC server that gives {@link recordedAnswers}. */
export async function startRecordedNode(chain?: readonly string[]): Promise<FakeNode> {
  return FakeNode.start(recordedAnswers(chain));
}
