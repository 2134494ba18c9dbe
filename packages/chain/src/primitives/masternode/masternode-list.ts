import { endsStep, runAtOnce, type Steps } from '../../base/event-loop/in-turns.js';
import { simplifiedEntryFromDiff } from './diff-entry.js';
import { InapplicableDiffError } from './inapplicable-diff-error.js';
import type { MasternodeListDiff, QuorumCommitmentJson, QuorumReference } from './masternode-list-diff.js';
import type { SimplifiedMasternodeEntry } from './simplified-entry.js';

/** Describes all masternodes and active quorums as of one block. */
export interface MasternodeList {
  /** Hash of the block of the list; 64 zeros before the genesis block. */
  readonly blockHash: string;
  /** By ProRegTx id. */
  readonly masternodes: ReadonlyMap<string, SimplifiedMasternodeEntry>;
  /** By {@link quorumKey}. */
  readonly quorums: ReadonlyMap<string, QuorumCommitmentJson>;
}

/** Returns the list of a block at which there is no masternode, such as the genesis block (64 zeros in `protx diff`). */
export function emptyMasternodeList(blockHash: string): MasternodeList {
  return { blockHash, masternodes: new Map(), quorums: new Map() };
}

/** Returns the key of a quorum in {@link MasternodeList}: `<llmqType>-<quorumHash>`. */
export function quorumKey({ llmqType, quorumHash }: QuorumReference): string {
  return `${llmqType}-${quorumHash}`;
}

/**
 * Returns the list at `diff.blockHash`, given the one at `diff.baseBlockHash`; `list` stays as it is. Whether the result has
 * the roots that the diff claims is not checked here: see `masternodeListRoot` and `quorumListRoot`.
 *
 * Source: how Dash Core builds a diff, `BuildSimplifiedDiff` in `src/evo/smldiff.cpp` of dashpay/dash.
 * @throws {InapplicableDiffError} when the diff is not one from this very list.
 */
export function applyMasternodeListDiff(list: MasternodeList, diff: MasternodeListDiff): MasternodeList {
  return runAtOnce(masternodeListDiffSteps(list, diff));
}

/** Applies a diff as {@link applyMasternodeListDiff} does, in steps. @throws {InapplicableDiffError} as it does */
export function* masternodeListDiffSteps(
  list: MasternodeList,
  diff: MasternodeListDiff,
): Steps<MasternodeList> {
  if (diff.baseBlockHash !== list.blockHash) {
    throw new InapplicableDiffError(
      'wrong-base',
      `the diff is from ${diff.baseBlockHash}, the list of ${list.blockHash}`,
    );
  }
  return {
    blockHash: diff.blockHash,
    masternodes: yield* changeMasternodes(list.masternodes, diff),
    quorums: changeQuorums(list.quorums, diff),
  };
}

function* changeMasternodes(
  before: MasternodeList['masternodes'],
  { deletedMNs, mnList }: MasternodeListDiff,
): Steps<MasternodeList['masternodes']> {
  const after = new Map(before);
  const touched = new Set<string>();
  for (const hash of deletedMNs) {
    touch(touched, hash);
    if (!after.delete(hash))
      throw new InapplicableDiffError('unknown-masternode', `masternode ${hash} is not in the list`);
  }
  for (const [at, entry] of mnList.entries()) {
    touch(touched, entry.proRegTxHash);
    after.set(entry.proRegTxHash, simplifiedEntryFromDiff(entry));
    if (endsStep(at)) yield undefined;
  }
  return after;
}

function changeQuorums(
  before: MasternodeList['quorums'],
  { deletedQuorums, newQuorums }: MasternodeListDiff,
): MasternodeList['quorums'] {
  const after = new Map(before);
  for (const quorum of deletedQuorums) {
    const key = quorumKey(quorum);
    if (!after.delete(key))
      throw new InapplicableDiffError('unknown-quorum', `quorum ${key} is not in the list`);
  }
  for (const quorum of newQuorums) {
    const key = quorumKey(quorum);
    if (after.has(key))
      throw new InapplicableDiffError('known-quorum', `quorum ${key} is in the list already`);
    after.set(key, quorum);
  }
  return after;
}

function touch(touched: Set<string>, hash: string): void {
  if (touched.has(hash))
    throw new InapplicableDiffError('repeated-masternode', `masternode ${hash} is repeated`);
  touched.add(hash);
}
