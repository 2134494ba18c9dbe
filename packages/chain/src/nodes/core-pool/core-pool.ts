import { emitWarning } from '../../base/event-loop/emit-warning.js';
import { checkBeforeBroadcast } from '../../rules/consensus/broadcast-rules.js';
import { abortable } from '../core-node/abortable.js';
import { CallDeadline, callerOf } from '../core-node/call-deadline.js';
import type { CancellationToken } from '../core-node/cancellation-token.js';
import type { Eventually } from '../../layer1/eventually.js';
import {
  NodeRejectionError,
  type BlockEvent,
  type CallOptions,
  type ChainLock,
  type Layer1,
  type NodeStatus,
  type TransactionStatus,
} from '../../layer1/layer1.js';
import type { ChainTip } from '../../layer1/chain-tip.js';
import type { ChainRead, ChainReads } from '../../layer1/chain-reads.js';
import type { MasternodeListDiff } from '../../primitives/masternode/masternode-list-diff.js';
import { NodeUnavailableError } from '../../layer1/node-unavailable-error.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { Broadcaster } from './broadcaster.js';
import { CALL_RULES } from './call-rules.js';
import { readPoolLimits, type CorePoolLimits, type CorePoolOptions } from './core-pool-options.js';
import { HedgeDelays } from './hedge-delays.js';
import type { Member } from './member.js';
import type { PoolHealth } from './pool-health.js';
import { PoolMembers } from './pool-members.js';
import type { PoolMember, PoolNode } from './pool-node.js';
import { safeObserver, type PoolObserver } from './pool-observer.js';
import { sweep } from './sweep.js';
import { TRUSTING } from './node-judge.js';

/** Number of blocks above the followed tip in which a block may just have come. */
const NEAR = 10;

/**
 * Represents several Dash Core nodes as one: it follows one chain across all of them, and sends each call to a node
 * that can answer it, and to the next node if that one fails or is slow. It probes the nodes from the start until
 * `close`.
 *
 * `tip`, `bestChainLock` and the last blocks are answered from the followed chain, which changes by the events that its
 * watchers are emitted. It is the chain with the most work among the nodes that agree with the best ChainLock, and it
 * does not go back because nodes fail. Every call ends in its answer, a `NodeRejectionError` of a node, or a
 * `NodeUnavailableError` that names no node, all within `callTimeout`.
 */
export class CorePool implements Layer1 {
  readonly #members: PoolMembers;
  readonly #observer: Required<PoolObserver>;
  readonly #hedgeDelays = new HedgeDelays();
  readonly #open = new Set<CallDeadline>();
  readonly #broadcaster: Broadcaster;
  #limits: CorePoolLimits;
  #closing: Promise<void> | undefined;

  /** @throws {RangeError} for limits that cannot be, no nodes, or two of one name. */
  constructor(options: CorePoolOptions) {
    const {
      judge = TRUSTING,
      onError = emitWarning,
      now = () => performance.now(),
      random = Math.random,
    } = options;
    this.#limits = readPoolLimits(options.limits ?? {});
    const observer = safeObserver(options.observer ?? {}, onError);
    this.#observer = {
      ...observer,
      onCall: (call) => {
        this.#hedgeDelays.add(call);
        observer.onCall(call);
      },
    };
    this.#broadcaster = new Broadcaster(this.#observer);
    const limits = (): CorePoolLimits => this.#limits;
    this.#members = new PoolMembers(
      { observer: this.#observer, judge, onError, now, random, delays: limits },
      limits,
    );
    this.#members.replace(options.nodes);
  }

  tip(options?: CallOptions): Eventually<ChainTip> {
    const tip = this.#readyTip();
    return tip ?? this.#within(options, (token) => this.#tip(token));
  }

  bestChainLock(options?: CallOptions): Eventually<ChainLock | undefined> {
    if (this.#readyTip()) return this.#members.chain.chainLock;
    return this.#within(options, async (token) => {
      await this.#tip(token);
      return this.#members.chain.chainLock;
    });
  }

  blockHash(height: number, options?: CallOptions): Eventually<string> {
    const known = this.#readyTip() && this.#members.chain.knownHash(height);
    return known ?? this.#within(options, (token) => this.#blockHash(height, token));
  }

  /**
   * Sends a transaction to the healthy nodes, one after the other. Resolves when one accepts it, rejects when all that answer reject. No
   * node gets it twice; sending it again is safe.
   * @throws {UnsafeTransactionError} for a special transaction that could stop a node, and for any transaction during which a node
   *   disconnected: it is not forwarded.
   */
  sendTransaction(serialized: Uint8Array, options?: CallOptions): Promise<string> {
    return this.#within(options, async (token) => {
      checkBeforeBroadcast(serialized);
      this.#broadcaster.check(serialized);
      await this.#tip(token);
      return abortable(this.#broadcaster.send(serialized, this.#members.healthy(), this.#limits), token);
    });
  }

  masternodeListDiff(baseBlock: string, block: string, options?: CallOptions): Promise<MasternodeListDiff> {
    return this.#within(options, async (token) => {
      const { height } = await this.#tip(token);
      const needed = Math.max(heightOf(baseBlock), heightOf(block));
      const members = await this.#usable(needed <= height ? needed : 0, token);
      return this.#sweep(members, 'masternodeListDiff', token, (node, options) =>
        node.masternodeListDiff(baseBlock, block, options),
      );
    });
  }

  /** Returns the status of one node, with the tip and the ChainLock of the followed chain. */
  status(options?: CallOptions): Promise<NodeStatus> {
    return this.#within(options, async (token) => {
      await this.#tip(token);
      const members = await this.#usable(-1, token);
      let from: PoolNode | undefined;
      const status = await this.#sweep(members, 'status', token, async (node, options) => {
        const answer = await node.status(options);
        from = node;
        return answer;
      });
      const isNews = status.tip.hash !== this.#members.chain.tip?.hash;
      const member = members.find(({ node }) => node === from);
      if (isNews && member) await this.#members.probeMember(member, token);
      const tip = await this.#tip(token);
      const { chainLock } = this.#members.chain;
      return { ...status, tip, chainLock, headersHeight: Math.max(status.headersHeight, tip.height) };
    });
  }

  /** Returns the status of a transaction on one node. */
  transactionStatus(txid: string, options?: CallOptions): Promise<TransactionStatus> {
    return this.#within(options, async (token) => {
      const { height } = await this.#tip(token);
      const members = await this.#usable(height, token);
      return this.#sweep(members, 'transactionStatus', token, (node, options) =>
        node.transactionStatus(txid, options),
      );
    });
  }

  /** That of one node. */
  async read<Name extends ChainRead>(
    name: Name,
    request: ChainReads[Name]['request'],
    options?: CallOptions,
  ): Promise<ChainReads[Name]['response']> {
    return this.#within(options, async (token) => {
      const { height } = await this.#tip(token);
      const members = await this.#usable(height, token);
      return this.#sweep(members, 'read', token, (node, own) => node.read(name, request, own));
    });
  }

  watchBlocks(listener: (event: BlockEvent) => void): () => void {
    return this.#members.chain.blocks.add(listener);
  }

  watchChainLocks(listener: (chainLock: ChainLock) => void): () => void {
    return this.#members.chain.chainLocks.add(listener);
  }

  /** Watches transactions as {@link Layer1.watchTransactions} does, on all nodes. */
  watchTransactions(listener: (txid: string) => void): () => void {
    return this.#members.chain.transactions.add(listener);
  }

  /**
   * Takes other nodes, and other limits where given, from the next call on. Calls in flight go on, and a node that is left out is
   * closed after the last of its own. Nodes that stay keep their state; the followed chain continues.
   * @throws {RangeError} as the constructor does; nothing has changed then.
   */
  replaceNodes(nodes: readonly PoolMember[], limits?: Partial<CorePoolLimits>): void {
    if (this.#closing) throw closed();
    const read = limits && readPoolLimits(limits);
    this.#members.replace(nodes);
    if (read) this.#limits = read;
  }

  /** Returns the health of the nodes without a request to them. */
  health(): PoolHealth {
    const { chain, isReady } = this.#members;
    return {
      isReady: isReady && !this.#closing,
      tip: chain.tip && shortTip(chain.tip),
      chainLock: chain.chainLock,
      nodes: this.#members.health(),
    };
  }

  /** Ends every call, closes the nodes, and releases timers. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    for (const deadline of this.#open) deadline.cancel(closed());
    await this.#members.close();
  }

  #readyTip(): ChainTip | undefined {
    const { tip } = this.#members.chain;
    return tip && this.#members.isReady && !this.#closing ? shortTip(tip) : undefined;
  }

  /** Returns the followed tip, after another probe if it is out of date. */
  async #tip(token: CancellationToken): Promise<ChainTip> {
    const tip = this.#readyTip();
    if (tip) return tip;
    await this.#members.probe(() => this.#members.isReady, token);
    const seen = this.#readyTip();
    if (!seen) throw this.#members.noneUsable();
    return seen;
  }

  async #blockHash(height: number, token: CancellationToken): Promise<string> {
    const { height: highest } = await this.#tip(token);
    if (height > highest && height <= highest + NEAR && !this.#members.isJustProbed) {
      await this.#members.probe(() => (this.#members.chain.tip?.height ?? 0) >= height, token);
    }
    const tip = await this.#tip(token);
    if (!Number.isInteger(height) || height < 0 || height > tip.height) {
      throw new NodeRejectionError(RPC_ERROR_CODES.invalidParameter, 'Block height out of range');
    }
    const members = this.#members.locked(height);
    if (members.length === 0) {
      const recent = await abortable(this.#members.chain.recentHash(height), token);
      if (recent !== undefined) return recent;
      members.push(...(await this.#usable(height, token)));
    }
    return this.#sweep(members, 'blockHash', token, (node, options) => node.blockHash(height, options));
  }

  async #usable(height: number, token: CancellationToken): Promise<Member[]> {
    const usable = this.#members.usable(height);
    if (usable.length > 0) return usable;
    await this.#members.probe(() => this.#members.usable(height).length > 0, token);
    const seen = this.#members.usable(height);
    if (seen.length === 0) throw this.#members.noneUsable();
    return seen;
  }

  #sweep<T>(
    members: readonly Member[],
    method: 'blockHash' | 'masternodeListDiff' | 'status' | 'transactionStatus' | 'read',
    token: CancellationToken,
    send: (node: PoolNode, options: CallOptions) => Eventually<T>,
  ): Promise<T> {
    const { attemptTimeout, maxHedges } = this.#limits;
    return sweep(members, {
      method,
      rule: CALL_RULES[method],
      send,
      attemptTimeout,
      maxHedges,
      hedgeDelay: () => this.#hedgeDelays.of(method, this.#limits),
      token,
      observer: this.#observer,
    });
  }

  async #within<T>(
    options: CallOptions | undefined,
    work: (token: CancellationToken) => Promise<T>,
  ): Promise<T> {
    if (this.#closing) throw closed();
    const deadline = new CallDeadline(this.#limits.callTimeout, callerOf(options));
    this.#open.add(deadline);
    try {
      deadline.throwIfAborted();
      return await work(deadline);
    } finally {
      this.#open.delete(deadline);
      deadline.dispose();
    }
  }
}

const HEIGHT = /^\d{1,10}$/;

/** Returns the height that identifies a block; -1 for a hash. */
function heightOf(block: string): number {
  return HEIGHT.test(block) ? Number(block) : -1;
}

function shortTip({ hash, height }: ChainTip): ChainTip {
  return { hash, height };
}

function closed(): NodeUnavailableError {
  return new NodeUnavailableError('the pool was closed', 'closed');
}
