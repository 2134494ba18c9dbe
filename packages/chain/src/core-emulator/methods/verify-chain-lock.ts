import { CHAIN_LOCK_QUORUMS } from '../../rules/consensus/quorum-types.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { SIGN_HEIGHT_OFFSET, verifyChainLock } from '../../rules/signing/chain-lock.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';
import { invalidParameter, type RpcParams } from '../rpc/rpc-params.js';
import { readSignature } from '../rpc/signature-param.js';

export const verifyChainLockMethod: EmulatorMethod = {
  name: 'verifychainlock',
  category: 'Evo',
  summary: 'verifies the signature of a ChainLock',
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
    return verifyChainLock(
      { hash, height, signature },
      quorums.map(({ commitment }) => commitment),
    );
  },
};

function heightOf({ chain }: EmulatedNode, hash: string, params: RpcParams): number {
  if (!params.isGiven(2)) {
    const block = chain.block(hash);
    if (block !== undefined) return block.height;
    throw new NodeRejectionError(RPC_ERROR_CODES.internal, 'blockHash not found');
  }
  const height = params.integer(2);
  if (height < 0) throw invalidParameter('Block height out of range');
  return height;
}
