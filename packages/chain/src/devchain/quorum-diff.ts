import { compareHashes, displayHash, hexToBytes } from '../base/bytes/hex.js';
import { ancestorAt, type ChainBlock } from '../chain/block-tree/chain-block.js';
import { REGTEST } from '../rules/consensus/regtest.js';
import { sha256d } from '../base/crypto/hashes.js';
import { diffQuorumFromCommitment } from '../primitives/masternode/diff-quorum.js';
import type { MasternodeListDiff, QuorumReference } from '../primitives/masternode/masternode-list-diff.js';
import { NULL_BLS_SIGNATURE } from '../primitives/masternode/null-bls.js';
import { chainLockInCoinbase } from '../chain/quorum/coinbase-chain-lock.js';
import type { MinedCommitment } from '../rules/consensus/quorum-list.js';
import { workBlock } from '../chain/quorum/quorum-modifier.js';

/**
 * Returns the quorums that became active and those that became inactive between two blocks.
 *
 * Source: `CSimplifiedMNListDiff::BuildQuorumsDiff` in `src/evo/smldiff.cpp` of dashpay/dash.
 */
export function describeQuorums(
  from: ChainBlock,
  to: ChainBlock,
): Pick<MasternodeListDiff, 'deletedQuorums' | 'newQuorums'> {
  const deleted = activeAt(from).filter((quorum) => !isIn(activeAt(to), quorum));
  return {
    deletedQuorums: deleted.map(({ commitment }) => referenceTo(commitment)),
    newQuorums: newQuorums(from, to).map(({ commitment }) => diffQuorumFromCommitment(commitment)),
  };
}

/**
 * Returns the ChainLock, if any, by which the members of each new quorum were chosen.
 *
 * Source: `CSimplifiedMNListDiff::BuildQuorumChainlockInfo` in `src/evo/smldiff.cpp` of dashpay/dash.
 */
export function describeChoices(from: ChainBlock, to: ChainBlock): MasternodeListDiff['quorumsCLSigs'] {
  if (to.height + 1 < REGTEST.specialTransactionsHeight) return [];
  const chosenBy = new Map<string, number[]>();
  for (const [place, { commitment, height }] of newQuorums(from, to).entries()) {
    const cycleBase = ancestorAt(to, height - commitment.quorumIndex);
    const work = cycleBase && workBlock(cycleBase);
    const signature = (work && chainLockInCoinbase(work)?.bestCLSignature) ?? NULL_BLS_SIGNATURE;
    chosenBy.set(signature, [...(chosenBy.get(signature) ?? []), place]);
  }
  return [...chosenBy]
    .toSorted(([a], [b]) => compareHashes(hashOf(a), hashOf(b)))
    .map(([signature, places]) => ({ [signature]: places }));
}

function hashOf(signature: string): string {
  return displayHash(sha256d(hexToBytes(signature)));
}

function newQuorums(from: ChainBlock, to: ChainBlock): MinedCommitment[] {
  return activeAt(to).filter((quorum) => !isIn(activeAt(from), quorum));
}

/** Returns the quorums that sign after a block, in the order of diffs: by type and by hash. */
function activeAt({ connected }: ChainBlock): MinedCommitment[] {
  return (connected?.quorums.allActive() ?? []).toSorted(
    ({ commitment: a }, { commitment: b }) =>
      a.llmqType - b.llmqType || compareHashes(a.quorumHash, b.quorumHash),
  );
}

function isIn(quorums: readonly MinedCommitment[], { commitment }: MinedCommitment): boolean {
  return quorums.some(
    ({ commitment: other }) =>
      other.llmqType === commitment.llmqType && other.quorumHash === commitment.quorumHash,
  );
}

function referenceTo({ llmqType, quorumHash }: QuorumReference): QuorumReference {
  return { llmqType, quorumHash };
}
