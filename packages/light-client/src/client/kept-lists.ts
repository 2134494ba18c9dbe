import {
  diffEntryFromSimplified,
  ZERO_HASH,
  type MasternodeListDiff,
  type NetworkName,
} from '@dapikit/chain/browser';
import type { VerifiedList } from '../list/verified-list.js';

/** Lists of the newest blocks. */
const MAX_RECENT = 64;
/** Blocks of about a day, as far apart as older lists are, and their number. */
const DAY_BLOCKS = 576;
const MAX_DAYS = 30;

/** Keeps verified lists: those of the newest blocks, and one a day. Entries that did not change are the same objects in all of them. */
export class KeptLists {
  readonly #lists = new Map<string, VerifiedList>();

  /** Returns the newest list. */
  get newest(): VerifiedList | undefined {
    return [...this.#lists.values()].at(-1);
  }

  /** Adds a list above the newest one, or in the place of that of the same block. */
  add(list: VerifiedList): void {
    this.#lists.set(list.hash, list);
    const older = [...this.#lists.values()].slice(0, -MAX_RECENT);
    const days = older.filter(
      ({ height }, at) =>
        Math.floor(height / DAY_BLOCKS) !== Math.floor((older[at - 1]?.height ?? -1) / DAY_BLOCKS),
    );
    const kept = new Set(days.slice(-MAX_DAYS));
    for (const list of older) if (!kept.has(list)) this.#lists.delete(list.hash);
  }

  /** Returns the list of a block. */
  of(hash: string): VerifiedList | undefined {
    return this.#lists.get(hash);
  }

  /** Returns the lists between two heights, both included, the newest first. */
  between(low: number, high: number): VerifiedList[] {
    return [...this.#lists.values()].filter(({ height }) => height >= low && height <= high).toReversed();
  }

  /** Returns the highest list at or below a height; the lowest one where all are above. */
  nearest(height: number): VerifiedList | undefined {
    const lists = [...this.#lists.values()];
    return lists.findLast((list) => list.height <= height) ?? lists[0];
  }
}

/** Returns the diff from one list to another one, as Dash Core prints it; from the first block without a base. */
export function diffBetween(
  base: VerifiedList | undefined,
  { hash, proof, masternodes, quorums, coinbase }: VerifiedList,
  network: NetworkName,
): MasternodeListDiff {
  const { payload } = coinbase;
  const isNew = (key: string): boolean => base?.quorums.has(key) !== true;
  return {
    nVersion: 1,
    baseBlockHash: base?.hash ?? ZERO_HASH,
    blockHash: hash,
    cbTxMerkleTree: proof.cbTxMerkleTree,
    cbTx: proof.cbTx,
    deletedMNs: [...(base?.masternodes.keys() ?? [])].filter((id) => !masternodes.has(id)),
    mnList: [...masternodes]
      .filter(([id, entry]) => !isSame(base?.masternodes.get(id), entry))
      .map(([, entry]) => diffEntryFromSimplified(entry, network)),
    deletedQuorums: [...(base?.quorums ?? [])]
      .filter(([key]) => !quorums.has(key))
      .map(([, { llmqType, quorumHash }]) => ({ llmqType, quorumHash })),
    newQuorums: [...quorums].filter(([key]) => isNew(key)).map(([, quorum]) => quorum),
    merkleRootMNList: payload.merkleRootMNList,
    ...('merkleRootQuorums' in payload && { merkleRootQuorums: payload.merkleRootQuorums }),
    quorumsCLSigs: [],
  };
}

/** Returns whether two entries are the same: lists of different streams have entries of their own. */
function isSame(one: object | undefined, other: object): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
