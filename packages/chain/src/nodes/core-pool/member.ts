import { abortable } from '../core-node/abortable.js';
import { CallDeadline } from '../core-node/call-deadline.js';
import type { CancellationToken } from '../core-node/cancellation-token.js';
import type { LinkedBlock } from '../core-node/linked-block.js';
import type { Eventually } from '../../layer1/eventually.js';
import {
  NodeRejectionError,
  type CallOptions,
  type ChainLock,
  type NodeStatus,
} from '../../layer1/layer1.js';
import { NodeUnavailableError, type UnavailableReason } from '../../layer1/node-unavailable-error.js';
import { Breaker, type BreakerOptions } from './breaker.js';
import { asUnavailable } from './no-answer.js';
import type { NodeJudge } from './node-judge.js';
import type { QuarantineReason } from './pool-health.js';
import type { PoolMember, PoolNode } from './pool-node.js';
import type { ObservedMethod, PoolObserver } from './pool-observer.js';

/** Describes the context that the members of a pool share. */
export interface MemberContext extends Pick<BreakerOptions, 'delays' | 'now' | 'random'> {
  readonly judge: NodeJudge;
  readonly observer: Required<PoolObserver>;
  readonly onError: (error: unknown) => void;
}

/** Describes the result of a probe of a node. */
export interface ProbeResult {
  readonly tip: LinkedBlock;
  readonly chainLock: ChainLock | undefined;
  /** `undefined` if this probe did not request it. */
  readonly status: NodeStatus | undefined;
}

/** Describes the options of one attempt at a node. */
export interface AttemptOptions extends Pick<CallOptions, 'isUrgent'> {
  readonly token?: CancellationToken;
}

/** The weight of the newest probe. */
const NEWEST = 0.2;

/** Represents a node of a pool, its last known state, and its pending calls. */
export class Member {
  /** May change when the nodes of the pool are replaced. */
  name: string;
  readonly node: PoolNode;
  readonly breaker: Breaker;
  readonly #context: MemberContext;
  #tip: LinkedBlock | undefined;
  #chainLock: ChainLock | undefined;
  #status: NodeStatus | undefined;
  #statusAt: number | undefined;
  #probedAt: number | undefined;
  #latency: number | undefined;
  #failure: NodeUnavailableError | undefined;
  #quarantine: QuarantineReason | undefined;
  #left: string | undefined;
  readonly #open = new Set<CallDeadline>();
  #onIdle: (() => void) | undefined;
  /** Up to which height its chain is the one that is followed; -1 where it is not known to be. */
  agreesTo = -1;
  /** True if its chain and the followed one were compared since it came: before, the followed one may be that of former nodes. */
  isCompared = false;
  isRemoved = false;

  constructor({ name, node }: PoolMember, context: MemberContext) {
    this.name = name;
    this.node = node;
    this.#context = context;
    this.breaker = new Breaker({
      ...context,
      onChange: (from, to, reason) => context.observer.onBreaker({ node: this.name, from, to, reason }),
    });
  }

  /** Returns the last one seen, also while it fails. */
  get tip(): LinkedBlock | undefined {
    return this.#tip;
  }

  /** Returns the best one that it reported. */
  get chainLock(): ChainLock | undefined {
    return this.#chainLock;
  }

  get status(): NodeStatus | undefined {
    return this.#status;
  }

  get latency(): number | undefined {
    return this.#latency;
  }

  get failure(): NodeUnavailableError | undefined {
    return this.#failure;
  }

  get quarantine(): QuarantineReason | undefined {
    return this.#quarantine;
  }

  /** Returns the followed tip that was its own until it went to another chain. */
  get left(): string | undefined {
    return this.#left;
  }

  get callsInFlight(): number {
    return this.#open.size;
  }

  /** Returns whether its reported chain is current. */
  get isLive(): boolean {
    return !this.isRemoved && this.breaker.state === 'closed' && this.#tip !== undefined;
  }

  /** Returns whether it may get requests. */
  get isUsable(): boolean {
    return this.isLive && this.#quarantine === undefined;
  }

  /** Returns the milliseconds since the last successful probe. */
  get probeAge(): number | undefined {
    return this.#probedAt === undefined ? undefined : this.#context.now() - this.#probedAt;
  }

  /** Returns the milliseconds since the last status. */
  get statusAge(): number {
    return this.#statusAt === undefined ? Infinity : this.#context.now() - this.#statusAt;
  }

  /** Records a successful probe. */
  recordProbe(probe: ProbeResult, followedTip: string | undefined): void {
    const now = this.#context.now();
    if (this.#tip?.hash === followedTip && probe.tip.hash !== followedTip) this.#left = followedTip;
    this.#tip = probe.tip;
    this.#chainLock = probe.chainLock;
    this.#probedAt = now;
    if (probe.status) {
      this.#status = probe.status;
      this.#statusAt = now;
    }
    this.#failure = undefined;
    this.breaker.succeeded();
  }

  /** Records that a probe, or another request of the pool itself, failed. */
  recordFailedProbe(error: unknown): void {
    if (this.isRemoved) return;
    this.#failure = asUnavailable(error);
    // It may come back with other data.
    this.#statusAt = undefined;
    this.breaker.failed(this.#failure.reason, true);
  }

  setQuarantine(reason: QuarantineReason | undefined): void {
    if (reason === this.#quarantine) return;
    this.#quarantine = reason;
    this.#context.observer.onQuarantine({ node: this.name, reason });
  }

  /**
   * Calls the node, and records how that ended.
   * @throws {NodeRejectionError} its own, and {@link NodeUnavailableError} when it does not answer in `timeout` milliseconds or before the
   *   end of the options.
   */
  async attempt<T>(
    method: ObservedMethod,
    timeout: number,
    options: AttemptOptions,
    send: (options: CallOptions) => Eventually<T>,
  ): Promise<T> {
    const isUrgent = options.isUrgent === true;
    const begun = this.#context.now();
    const end = (outcome: 'answered' | 'rejected' | UnavailableReason): void => {
      const milliseconds = this.#context.now() - begun;
      if (method === 'tip' && (outcome === 'answered' || outcome === 'timeout')) this.#took(milliseconds);
      this.#context.observer.onCall({ node: this.name, method, outcome, milliseconds, isUrgent });
    };
    const deadline = new CallDeadline(timeout, options.token, isUrgent);
    this.#open.add(deadline);
    try {
      deadline.throwIfAborted();
      const sent = async (): Promise<T> => send(deadline);
      const answer = await abortable(sent(), deadline);
      if (!isUrgent) this.breaker.succeeded();
      end('answered');
      return answer;
    } catch (error) {
      if (error instanceof NodeRejectionError) {
        if (!isUrgent) this.breaker.succeeded();
        end('rejected');
        throw error;
      }
      const failure = asUnavailable(error);
      if (failure !== error) this.#context.onError(error);
      end(failure.reason);
      if (!isUrgent) this.#callFailed(failure);
      throw failure;
    } finally {
      deadline.dispose();
      this.#open.delete(deadline);
      if (this.#open.size === 0) this.#onIdle?.();
    }
  }

  /** Takes no more calls, and closes the node once the last has ended. */
  async retire(): Promise<void> {
    this.isRemoved = true;
    if (this.#open.size > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
    await this.close();
  }

  endCalls(): void {
    for (const deadline of this.#open)
      deadline.cancel(new NodeUnavailableError('the pool was closed', 'closed'));
  }

  /** Ends its calls, and closes the node. */
  async close(): Promise<void> {
    this.isRemoved = true;
    this.endCalls();
    try {
      await this.node.close();
    } catch (error) {
      this.#context.onError(error);
    }
  }

  #callFailed(failure: NodeUnavailableError): void {
    if (failure.reason === 'cancelled' || failure.reason === 'closed') return;
    this.#failure = failure;
    this.breaker.failed(failure.reason, false);
  }

  #took(milliseconds: number): void {
    this.#latency =
      this.#latency === undefined ? milliseconds : this.#latency + NEWEST * (milliseconds - this.#latency);
  }
}
