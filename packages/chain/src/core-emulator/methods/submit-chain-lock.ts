import { isBlsSignature } from '../../base/crypto/bls.js';
import { isLegacySignature } from '../../base/crypto/legacy-bls.js';
import { CHAIN_LOCK_QUORUMS } from '../../rules/consensus/quorum-types.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { SIGN_HEIGHT_OFFSET, verifyChainLock } from '../../rules/signing/chain-lock.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { invalidParameter } from '../rpc/rpc-params.js';

export const submitChainLock: EmulatorMethod = {
  name: 'submitchainlock',
  category: 'Evo',
  summary: 'submits a ChainLock, and returns the height of the highest one',
  params: [
    { name: 'blockHash', type: 'string', about: 'the hash of the block' },
    { name: 'signature', type: 'string', about: '192 hexadecimal digits' },
    { name: 'blockHeight', type: 'numeric', about: 'its height' },
  ],
  difference: 'A ChainLock of a block that is not in the best chain is rejected.',
  answer({ chain, devChain }, params) {
    const hash = params.hash(0, 'blockHash');
    const height = params.integer(2);
    if (height <= 0) throw invalidParameter('invalid block height');
    const best = devChain.bestChainLock()?.height ?? -1;
    if (height <= best) return best;
    const signature = params.text(1).toLowerCase();
    if (!isBlsSignature(signature) && !isLegacySignature(signature))
      throw invalidParameter('invalid signature format');
    const from = chain.blockAt(height - SIGN_HEIGHT_OFFSET);
    const quorums = from?.connected?.quorums.active(CHAIN_LOCK_QUORUMS) ?? [];
    if (quorums.length === 0) {
      const { height: tipHeight, hash: tipHash } = chain.tip;
      throw new NodeRejectionError(
        RPC_ERROR_CODES.misc,
        `No quorum found. Current tip height: ${tipHeight} hash: ${tipHash}\n`,
      );
    }
    const lock = { hash, height, signature };
    const isSigned = verifyChainLock(
      lock,
      quorums.map(({ commitment }) => commitment),
    );
    if (!isSigned) throw invalidParameter('invalid signature');
    return devChain.quorums.submitChainLock(lock).height;
  },
};
