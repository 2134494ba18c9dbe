import { emitWarning } from '../../base/event-loop/emit-warning.js';
import { bytesToHex } from '../../base/bytes/hex.js';
import { checkBeforeBroadcast } from '../../rules/consensus/broadcast-rules.js';
import type {
  BlockEvent,
  CallOptions,
  ChainLock,
  Layer1,
  NodeStatus,
  TransactionStatus,
} from '../../layer1/layer1.js';
import type { ChainTip } from '../../layer1/chain-tip.js';
import type { ChainRead, ChainReaders, ChainReads } from '../../layer1/chain-reads.js';
import type { MasternodeListDiff } from '../../primitives/masternode/masternode-list-diff.js';
import { NodeUnavailableError } from '../../layer1/node-unavailable-error.js';
import { abortable } from './abortable.js';
import { BestChain } from './best-chain.js';
import { CallDeadline, callerOf } from './call-deadline.js';
import type { CancellationToken } from './cancellation-token.js';
import { CallGate } from './call-gate.js';
import { readLimits, type CoreNodeLimits, type CoreNodeOptions } from './core-node-options.js';
import { linkedBlock, RecentBlocks, type LinkedBlock } from './linked-block.js';
import {
  blockchainStatus,
  chainLock,
  ifLocked,
  ifReported,
  masternodeListDiff,
  masternodeSync,
  networkStatus,
  orAbsent,
  transactionStatus,
} from './node-answers.js';
import { CallRecord, type NodeHealth } from './node-health.js';
import { nodeReaders } from './node-readers.js';
import { parseNodeUrl } from './node-url.js';
import { PublishedNews, type NodeNews } from './node-news.js';
import { NodeWatch } from './node-watch.js';
import { RpcClient } from './rpc-client.js';
import type { RpcMethod } from './rpc-method.js';
import type { RpcResult } from './rpc-result.js';
import { givenEndpoint, publishedEndpoints, type ZmqEndpoint } from './zmq-endpoint.js';

/**
 * Represents a Dash Core node, versions 20 to 23, over its RPC server and, where it publishes, ZMQ.
 *
 * It connects at the first call or watcher. Every call ends in an answer, a `NodeRejectionError` with the node's own code and
 * message, or a `NodeUnavailableError` with a reason; nothing is sent again but a call whose credentials were rejected.
 *
 * A watch begins with the first watcher, at the tip that the node then reports, and lasts until `close`.
 */
export class CoreNode implements Layer1 {
  /** The address of its RPC server, without credentials. */
  readonly url: string;
  readonly #host: string;
  readonly #limits: CoreNodeLimits;
  readonly #rpc: RpcClient;
  readonly #gate: CallGate;
  readonly #record: CallRecord;
  readonly #recent = new RecentBlocks();
  readonly #chain: BestChain;
  readonly #news: PublishedNews;
  readonly #watch: NodeWatch;
  readonly #open = new Set<CallDeadline>();
  readonly #readers: ChainReaders<CallOptions | undefined> = nodeReaders((...call) => this.#call(...call));
  readonly #notifications: 'ask' | readonly ZmqEndpoint[];
  readonly #onError: (error: unknown) => void;
  #isNewsWanted = false;
  #closing: Promise<void> | undefined;

  /** @throws {RangeError} for options that cannot be, such as a URL of another scheme. */
  constructor(options: CoreNodeOptions) {
    const url = parseNodeUrl(options.url);
    const { onError = emitWarning, now = Date.now } = options;
    this.url = `${url.origin}${url.path}`;
    this.#host = url.host;
    this.#limits = readLimits(options);
    const { maxCallsInFlight, maxCallsQueued, pollInterval } = this.#limits;
    this.#notifications = readNotifications(options.notifications);
    this.#rpc = new RpcClient({
      ...this.#limits,
      url,
      credentials: options.credentials ?? url.credentials,
      certificateAuthority: options.certificateAuthority,
      // One more for the watch, and one for urgent calls.
      connections: maxCallsInFlight + 2,
    });
    this.#gate = new CallGate(maxCallsInFlight, maxCallsQueued);
    this.#record = new CallRecord(now);
    // A watch sends one call at a time, and does not wait behind others: caches need news of blocks.
    const ask: Ask = (read, method, ...params) =>
      this.#ask(read, method, params, undefined, (call) => call());
    this.#chain = new BestChain(
      {
        block: (hash) => ask(linkedBlock, 'getblockheader', hash),
        hashAt: (height) => ask(hash, 'getblockhash', height),
      },
      this.#recent,
    );
    this.#onError = onError;
    this.#news = new PublishedNews(() => this.#endpoints(ask), onError);
    this.#watch = new NodeWatch(
      {
        bestBlockHash: () => ask(hash, 'getbestblockhash'),
        bestChainLock: () => ifLocked(ask(chainLock, 'getbestchainlock')),
      },
      this.#news,
      this.#chain,
      pollInterval,
      onError,
      now,
    );
  }

  async tip(options?: CallOptions): Promise<ChainTip> {
    const best = await this.#call(options, hash, 'getbestblockhash');
    if (this.#isNewsWanted) void this.#subscribe();
    const { height } = await this.block(best, options);
    return { hash: best, height };
  }

  /** Returns the block with a hash, whether or not it is of the best chain; rejected with -5 where the node does not have it. */
  block(hash: string, options?: CallOptions): Promise<LinkedBlock> {
    return this.#recent.find(hash, (wanted) => this.#call(options, linkedBlock, 'getblockheader', wanted));
  }

  blockHash(height: number, options?: CallOptions): Promise<string> {
    return this.#call(options, hash, 'getblockhash', height);
  }

  /**
   * Sends a serialised transaction to the node, and returns its id.
   * @throws {UnsafeTransactionError} for a special transaction that could stop the node: it is not sent.
   */
  async sendTransaction(serialized: Uint8Array, options?: CallOptions): Promise<string> {
    checkBeforeBroadcast(serialized);
    return this.#call(options, hash, 'sendrawtransaction', bytesToHex(serialized));
  }

  masternodeListDiff(baseBlock: string, block: string, options?: CallOptions): Promise<MasternodeListDiff> {
    return this.#call(options, masternodeListDiff, 'protx', 'diff', baseBlock, block);
  }

  async status(options?: CallOptions): Promise<NodeStatus> {
    const [blockchain, network, sync, lock] = await Promise.all([
      this.#call(options, blockchainStatus, 'getblockchaininfo'),
      this.#call(options, networkStatus, 'getnetworkinfo'),
      ifReported(this.#call(options, masternodeSync, 'mnsync', 'status')),
      ifReported(this.bestChainLock(options)),
    ]);
    return { ...network, ...blockchain, masternodeSync: sync, chainLock: lock };
  }

  bestChainLock(options?: CallOptions): Promise<ChainLock | undefined> {
    return ifLocked(this.#call(options, chainLock, 'getbestchainlock'));
  }

  /** Returns the status of a transaction. A node without `-txindex` only knows those of its mempool. */
  transactionStatus(txid: string, options?: CallOptions): Promise<TransactionStatus> {
    return orAbsent(this.#call(options, transactionStatus, 'getrawtransaction', txid, true));
  }

  async read<Name extends ChainRead>(
    name: Name,
    request: ChainReads[Name]['request'],
    options?: CallOptions,
  ): Promise<ChainReads[Name]['response']> {
    return this.#readers[name](request, options);
  }

  watchBlocks(listener: (event: BlockEvent) => void): () => void {
    if (!this.#closing) this.#watch.start();
    return this.#watch.blocks.add(listener);
  }

  watchChainLocks(listener: (chainLock: ChainLock) => void): () => void {
    if (!this.#closing) this.#watch.start();
    return this.#watch.chainLocks.add(listener);
  }

  /** Watches transactions as {@link Layer1.watchTransactions} does: without events if the node publishes neither transactions nor `sequence`. */
  watchTransactions(listener: (txid: string) => void): () => void {
    this.#wantNews();
    return this.#news.transactions.add(listener);
  }

  /**
   * Calls `listener` when the node publishes that there is something new of blocks or ChainLocks; gives a function that stops it. For
   * who polls the node anyway: one that cannot be subscribed to now is when it next reports its tip.
   */
  watchNews(listener: (news: NodeNews) => void): () => void {
    this.#wantNews();
    return this.#news.blocks.add(listener);
  }

  /** Returns the health of the node without a request to it. */
  health(): NodeHealth {
    const tip = this.#chain.tip;
    return {
      tip: tip && { hash: tip.hash, height: tip.height },
      chainLock: this.#watch.chainLock,
      lastPollAt: this.#watch.lastPollAt,
      lastAnswer: this.#record.lastAnswer,
      failure: this.#record.failure,
      callsInFlight: this.#gate.inFlight,
      callsQueued: this.#gate.queued,
      notifications: this.#news.state,
    };
  }

  /** Ends every call and the watch, and releases connections and timers. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    for (const deadline of this.#open) deadline.cancel(closed());
    await Promise.all([this.#watch.close(), this.#news.close()]);
    await this.#rpc.close();
  }

  #wantNews(): void {
    this.#isNewsWanted = true;
    void this.#subscribe();
  }

  /** Subscribes to the notifications of the node. Never rejects. */
  async #subscribe(): Promise<void> {
    try {
      await this.#news.subscribe();
    } catch (error) {
      // The next time that it answers.
      if (!(error instanceof NodeUnavailableError)) this.#onError(error);
    }
  }

  #call<T>(
    options: CallOptions | undefined,
    read: (answer: RpcResult) => T,
    method: RpcMethod,
    ...params: readonly unknown[]
  ): Promise<T> {
    return this.#ask(read, method, params, callerOf(options), (call, token) =>
      options?.isUrgent === true ? call() : this.#gate.run(call, token),
    );
  }

  async #ask<T>(
    read: (answer: RpcResult) => T,
    method: RpcMethod,
    params: readonly unknown[],
    caller: AbortSignal | CancellationToken | undefined,
    inTurn: (call: () => Promise<RpcResult>, token: CancellationToken) => Promise<RpcResult>,
  ): Promise<T> {
    if (this.#closing) throw closed();
    const deadline = new CallDeadline(this.#limits.callTimeout, caller);
    this.#open.add(deadline);
    try {
      deadline.throwIfAborted();
      const send = (): Promise<RpcResult> => abortable(this.#rpc.call(method, params, deadline), deadline);
      return await this.#record.of(async () => read(await inTurn(send, deadline)));
    } finally {
      this.#open.delete(deadline);
      deadline.dispose();
    }
  }

  async #endpoints(ask: Ask): Promise<readonly ZmqEndpoint[]> {
    if (this.#notifications !== 'ask') return this.#notifications;
    const read = (answer: RpcResult): ZmqEndpoint[] => publishedEndpoints(answer, this.#host);
    return (await ifReported(ask(read, 'getzmqnotifications'))) ?? [];
  }
}

/** A call to the node that waits for no other. */
type Ask = <T>(
  read: (answer: RpcResult) => T,
  method: RpcMethod,
  ...params: readonly unknown[]
) => Promise<T>;

function hash(answer: RpcResult): string {
  return answer.hash();
}

function readNotifications(given: CoreNodeOptions['notifications'] = 'ask'): 'ask' | readonly ZmqEndpoint[] {
  if (given === 'ask') return given;
  return given === 'none' ? [] : given.map(givenEndpoint);
}

function closed(): NodeUnavailableError {
  return new NodeUnavailableError("the node's client was closed", 'closed');
}
