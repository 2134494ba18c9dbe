import { bytesToHex, hexToBytes } from '@dapikit/chain/browser';
import type { StateMetadata, StateSignature } from '@dapikit/proof';
import type { LightClient } from '../client/light-client.js';

/** A platform signs with its validator set up to so many blocks of layer 1 longer than it is active. */
const CYCLE_BLOCKS = 24;
/** A platform that made no block for a while names an older block of layer 1 than the lists that are kept: Tenderdash makes one every three minutes. */
const MAX_APART_BLOCKS = 48;

/** Finds keys of quorums that sign the state of the platform in the verified masternode lists. */
export class PlatformKeys {
  constructor(private readonly client: LightClient) {}

  /** Returns the key of a quorum that was active at the block of layer 1 that a state names, or a cycle before; `undefined` for another one. */
  find(
    { quorumType, quorumHash }: Pick<StateSignature, 'quorumType' | 'quorumHash'>,
    { coreChainLockedHeight }: Pick<StateMetadata, 'coreChainLockedHeight'>,
  ): Uint8Array | undefined {
    const { chain, network } = this.client;
    if (quorumType !== network.quorums.platform.type) return undefined;
    const id = `${quorumType}-${bytesToHex(quorumHash)}`;
    const lists = chain.lists.between(
      coreChainLockedHeight - CYCLE_BLOCKS,
      coreChainLockedHeight + CYCLE_BLOCKS,
    );
    const nearest = chain.lists.nearest(coreChainLockedHeight);
    const near =
      nearest !== undefined && Math.abs(nearest.height - coreChainLockedHeight) <= MAX_APART_BLOCKS
        ? [nearest]
        : [];
    for (const list of [...lists, ...near]) {
      const quorum = list.quorums.get(id);
      if (quorum !== undefined) return hexToBytes(quorum.quorumPublicKey);
    }
    return undefined;
  }
}
