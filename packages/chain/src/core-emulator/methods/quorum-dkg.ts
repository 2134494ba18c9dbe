import { NodeRejectionError } from '../../layer1/layer1.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import type { ChainBlock } from '../../chain/block-tree/chain-block.js';
import { quorumContext } from '../../chain/chainstate/special-transactions.js';
import {
  dueCommitments,
  nullCommitment,
  type DueCommitment,
} from '../../rules/consensus/quorum-commitments.js';
import { QUORUM_TYPES } from '../../rules/consensus/quorum-types.js';
import { diffQuorumFromCommitment } from '../../primitives/masternode/diff-quorum.js';
import { isQuorumTypeEnabled } from '../../chain/quorum/quorum-members.js';
import { invalidParameter } from '../rpc/rpc-params.js';

export const quorumDkginfo: EmulatorMethod = {
  name: 'quorum dkginfo',
  category: 'Evo',
  summary: 'rejected as by a node that is not a masternode: it takes part in no distributed key generation',
  params: [],
  answer() {
    throw new NodeRejectionError(
      RPC_ERROR_CODES.internal,
      'Only available in masternode or watch-only mode.',
    );
  },
};

const MAX_DETAIL = 2;

export const quorumDkgstatus: EmulatorMethod = {
  name: 'quorum dkgstatus',
  category: 'Evo',
  summary:
    'the quorums of the current cycles as a node that is not a masternode shows them, and commitments that are due',
  params: [{ name: 'detail_level', type: 'numeric', isOptional: true, about: '0, 1 or 2; changes nothing' }],
  difference: 'No distributed key generation takes place: commitments that are due are null.',
  answer({ chain: { tip } }, params) {
    const detail = params.looseInteger(0, 'detail_level', 0);
    if (detail < 0 || detail > MAX_DETAIL) throw invalidParameter('invalid detail_level');
    return {
      quorumConnections: QUORUM_TYPES.filter((type) => isQuorumTypeEnabled(type, tip)).flatMap(
        ({ name, perCycle }) =>
          Array.from({ length: perCycle }, (_, quorumIndex) => ({ llmqType: name, quorumIndex })),
      ),
      minableCommitments: dueAt(tip).map((due) => diffQuorumFromCommitment(nullCommitment(due))),
    };
  },
};

/**
 * Returns the commitments that were due in the block itself, without those that it has.
 *
 * Source: `quorum_dkgstatus` in `src/rpc/quorums.cpp` of dashpay/dash, which requests those at the height of the tip.
 */
const dueAt = (tip: ChainBlock): readonly DueCommitment[] =>
  dueCommitments({ ...quorumContext(tip), height: tip.height });
