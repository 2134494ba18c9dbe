import { CHAIN_LOCK_QUORUMS } from '../../consensus/quorum-types.js';
import { NodeRefusal } from '../../layer1.js';
import { SIGN_HEIGHT_OFFSET, verifyChainLock as isSigned } from '../../quorum/chain-lock.js';
import { RPC_ERROR_CODES } from '../../rpc-error-code.js';
import type { FaceMethod } from '../face-method.js';
import type { FaceNode } from '../face-node.js';
import { invalidParameter, type RpcParams } from '../rpc-params.js';
import { readSignature } from '../signature-param.js';

export const verifyChainLock: FaceMethod = {
  name: 'verifychainlock',
  category: 'Evo',
  summary: 'whether the quorum whose turn it is signed a ChainLock',
  params: [
    { name: 'blockHash', type: 'string', about: 'the hash of the block' },
    { name: 'signature', type: 'string', about: '192 hexadecimal digits' },
    {
      name: 'blockHeight',
      type: 'numeric',
      isOptional: true,
      about: 'its height; that of the block with the hash when left out',
    },
  ],
  answer(node, params) {
    const hash = params.hash(0, 'blockHash');
    const height = heightOf(node, hash, params);
    const signature = readSignature(params.text(1));
    const from = node.chain.blockAt(height - SIGN_HEIGHT_OFFSET);
    const quorums = from?.connected?.quorums.active(CHAIN_LOCK_QUORUMS) ?? [];
    return isSigned(
      { hash, height, signature },
      quorums.map(({ commitment }) => commitment),
    );
  },
};

function heightOf({ chain }: FaceNode, hash: string, params: RpcParams): number {
  if (!params.isGiven(2)) {
    const block = chain.block(hash);
    if (block !== undefined) return block.height;
    throw new NodeRefusal(RPC_ERROR_CODES.internal, 'blockHash not found');
  }
  const height = params.integer(2);
  if (height < 0) throw invalidParameter('Block height out of range');
  return height;
}
