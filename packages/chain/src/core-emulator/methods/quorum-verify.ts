import type { QuorumType } from '../../rules/consensus/quorum-types.js';
import { verifyBls } from '../../base/crypto/bls.js';
import type { FinalCommitment } from '../../primitives/masternode/final-commitment.js';
import { selectQuorum } from '../../rules/signing/select-quorum.js';
import { signHash } from '../../rules/signing/sign-hash.js';
import { activeQuorums } from '../json/describe-quorum.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';
import { readQuorumType } from '../rpc/quorum-type-param.js';
import { invalidParameter } from '../rpc/rpc-params.js';
import { readSignature } from '../rpc/signature-param.js';

/** In the place of a height: that of the tip. */
const TIP = -1;

export const quorumVerify: EmulatorMethod = {
  name: 'quorum verify',
  category: 'Evo',
  summary: 'verifies the signature of a quorum over a request',
  params: [
    { name: 'llmqType', type: 'numeric', about: 'the type of the quorum, such as 100' },
    { name: 'id', type: 'string', about: 'the id of the request' },
    { name: 'msgHash', type: 'string', about: 'the hash of the message' },
    { name: 'signature', type: 'string', about: '192 hexadecimal digits' },
    { name: 'quorumHash', type: 'string', isOptional: true, about: 'the quorum; "" to give a height' },
    {
      name: 'signHeight',
      type: 'numeric',
      isOptional: true,
      about: 'the height it was signed at; that of the tip when left out',
    },
  ],
  answer(node, params) {
    const quorumType = readQuorumType(params, 0);
    const request = { requestId: params.hash(1, 'id'), messageHash: params.hash(2, 'msgHash') };
    const signature = readSignature(params.text(3));
    const isSignedBy = ({ llmqType, quorumHash, quorumPublicKey }: FinalCommitment): boolean =>
      verifyBls(signature, signHash({ ...request, llmqType, quorumHash }), quorumPublicKey);
    if (!params.isGiven(4) || (params.text(4) === '' && params.isGiven(5))) {
      const height = params.looseInteger(5, 'signHeight', TIP);
      return selected(quorumType, request.requestId, height, node).some(isSignedBy);
    }
    const quorumHash = params.hash(4, 'quorumHash');
    const mined = quorumType && node.chain.tip.connected?.quorums.find(quorumType.type, quorumHash);
    if (mined === undefined) throw invalidParameter('quorum not found');
    return isSignedBy(mined.commitment);
  },
};

/**
 * Returns the quorums that can have signed a request at a height: of those that sign then, and a cycle before.
 *
 * Source: `VerifyRecoveredSigLatestQuorums` in `src/rpc/quorums.cpp` of dashpay/dash.
 */
function selected(
  quorumType: QuorumType | undefined,
  requestId: string,
  signHeight: number,
  { chain }: EmulatedNode,
): FinalCommitment[] {
  if (quorumType === undefined) return [];
  const height = signHeight === TIP ? chain.tip.height : signHeight;
  return [0, quorumType.cycle].flatMap((offset) => {
    const block = chain.blockAt(height - offset);
    const active = block === undefined ? [] : activeQuorums(block, quorumType);
    const quorum = selectQuorum(
      active.map(({ commitment }) => commitment),
      requestId,
    );
    return quorum === undefined ? [] : [quorum];
  });
}
