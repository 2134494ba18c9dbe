import type { ChainBlock } from '../chain/block-tree/chain-block.js';
import type { FinalCommitment } from '../primitives/masternode/final-commitment.js';
import type { DueCommitment } from '../rules/consensus/quorum-commitments.js';
import type { QuorumType } from '../rules/consensus/quorum-types.js';
import type { ChainParts } from './chain-parts.js';
import { operatorWithKey } from './owned-masternode.js';
import { generateQuorumKeys, type QuorumKeys } from './quorum-keys.js';

/** Generates the keys of the quorums of a development chain, once for each block that a quorum is made at. */
export class ChainQuorums {
  readonly #parts: ChainParts;
  readonly #keys = new WeakMap<ChainBlock, Map<number, QuorumKeys | undefined>>();

  constructor(parts: ChainParts) {
    this.#parts = parts;
  }

  /** Returns the keys of the quorum that is made at a block of the chain; `undefined` where too few members can take part. */
  keys(quorumType: QuorumType, base: ChainBlock): QuorumKeys | undefined {
    const known = this.#keys.get(base) ?? new Map<number, QuorumKeys | undefined>();
    this.#keys.set(base, known);
    if (!known.has(quorumType.type)) {
      const keys = generateQuorumKeys(quorumType, base, this.#parts.keyRing, ({ pubKeyOperator }) =>
        operatorWithKey(this.#parts, pubKeyOperator),
      );
      known.set(quorumType.type, keys);
    }
    return known.get(quorumType.type);
  }

  /** Returns the final commitment that is due in a block; `undefined` where the settings have no such quorum formed. */
  commitment({ quorumType, quorumHash }: DueCommitment): FinalCommitment | undefined {
    const { settings, chain } = this.#parts;
    const isFormed = settings.formed.some(
      (formed) => formed.llmqType === quorumType.type && formed.quorumHash === quorumHash,
    );
    const base = isFormed ? chain.block(quorumHash) : undefined;
    return base && this.keys(quorumType, base)?.commitment;
  }
}
