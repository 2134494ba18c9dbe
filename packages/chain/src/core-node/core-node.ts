import { bytesToHex } from '../bytes/hex.js';
import type { BlockEvent, CallOptions, ChainLock, ChainTip, Layer1, NodeStatus } from '../layer1.js';
import type { MasternodeListDiff } from '../masternode/masternode-list-diff.js';
import { NodeUnavailable } from '../node-unavailable.js';
import { abortable } from './abortable.js';
import { BestChain } from './best-chain.js';
import { CallDeadline } from './call-deadline.js';
import { CallGate } from './call-gate.js';
import { readLimits, type CoreNodeLimits, type CoreNodeOptions } from './core-node-options.js';
import { linkedBlock, RecentBlocks } from './linked-block.js';
import {
  blockchainStatus,
  chainLock,
  ifTold,
  isNotTold,
  masternodeListDiff,
  masternodeSync,
  networkStatus,
} from './node-answers.js';
import { CallRecord, type NodeHealth } from './node-health.js';
import { parseNodeUrl } from './node-url.js';
import { NodeWatch } from './node-watch.js';
import { RpcClient } from './rpc-client.js';
import type { RpcMethod } from './rpc-method.js';
import type { RpcResult } from './rpc-result.js';
import { givenEndpoint, publishedEndpoints, type ZmqEndpoint } from './zmq-endpoint.js';

/**
 * A Dash Core node, versions 20 to 23, over its RPC server and, where it publishes, ZMQ.
 *
 * It connects when it is first asked or watched. Every call ends in an answer, a `NodeRefusal` with the node's own code and
 * message, or a `NodeUnavailable` with a reason; nothing is sent again but a call whose credentials were refused.
 *
 * A watch begins with the first watcher, at the tip that the node then tells, and lasts until `close`.
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
  readonly #watch: NodeWatch;
  readonly #open = new Set<CallDeadline>();
  readonly #notifications: 'ask' | readonly ZmqEndpoint[];
  #closing: Promise<void> | undefined;

  /** @throws {RangeError} for options that cannot be, such as a URL of another scheme. */
  constructor(options: CoreNodeOptions) {
    const url = parseNodeUrl(options.url);
    const { onError = warn, now = Date.now } = options;
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
      // One more for the watch.
      connections: maxCallsInFlight + 1,
    });
    this.#gate = new CallGate(maxCallsInFlight, maxCallsQueued);
    this.#record = new CallRecord(now);
    // A watch asks one thing at a time, and does not wait behind others: who keeps answers must hear of new blocks.
    const ask: Ask = (method, ...params) => this.#ask(method, params, undefined, (call) => call());
    this.#chain = new BestChain(
      {
        block: async (hash) => linkedBlock(await ask('getblockheader', hash)),
        hashAt: async (height) => (await ask('getblockhash', height)).hash(),
      },
      this.#recent,
    );
    this.#watch = new NodeWatch(
      {
        bestBlockHash: async () => (await ask('getbestblockhash')).hash(),
        bestChainLock: () => chainLock(ask('getbestchainlock')),
        endpoints: () => this.#endpoints(ask),
      },
      this.#chain,
      pollInterval,
      onError,
      now,
    );
  }

  async tip(options?: CallOptions): Promise<ChainTip> {
    const hash = (await this.#call(options, 'getbestblockhash')).hash();
    const { height } = await this.#recent.find(hash, async (wanted) =>
      linkedBlock(await this.#call(options, 'getblockheader', wanted)),
    );
    return { hash, height };
  }

  async blockHash(height: number, options?: CallOptions): Promise<string> {
    return (await this.#call(options, 'getblockhash', height)).hash();
  }

  async sendTransaction(serialized: Uint8Array, options?: CallOptions): Promise<string> {
    return (await this.#call(options, 'sendrawtransaction', bytesToHex(serialized))).hash();
  }

  async masternodeListDiff(
    baseBlock: string,
    block: string,
    options?: CallOptions,
  ): Promise<MasternodeListDiff> {
    return masternodeListDiff(await this.#call(options, 'protx', 'diff', baseBlock, block));
  }

  async status(options?: CallOptions): Promise<NodeStatus> {
    const [blockchain, network, sync, lock] = await Promise.all([
      this.#call(options, 'getblockchaininfo'),
      this.#call(options, 'getnetworkinfo'),
      ifTold(this.#call(options, 'mnsync', 'status')),
      ifTold(this.bestChainLock(options)),
    ]);
    return {
      ...networkStatus(network),
      ...blockchainStatus(blockchain),
      masternodeSync: sync && masternodeSync(sync),
      chainLock: lock,
    };
  }

  bestChainLock(options?: CallOptions): Promise<ChainLock | undefined> {
    return chainLock(this.#call(options, 'getbestchainlock'));
  }

  watchBlocks(listener: (event: BlockEvent) => void): () => void {
    if (!this.#closing) this.#watch.start();
    return this.#watch.blocks.add(listener);
  }

  watchChainLocks(listener: (chainLock: ChainLock) => void): () => void {
    if (!this.#closing) this.#watch.start();
    return this.#watch.chainLocks.add(listener);
  }

  /** What is known of the node without asking it. */
  health(): NodeHealth {
    const tip = this.#chain.tip;
    return {
      tip: tip && { hash: tip.hash, height: tip.height },
      chainLock: this.#watch.chainLock,
      lastLook: this.#watch.lastLook,
      lastAnswer: this.#record.lastAnswer,
      failure: this.#record.failure,
      callsInFlight: this.#gate.inFlight,
      callsQueued: this.#gate.queued,
      notifications: this.#watch.notifications,
    };
  }

  /** Ends every call and the watch, and lets go of connections and timers. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    for (const deadline of this.#open) deadline.end(closed());
    await this.#watch.close();
    await this.#rpc.close();
  }

  #call(
    options: CallOptions | undefined,
    method: RpcMethod,
    ...params: readonly unknown[]
  ): Promise<RpcResult> {
    return this.#ask(method, params, options?.signal, (call, signal) => this.#gate.run(call, signal));
  }

  async #ask(
    method: RpcMethod,
    params: readonly unknown[],
    caller: AbortSignal | undefined,
    inTurn: (call: () => Promise<RpcResult>, signal: AbortSignal) => Promise<RpcResult>,
  ): Promise<RpcResult> {
    if (this.#closing) throw closed();
    const deadline = new CallDeadline(this.#limits.callTimeout, caller);
    this.#open.add(deadline);
    try {
      deadline.signal.throwIfAborted();
      const { signal } = deadline;
      return await this.#record.of(() =>
        inTurn(() => abortable(this.#rpc.call(method, params, signal), signal), signal),
      );
    } finally {
      this.#open.delete(deadline);
      deadline.dispose();
    }
  }

  async #endpoints(ask: Ask): Promise<readonly ZmqEndpoint[]> {
    if (this.#notifications !== 'ask') return this.#notifications;
    try {
      return publishedEndpoints(await ask('getzmqnotifications'), this.#host);
    } catch (error) {
      if (isNotTold(error)) return [];
      throw error;
    }
  }
}

/** A call to the node that waits for no other. */
type Ask = (method: RpcMethod, ...params: readonly unknown[]) => Promise<RpcResult>;

function readNotifications(given: CoreNodeOptions['notifications'] = 'ask'): 'ask' | readonly ZmqEndpoint[] {
  if (given === 'ask') return given;
  return given === 'none' ? [] : given.map(givenEndpoint);
}

function closed(): NodeUnavailable {
  return new NodeUnavailable("the node's client was closed", 'closed');
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
