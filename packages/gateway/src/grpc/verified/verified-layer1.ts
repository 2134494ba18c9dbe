import {
  decodeTransaction,
  encodeBlockHeader,
  networkTransactionId,
  difficulty,
  ZERO_HASH,
} from '@dapikit/chain/browser';
import {
  NodeRejectionError,
  type BlockEvent,
  type CallOptions,
  type ChainLock,
  type ChainRead,
  type ChainReaders,
  type ChainReads,
  type ChainTip,
  type Layer1,
  type MasternodeListDiff,
  type NodeStatus,
  type TransactionStatus,
} from '@dapikit/chain';
import {
  PeerError,
  PeersUnavailableError,
  type CorePeer,
  type LightClient,
  type PeerPool,
} from '@dapikit/light-client';
import { asNodeError } from './node-errors.js';

/** Dash Core's codes of RPC errors. */
const MISC = -1;
const NOT_FOUND = -5;
const INVALID_PARAMETER = -8;

/** Describes what serving verified data needs. */
export interface VerifiedLayer1Parts {
  readonly client: LightClient;
  readonly pool: PeerPool;
  /** Opens the Core service of a peer that transactions are sent to. */
  readonly core: (address: string) => CorePeer;
  /** Name and version of the program, such as `/dapikit:1.0.0/`. */
  readonly software: string;
}

/** Peers that get a transaction. */
const BROADCASTS = 3;
const ENOUGH_BROADCASTS = 2;
const BROADCAST_MS = 6000;
const MEDIAN_BLOCKS = 11;
const NO_WORK = '00'.repeat(32);

/** Presents what a light client has verified as a layer 1: its tip is the highest final block whose masternode list is verified, so it never reorganises. */
export class VerifiedLayer1 implements Layer1 {
  readonly #parts: VerifiedLayer1Parts;
  readonly #readers: ChainReaders<CallOptions | undefined>;

  constructor(parts: VerifiedLayer1Parts) {
    this.#parts = parts;
    this.#readers = this.#makeReaders();
  }

  async tip(): Promise<ChainTip> {
    return this.#known(() => this.#chain.locked);
  }

  async blockHash(height: number, options?: CallOptions): Promise<string> {
    return this.#answered(async () => {
      const { client } = this.#parts;
      if (height < 0 || height > this.#chain.locked.height) throw rejection('Block height out of range');
      if (height === 0 && client.network.genesisHash !== undefined) return client.network.genesisHash;
      const isKnown = await client.reachDownTo(height, options?.signal);
      const hash = isKnown ? this.#chain.hashAt(height) : undefined;
      if (hash !== undefined) return hash;
      throw rejection(
        `block ${height} is too far below the first verified block at ${this.#chain.lowest}: this gateway cannot prove its hash`,
      );
    });
  }

  async sendTransaction(serialized: Uint8Array, options?: CallOptions): Promise<string> {
    return this.#answered(async () => {
      const txid = networkTransactionId(decodeTransaction(serialized));
      const rejections: PeerError[] = [];
      const taken = await this.#parts.pool.survey(
        BROADCASTS,
        async (turn) => {
          try {
            const id = await this.#parts.core(turn.address).send(serialized, turn.signal);
            if (id !== txid)
              throw new PeerError('lie', `the peer calls transaction ${txid} ${id.slice(0, 64)}`);
            return id;
          } catch (error) {
            if (error instanceof PeerError) rejections.push(error);
            throw error;
          }
        },
        {
          signal: options?.signal,
          purpose: 'send',
          attemptMs: BROADCAST_MS,
          enough: ENOUGH_BROADCASTS,
        },
      );
      if (taken.length > 0) return txid;
      throw (
        rejections.find(({ failure }) => failure === 'rejected') ??
        new PeersUnavailableError('no peer took the transaction', rejections)
      );
    });
  }

  async masternodeListDiff(baseBlock: string, block: string): Promise<MasternodeListDiff> {
    return this.#known(() => {
      const { lists } = this.#chain;
      const list = lists.of(this.#hashOf(block));
      if (list === undefined) throw missingList(block, this.#chain.state.height);
      const base = baseBlock === ZERO_HASH ? undefined : lists.of(this.#hashOf(baseBlock));
      if (base === undefined && baseBlock !== ZERO_HASH)
        throw missingList(baseBlock, this.#chain.state.height);
      if (base !== undefined && base.height > list.height)
        throw new NodeRejectionError(MISC, `base block ${base.hash} is higher then block ${list.hash}`);
      return this.#parts.client.diff(base, list);
    });
  }

  async status(): Promise<NodeStatus> {
    return this.#known(() => {
      const { client, pool, software } = this.#parts;
      const chain = this.#chain;
      const header = chain.headers.get(chain.locked.hash)?.header;
      return {
        software,
        network: client.network.chain,
        tip: chain.locked,
        headersHeight: chain.headerTip.height,
        isInitialBlockDownload: false,
        difficulty: header === undefined ? 0 : difficulty(header.bits),
        medianTime: this.#medianTime(),
        peers: pool.ready,
        masternodeSync: { stage: 'MASTERNODE_SYNC_FINISHED', isSynced: true },
        chainLock: chain.chainLock,
      };
    });
  }

  async bestChainLock(): Promise<ChainLock | undefined> {
    return this.#known(() => this.#chain.chainLock);
  }

  async transactionStatus(txid: string, options?: CallOptions): Promise<TransactionStatus> {
    return this.#answered(async () => {
      try {
        const { block } = await this.#parts.client.transaction(txid, options?.signal);
        return { place: 'block', block, isInstantLocked: false, isChainLocked: true };
      } catch (error) {
        // A peer cannot prove that a transaction is nowhere, or waits for a block.
        if (error instanceof PeerError) return { place: 'none', isChainSearched: false };
        throw error;
      }
    });
  }

  async read<Name extends ChainRead>(
    name: Name,
    request: ChainReads[Name]['request'],
    options?: CallOptions,
  ): Promise<ChainReads[Name]['response']> {
    const read = this.#readers[name];
    return this.#answered(async () => read(request, options));
  }

  watchBlocks(listener: (event: BlockEvent) => void): () => void {
    return this.#parts.client.watchBlocks((block) => listener({ kind: 'connected', ...block }));
  }

  watchChainLocks(listener: (chainLock: ChainLock) => void): () => void {
    return this.#parts.client.watchChainLocks(listener);
  }

  /** Peers cannot prove what waits for a block: subscribers learn of the blocks. */
  watchTransactions(): () => void {
    return () => undefined;
  }

  get #chain(): LightClient['chain'] {
    return this.#parts.client.chain;
  }

  #hashOf(block: string): string {
    if (/^[0-9a-f]{64}$/i.test(block)) return block.toLowerCase();
    const hash = /^\d{1,10}$/.test(block) ? this.#chain.hashAt(Number(block)) : undefined;
    if (hash !== undefined) return hash;
    throw new NodeRejectionError(MISC, `block ${block} is not among the verified ones`);
  }

  #medianTime(): number {
    const { height } = this.#chain.locked;
    const times = Array.from({ length: MEDIAN_BLOCKS }, (_, at) => this.#chain.hashAt(height - at))
      .flatMap((hash) => this.#chain.headers.get(hash ?? '')?.header.time ?? [])
      .toSorted((a, b) => a - b);
    return times[Math.floor(times.length / 2)] ?? 0;
  }

  #makeReaders(): ChainReaders<CallOptions | undefined> {
    const { client } = this.#parts;
    return {
      block: async ({ hash }, options) => client.block(hash, options?.signal),
      place: ({ hash }) => {
        const height = this.#chain.heightOf(hash);
        if (height === undefined) throw notFound('Block not found');
        return { height, isInBestChain: true };
      },
      headers: async ({ hash, count }) => {
        const first = this.#chain.heightOf(hash);
        if (first === undefined) throw notFound('Block not found');
        const heights = Array.from({ length: count }, (_, at) => first + at);
        return heights.flatMap((height) => {
          const header = this.#chain.headers.get(this.#chain.hashAt(height) ?? '')?.header;
          return header === undefined ? [] : [encodeBlockHeader(header)];
        });
      },
      transaction: async ({ txid }, options) => {
        try {
          const { serialized, block } = await client.transaction(txid, options?.signal);
          const confirmations = this.#chain.locked.height - block.height + 1;
          return { serialized, block, confirmations, isInstantLocked: false, isChainLocked: true };
        } catch (error) {
          if (!(error instanceof PeerError)) throw error;
          throw notFound(
            error.failure === 'rejected'
              ? 'No such transaction in a final block. Peers cannot prove what waits for a block'
              : error.message,
          );
        }
      },
      mempool: () => [],
      instantLock: () => undefined,
      nodeDetails: () => ({
        protocolVersion: 0,
        softwareVersion: 0,
        timeOffset: 0,
        relayFee: 0,
        incrementalFee: 0,
        chainWork: NO_WORK,
        verificationProgress: 1,
        warnings: '',
      }),
      masternode: () => undefined,
      feeEstimate: () => undefined,
    };
  }

  #known<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw asNodeError(error);
    }
  }

  async #answered<T>(read: () => Promise<T>): Promise<T> {
    try {
      return await read();
    } catch (error) {
      throw asNodeError(error);
    }
  }
}

const rejection = (message: string): NodeRejectionError => new NodeRejectionError(INVALID_PARAMETER, message);
const notFound = (message: string): NodeRejectionError => new NodeRejectionError(NOT_FOUND, message);
const missingList = (block: string, newest: number): NodeRejectionError =>
  new NodeRejectionError(
    MISC,
    `the masternode list of block ${block} is not kept: this gateway keeps the lists of the last 64 blocks up to ${newest}, and one a day`,
  );
