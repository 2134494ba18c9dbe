import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { compareHashes, displayHash } from '../../base/bytes/hex.js';
import { sha256d } from '../../base/crypto/hashes.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { quorumMembers } from '../../chain/quorum/quorum-members.js';
import { selectQuorum } from '../../rules/signing/select-quorum.js';
import { activeQuorums } from '../json/describe-quorum.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { readQuorumType } from '../rpc/quorum-type-param.js';

/** Number of members that get a request to recover a signature. Source: `recoveryMembers` in `src/llmq/params.h` of dashpay/dash. */
const RECOVERY_MEMBERS = 3;

export const quorumSelectquorum: EmulatorMethod = {
  name: 'quorum selectquorum',
  category: 'Evo',
  summary: 'the quorum that signs a request, and the members that recover its signature',
  params: [
    { name: 'llmqType', type: 'numeric', about: 'the type of the quorum, such as 100' },
    { name: 'id', type: 'string', about: 'the id of the request' },
  ],
  answer({ chain }, params) {
    const quorumType = readQuorumType(params, 0);
    const requestId = params.hash(1, 'id');
    const active = quorumType === undefined ? [] : activeQuorums(chain.tip, quorumType);
    const quorum = selectQuorum(
      active.map(({ commitment }) => commitment),
      requestId,
    );
    const base = quorum && chain.block(quorum.quorumHash);
    if (quorumType === undefined || quorum === undefined || base === undefined)
      throw new NodeRejectionError(RPC_ERROR_CODES.misc, 'no quorums active');
    const members = recoveryOrder(
      quorumMembers(quorumType, base).map(({ proTxHash }) => proTxHash),
      requestId,
    );
    const recoveryMembers = Array.from(
      { length: RECOVERY_MEMBERS },
      (_, attempt) => members[attempt % members.length],
    );
    return { quorumHash: quorum.quorumHash, recoveryMembers };
  },
};

/** Returns members in the order of the requests to them. Source: `CSigSharesManager::SelectMemberForRecovery` in `src/llmq/signing_shares.cpp`. */
function recoveryOrder(proTxHashes: readonly string[], requestId: string): string[] {
  const scoreOf = (proTxHash: string): string =>
    displayHash(sha256d(new ByteWriter().hash(proTxHash).hash(requestId).toBytes()));
  return proTxHashes.toSorted((a, b) => compareHashes(scoreOf(a), scoreOf(b)));
}
