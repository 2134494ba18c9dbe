import type { Layer1 } from '@dapikit/chain';
import type { StateMetadata, StateSignature } from '@dapikit/proof';
import { CYCLE_BLOCKS, PlatformQuorums } from '../../base/platform-quorums.js';

interface KnownKey {
  readonly key: Uint8Array;
  /** The last height at which the quorum was active, as far as lists were read. */
  readonly height: number;
}

/** Finds the keys of the quorums that may sign the state of a platform. */
export interface StateKeys {
  /** Returns the key of a quorum (48 bytes) for a state; `undefined` for one that may not sign it. */
  readonly keyOf: (
    quorum: Pick<StateSignature, 'quorumType' | 'quorumHash'>,
    state: Pick<StateMetadata, 'coreChainLockedHeight'>,
  ) => Promise<Uint8Array | undefined>;
}

/**
 * Finds the keys of the quorums that may sign the state of the platform: those of the masternode list at the tip, and those of one cycle
 * before, as a platform signs with its validator set some blocks longer.
 */
export class QuorumKeys implements StateKeys {
  readonly #quorums: PlatformQuorums;
  #keys: ReadonlyMap<string, KnownKey> = new Map();

  constructor(layer1: Layer1) {
    this.#quorums = new PlatformQuorums(layer1);
  }

  /** Returns the key of a quorum (48 bytes); `undefined` for one that may not sign. @throws (rejects) as Layer1 does */
  async keyOf({
    quorumType,
    quorumHash,
  }: Pick<StateSignature, 'quorumType' | 'quorumHash'>): Promise<Uint8Array | undefined> {
    if (quorumType !== (await this.#quorums.type())) return undefined;
    const { height, hash } = await this.#quorums.tip();
    const id = Buffer.from(quorumHash).toString('hex');
    const known = this.#keys.get(id);
    if (known !== undefined && Math.abs(height - known.height) <= CYCLE_BLOCKS) return known.key;
    const before = Math.max(0, height - CYCLE_BLOCKS);
    const lists = [
      { height, active: await this.#quorums.at(height, hash) },
      { height: before, active: await this.#quorums.at(before, await this.#quorums.hashAt(before)) },
    ];
    this.#keys = new Map(
      lists.toReversed().flatMap((list) =>
        list.active.map(({ quorumHash: name, quorumPublicKey }): [string, KnownKey] => {
          const key = new Uint8Array(Buffer.from(quorumPublicKey, 'hex'));
          return [name, { key, height: list.height }];
        }),
      ),
    );
    return this.#keys.get(id)?.key;
  }
}
