import { INSTANT_LOCK_QUORUMS } from '../../rules/consensus/quorum-types.js';
import { verifyBls } from '../../base/crypto/bls.js';
import { selectQuorum } from '../../rules/signing/select-quorum.js';
import { signHash } from '../../rules/signing/sign-hash.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { readSignature } from '../rpc/signature-param.js';

export const verifyIsLock: EmulatorMethod = {
  name: 'verifyislock',
  category: 'Evo',
  summary: 'verifies the signature of an InstantSend lock',
  params: [
    { name: 'id', type: 'string', about: 'id of the request, from getislocks' },
    { name: 'txid', type: 'string', about: 'of the transaction' },
    { name: 'signature', type: 'string', about: '192 hexadecimal digits' },
    {
      name: 'maxHeight',
      type: 'numeric',
      isOptional: true,
      about: 'quorums of this height and below; those of the tip when left out',
    },
  ],
  answer(node, params) {
    const requestId = params.hash(0, 'id');
    const messageHash = params.hash(1, 'txid');
    const maxHeight = params.integer(3, -1);
    const signature = readSignature(params.text(2));
    const mined = node.transaction(messageHash)?.block?.height;
    const from = mined !== undefined && mined <= maxHeight ? mined : maxHeight;
    const height = from === -1 ? node.chain.tip.height : from;
    return [height, height - INSTANT_LOCK_QUORUMS.cycle].some((at) => {
      const active = node.chain.blockAt(at)?.connected?.quorums.active(INSTANT_LOCK_QUORUMS) ?? [];
      const commitments = active.map(({ commitment }) => commitment);
      const quorum = selectQuorum(commitments, requestId);
      if (quorum === undefined) return false;
      const message = signHash({
        llmqType: quorum.llmqType,
        quorumHash: quorum.quorumHash,
        requestId,
        messageHash,
      });
      return verifyBls(signature, message, quorum.quorumPublicKey);
    });
  },
};
