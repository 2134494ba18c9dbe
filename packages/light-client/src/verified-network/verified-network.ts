import type { ChainLock, NetworkParameters } from '@dapikit/chain/browser';
import type { LightClient } from '../client/light-client.js';
import type { TransactionInBlock } from '../client/verified-transaction.js';
import type { BlockPoint } from '../headers/link-headers.js';
import type { VerifiedList } from '../list/verified-list.js';
import type { PeerPool } from '../peers/peer-pool.js';
import type { PeerReport } from '../peers/peer.js';
import type { VerifiedPlatform } from '../platform/verified-platform.js';
import type { StoredText } from './stored-text.js';

/** Describes the key of a quorum that signs states of the platform. */
export interface PlatformQuorumKey {
  readonly quorumType: number;
  /** Hash of the block that it was made at, in display order. */
  readonly quorumHash: string;
  /** BLS public key of 48 bytes, in hexadecimal. */
  readonly publicKey: string;
}

/** Describes the parts of a verified network. */
export interface VerifiedNetworkParts {
  readonly client: LightClient;
  readonly platform: VerifiedPlatform;
  readonly pool: PeerPool;
  readonly stored: StoredText | undefined;
}

/** Represents a network as verified from untrusted peers. Its members throw a `ForkError` after quorums signed two blocks of one height. */
export class VerifiedNetwork {
  readonly #parts: VerifiedNetworkParts;

  /** Made by `createLightClient`. */
  constructor(parts: VerifiedNetworkParts) {
    this.#parts = parts;
  }

  get network(): NetworkParameters {
    return this.#parts.client.network;
  }

  /** Reads identities, contracts, documents, names and tokens, each with a proof. */
  get platform(): VerifiedPlatform {
    return this.#parts.platform;
  }

  /** Returns the highest block under a verified ChainLock: there are no reorganisations below it. */
  tip(): BlockPoint {
    return this.#parts.client.chain.locked;
  }

  /** Returns the highest verified ChainLock. */
  chainLock(): ChainLock {
    return this.#parts.client.chain.chainLock;
  }

  /** Returns the newest verified masternode list with the active quorums of all types. Reading `masternodes` of a stored list verifies them where that is not done yet, and throws where they are wrong. */
  masternodeList(): VerifiedList {
    return this.#parts.client.chain.state.list;
  }

  /** Returns the keys of the quorums that sign states of the platform after the newest list. */
  quorumKeys(): PlatformQuorumKey[] {
    const { client } = this.#parts;
    return client.platformQuorums(this.masternodeList()).map(({ llmqType, quorumHash, quorumPublicKey }) => ({
      quorumType: llmqType,
      quorumHash,
      publicKey: quorumPublicKey,
    }));
  }

  /** Returns a serialised block: its header has the hash, and its transactions the merkle root. @throws (rejects) as `LightClient.block` does */
  async block(hash: string, signal?: AbortSignal): Promise<Uint8Array> {
    return this.#parts.client.block(hash, signal);
  }

  /** Returns a transaction of a final block with its Merkle proof. @throws (rejects) as `LightClient.transaction` does */
  async transaction(txid: string, signal?: AbortSignal): Promise<TransactionInBlock> {
    return this.#parts.client.transaction(txid, signal);
  }

  /** Calls `listener` for each final block from now on; gives a function that stops it. */
  watchBlocks(listener: (block: BlockPoint) => void): () => void {
    return this.#parts.client.watchBlocks(listener);
  }

  /** Returns the state of all peers, and of those in quarantine. */
  peers(): PeerReport[] {
    return this.#parts.pool.report();
  }

  /** Stops, and stores the newest state. */
  async close(): Promise<void> {
    await this.#parts.client.close();
    await this.#parts.stored?.flush();
  }
}
