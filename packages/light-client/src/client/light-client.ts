import type {
  ChainLock,
  MasternodeListDiff,
  NetworkParameters,
  QuorumCommitmentJson,
} from '@dapikit/chain/browser';
import {
  verifyTransactionIn,
  type TransactionInBlock,
  type VerifiedTransaction,
} from './verified-transaction.js';
import type { Checkpoint } from '../checkpoint/checkpoint.js';
import { VerificationError } from '../errors/verification-error.js';
import type { HeaderChainOptions } from '../headers/header-chain.js';
import type { BlockPoint } from '../headers/link-headers.js';
import type { VerifiedList } from '../list/verified-list.js';
import type { Clock } from '../peers/clock.js';
import { pause } from '../peers/pause.js';
import { PeerError, PeersUnavailableError } from '../peers/peer-error.js';
import type { PeerPool } from '../peers/peer-pool.js';
import type { SeenState } from '../state/seen-state.js';
import type { ProvenState } from '../state/verified-state.js';
import type { TrustedState } from '../walk/walk.js';
import { CatchUp, MAX_REACH } from './catch-up.js';
import type { CorePeer } from './core-peer.js';
import type { StartParts } from './first-start.js';
import { FirstWay } from './first-way.js';
import { ForkError, type Fork } from './fork.js';
import { HeaderFollower } from './header-follower.js';
import { diffBetween } from './kept-lists.js';
import { SeenStates } from './seen-states.js';
import { ListFollower } from './list-follower.js';
import { evonodeAddresses } from './peer-addresses.js';
import { readBelow } from './read-below.js';
import { VerifiedChain } from './verified-chain.js';
import { workBefore } from './work-before.js';

/** Describes what a light client is made of. */
export interface LightClientOptions {
  readonly network: NetworkParameters;
  /** A checkpoint, or the stored state. Where it has no quorums, they are read from the blocks before it. Without a stored state it is compared with the chain that its quorums signed. */
  readonly start: Checkpoint;
  /** The state that an earlier walk from the start reached, after it was compared. */
  readonly reached?: TrustedState | undefined;
  /** The stored state with what proves it, where that is the start. */
  readonly proven?: ProvenState | undefined;
  readonly pool: PeerPool;
  /** Opens the Core service of a peer. */
  readonly core: (address: string) => CorePeer;
  /** Addresses that are always among the peers, the seeds first. */
  readonly seeds: readonly string[];
  /** Takes further peers from the verified list. */
  readonly isDiscovering: boolean;
  readonly clock: Clock;
  /** Returns a number from 0 to below 1. */
  readonly random: () => number;
  /** Interval of the requests for headers, in milliseconds. */
  readonly pollMs: number;
  /** Hashes of blocks that an operator accepted after a fork, by their heights. */
  readonly accepted?: ReadonlyMap<number, string>;
  /** App hashes of states of the platform that an operator accepted after a fork, by their heights. */
  readonly acceptedStates?: ReadonlyMap<number, string>;
  /** Checks the target of each header above the first list by the 24 before it. */
  readonly checksWork?: boolean;
  /** Called with a start whose quorums were read; throws for one that is too old. */
  readonly requireStart?: (start: TrustedState) => void;
  readonly on?: Partial<LightClientEvents>;
}

/** Lists what a light client reports. */
export interface LightClientEvents {
  /** The quorums of a start that has none were read. */
  readonly completed: (start: TrustedState, requests: number) => void;
  /** The walk from the checkpoint, or from the last verified state, has reached a height. */
  readonly walked: (height: number, state: TrustedState) => void;
  /** A state was proven that may be stored. */
  readonly proven: (proven: ProvenState) => void;
  /** Something could not be done, and is tried again. */
  readonly failed: (what: string, error: unknown) => void;
  /** Quorums signed two blocks or two states of one height: nothing is served any more. */
  readonly forked: (fork: Fork) => void;
}

/** Headers that are read below the first list: a day of quorums, and the blocks that subscribers may know. */
const HEADERS_BELOW = 640;
const REFRESH_MS = 3000;
/** Time that a caller waits for a walk after an absence. */
const MAX_REFRESH_MS = 20_000;
const REFRESH_STEP_MS = 100;
/** Time for the first answer of the platform, in which masternodes are not verified. */
const FIRST_ANSWER_MS = 3000;
/** Waits between attempts of a start. */
const RETRY_FACTOR = 2;

/** Verifies layer 1 of a network with untrusted peers: final blocks, masternode lists, quorum keys, transactions. */
export class LightClient {
  readonly #options: LightClientOptions;
  readonly #stop = new AbortController();
  readonly #listeners = new Set<(block: BlockPoint) => void>();
  readonly #lockListeners = new Set<(chainLock: ChainLock) => void>();
  readonly #states: SeenStates;
  readonly #headers: HeaderFollower;
  readonly #catchUp: CatchUp;
  #chain: VerifiedChain | undefined;
  #fork: Fork | undefined;
  #walkedTo: number | undefined;
  #loops: Promise<unknown> = Promise.resolve();
  #lastPollAt: number | undefined;
  #filling: Promise<void> | undefined;
  #refreshing: Promise<void> | undefined;
  #catchingUp: Promise<void> | undefined;
  /** The highest state of the platform that was reported with a proven state. */
  #stored: SeenState | undefined;
  /** The stored list, until its masternodes are verified. */
  #unverified: VerifiedList | undefined;
  /** Ends the wait before masternodes are verified. */
  readonly #masternodesDue = new AbortController();

  constructor(options: LightClientOptions) {
    this.#options = options;
    this.#states = new SeenStates(options.acceptedStates);
    const { platform } = options.proven ?? {};
    if (platform !== undefined) this.#states.note(platform.height, platform.appHash);
    this.#headers = new HeaderFollower({
      ...options,
      chain: () => this.chain,
      signal: this.#stop.signal,
      take: (read) => this.#take(read),
    });
    this.#catchUp = new CatchUp({
      ...this.#startParts(),
      pollMs: options.pollMs,
      chainFrom: async (proven) => this.#chainFrom(proven),
    });
    options.pool.setPeers(options.seeds);
  }

  get network(): NetworkParameters {
    return this.#options.network;
  }

  /** Returns the fork that stopped it; `undefined` where there is none. */
  get fork(): Fork | undefined {
    return this.#fork;
  }

  /** Returns the verified chain. @throws {PeersUnavailableError} before the first list is verified {ForkError} after a fork */
  get chain(): VerifiedChain {
    if (this.#fork !== undefined) throw new ForkError(this.#fork);
    if (this.#chain === undefined) throw new PeersUnavailableError('no verified masternode list yet');
    return this.#chain;
  }

  /** Returns whether the first list is verified. */
  get isStarted(): boolean {
    return this.#chain !== undefined;
  }

  /** Returns the height that the last walk has reached; `undefined` where none was needed. */
  get walkedTo(): number | undefined {
    return this.#walkedTo;
  }

  /** Returns the moment of the last response that verified, by the clock; `undefined` before the first one. */
  get lastPollAt(): number | undefined {
    return this.#lastPollAt;
  }

  /** Walks and jumps from the start to the tip, then follows it until {@link close}. A stored state is taken as it is; where peers are an interval ahead, it is walked on from there while it is followed. Retries while peers fail. @throws {ForkError} (rejects); {VerificationError} `wrong-checkpoint` where the quorums of the checkpoint signed a chain that contradicts it; the reason of `close` */
  async start(): Promise<void> {
    const proven = this.#options.proven ?? (await this.#reachTip());
    this.#adopt(await this.#chainFrom(proven), proven);
    const lists = new ListFollower({
      ...this.#options,
      chain: () => this.chain,
      signal: this.#stop.signal,
      take: (list, deny) => this.#take(() => this.chain.takeList(list, deny)),
      failed: (error) => this.#options.on?.failed?.('masternode lists', error),
    });
    this.#loops = Promise.all([this.#follow(), this.#verifyStored(proven).then(async () => lists.run())]);
    this.#loops.catch(() => undefined);
  }

  /** Stops, and waits for what runs. Reports the proven state where a higher one of the platform was noted since the last report. */
  async close(): Promise<void> {
    const isHigher = this.#states.highest !== this.#stored;
    if (isHigher && this.#fork === undefined && this.#chain?.state.list !== this.#unverified) this.#store();
    this.#stop.abort(new Error('the light client was closed'));
    await this.#loops.catch(() => undefined);
  }

  /** Returns whether trusted quorums signed a ChainLock; `undefined` where that cannot be told, as before the first list is verified. */
  isSigned(chainLock: ChainLock): boolean | undefined {
    return this.#chain?.isSigned(chainLock);
  }

  /** Calls `listener` for each final block from now on; gives a function that stops it. After an absence of more than 20,000 blocks it begins again near the tip. */
  watchBlocks(listener: (block: BlockPoint) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Calls `listener` for each new ChainLock from now on, after its block; gives a function that stops it. */
  watchChainLocks(listener: (chainLock: ChainLock) => void): () => void {
    this.#lockListeners.add(listener);
    return () => void this.#lockListeners.delete(listener);
  }

  /**
   * Makes the hashes down to a height known, where that is not too far below.
   * @returns whether they are
   */
  async reachDownTo(height: number, signal?: AbortSignal): Promise<boolean> {
    const limit = this.chain.state.height - MAX_REACH;
    if (height < Math.max(1, limit)) return height >= this.chain.lowest;
    while (this.chain.lowest > height) {
      signal?.throwIfAborted();
      await (this.#filling ??= this.#readBelow().finally(() => (this.#filling = undefined)));
    }
    return true;
  }

  /** Looks for newer blocks and their list at once. @throws (rejects) the reason of the signal, {ForkError} */
  async refresh(signal: AbortSignal): Promise<void> {
    this.#masternodesDue.abort();
    const end = this.#options.clock.now() + REFRESH_MS;
    const polled = (this.#refreshing ??= this.#poll().finally(() => (this.#refreshing = undefined)));
    const over = new AbortController();
    const waited = pause(this.#options.clock, MAX_REFRESH_MS, AbortSignal.any([signal, over.signal]));
    await Promise.race([polled, waited]).finally(() => over.abort());
    while (this.chain.state.height < this.chain.locked.height && this.#options.clock.now() < end)
      await pause(this.#options.clock, REFRESH_STEP_MS, signal);
  }

  /** Returns a serialised block that has the hash, and whose transactions are those of its header. @throws (rejects) as {@link PeerPool.call} does */
  async block(hash: string, signal?: AbortSignal): Promise<Uint8Array> {
    return this.#options.pool.call(
      async (turn) => {
        const bytes = await this.#options.core(turn.address).block(hash, turn.signal);
        await verifyTransactionIn(bytes, hash, { measure: { ...turn, clock: this.#options.clock } });
        return bytes;
      },
      { signal },
    );
  }

  /**
   * Returns a transaction with the final block that it is in, proven by all transactions of that block. Where the block is below the known ones, headers are read that lead from these to it.
   * @throws {PeerError} (rejects) `rejected` where peers know none, `unhelpful` where it is too far below; {PeersUnavailableError}
   */
  async transaction(txid: string, signal?: AbortSignal): Promise<TransactionInBlock> {
    const others = new Set<string>();
    let tooFar: PeerError | undefined;
    for (;;) {
      const found = await this.#findTransaction(txid, others, signal).catch((error: unknown) => {
        throw (!(error instanceof ForkError) && tooFar) || error;
      });
      const { address, hash, height = 0, ...transaction } = found;
      const isKnown = await this.reachDownTo(height, signal);
      if (isKnown && this.chain.hashAt(height) === hash) return { ...transaction, block: { height, hash } };
      if (!isKnown)
        tooFar = new PeerError(
          'unhelpful',
          `transaction ${txid} is in block ${hash}, too far below the known ones to be proven`,
        );
      others.add(address);
    }
  }

  /** Returns a transaction in a block of any peer. @param others peers whose block is not of the chain */
  async #findTransaction(
    txid: string,
    others: ReadonlySet<string>,
    signal?: AbortSignal,
  ): Promise<VerifiedTransaction & { readonly address: string; readonly hash: string }> {
    return this.#options.pool.call(
      async (turn) => {
        if (others.has(turn.address))
          throw new PeerError('unhelpful', 'the peer has the transaction in a block that is not final');
        const peer = this.#options.core(turn.address);
        const hash = await peer.blockOf(txid, turn.signal);
        if (hash === undefined) throw new PeerError('rejected', 'no final block has the transaction');
        await turn.pass();
        const bytes = await peer.block(hash, turn.signal);
        const measure = { ...turn, clock: this.#options.clock };
        const found = await verifyTransactionIn(bytes, hash, { txid, measure });
        if (found === undefined)
          throw new PeerError('lie', `block ${hash} lacks the transaction that the peer said it has`);
        if (found.height !== undefined && found.height > this.chain.locked.height)
          throw new PeerError('rejected', `block ${hash} of the transaction is not final yet`);
        return { address: turn.address, hash, ...found };
      },
      { signal },
    );
  }

  /**
   * Notes a state of the platform whose signature verified.
   * @param appHash root hash of the state, in hexadecimal
   * @throws {ForkError} where a quorum signed another one of its height: then it stops
   * @throws {PeerError} `lie` for a state that an operator decided against
   */
  noteState(height: bigint, appHash: string): void {
    if (this.#fork !== undefined) throw new ForkError(this.#fork);
    const at = Number(height);
    const noted = this.#states.note(at, appHash);
    if (noted === 'denied')
      throw new PeerError('lie', `the state of height ${at} is the one that was not accepted`);
    if (noted !== 'accepted')
      this.#halt(
        new ForkError({ of: 'state', height: at, hashes: [noted.followed, appHash], chainLocks: [] }),
      );
    this.#masternodesDue.abort();
  }

  /** Returns the height of the highest state of the platform that was noted, also before a restart with the stored state; 0 before the first one. */
  get seenHeight(): bigint {
    return BigInt(this.#states.highest?.height ?? 0);
  }

  /** Returns the diff of the masternode list between two kept lists; from the first block without a base. */
  diff(base: VerifiedList | undefined, list: VerifiedList): MasternodeListDiff {
    return diffBetween(base, list, this.network.name);
  }

  /** Returns the quorums that sign the state of the platform after a list. */
  platformQuorums(list: VerifiedList): QuorumCommitmentJson[] {
    const { type } = this.network.quorums.platform;
    return [...list.quorums.values()].filter(({ llmqType }) => llmqType === type);
  }

  #startParts(): StartParts {
    const { pool, core, clock, on, accepted = new Map() } = this.#options;
    return {
      pool,
      core,
      clock,
      accepted,
      signal: this.#stop.signal,
      onStep: (reached: TrustedState) => {
        this.#walkedTo = reached.height;
        on?.walked?.(reached.height, reached);
      },
    };
  }

  async #reachTip(): Promise<ProvenState> {
    const { on, pollMs, requireStart, start, reached } = this.#options;
    const completed = (state: TrustedState, requests: number): void => {
      requireStart?.(state);
      on?.completed?.(state, requests);
    };
    const way = new FirstWay({
      ...this.#startParts(),
      start,
      reached,
      completed,
    });
    for (;;) {
      try {
        return await way.reachTip();
      } catch (error) {
        this.#stop.signal.throwIfAborted();
        if (error instanceof ForkError) this.#halt(error);
        if (!(error instanceof PeersUnavailableError || error instanceof PeerError)) throw error;
        on?.failed?.('start', error);
      }
      await this.#pause(pollMs * RETRY_FACTOR);
    }
  }

  /** Reads what targets depend on, where they are checked. Retries while peers fail. */
  async #workBefore(proven: ProvenState): Promise<Pick<HeaderChainOptions, 'checkWork' | 'before'>> {
    if (this.#options.checksWork !== true) return {};
    for (let attempt = 0; ; attempt += 1) {
      try {
        const before = await workBefore(proven, { ...this.#options, signal: this.#stop.signal });
        return { checkWork: true, before };
      } catch (error) {
        this.#stop.signal.throwIfAborted();
        if (!(error instanceof PeersUnavailableError || error instanceof PeerError)) throw error;
        this.#options.on?.failed?.('headers before the start', error);
        if (attempt === 0) await this.#discoverIn(proven);
      }
      await this.#pause(this.#options.pollMs);
    }
  }

  async #chainFrom(proven: ProvenState): Promise<VerifiedChain> {
    const { accepted } = this.#options;
    const work = await this.#workBefore(proven);
    return new VerifiedChain(proven, { ...(accepted && { accepted }), ...work });
  }

  #adopt(chain: VerifiedChain, { verifyMasternodes, state }: ProvenState): void {
    this.#chain = chain;
    if (verifyMasternodes === undefined) {
      this.#discover();
      this.#store();
    } else this.#unverified = state.list;
    for (const listener of this.#lockListeners) listener(chain.chainLock);
  }

  /**
   * Verifies the masternodes of a stored list, where only its quorums are verified: after the first answer of the platform, which needs no more, or a while. Wrong ones are reported,
   * and their list is replaced by a peer's.
   */
  async #verifyStored({ state, verifyMasternodes }: ProvenState): Promise<void> {
    if (verifyMasternodes === undefined) return;
    const { clock, on } = this.#options;
    const due = AbortSignal.any([this.#masternodesDue.signal, this.#stop.signal]);
    await pause(clock, FIRST_ANSWER_MS, due).catch(() => undefined);
    if (this.#stop.signal.aborted) return;
    try {
      await verifyMasternodes();
      this.#unverified = undefined;
      if (this.chain.state.list === state.list) this.#discover();
    } catch (error) {
      this.chain.markDamaged(state.list);
      on?.failed?.('stored masternodes', error);
    }
  }

  /** Asks peers for headers until the client is closed or finds a fork. */
  async #follow(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted && this.#fork === undefined) {
      try {
        await this.#poll();
        await this.reachDownTo(Math.max(1, this.chain.state.height - HEADERS_BELOW), signal);
      } catch (error) {
        if (signal.aborted) return;
        this.#options.on?.failed?.('headers', error);
      }
      await this.#pause(this.#options.pollMs).catch(() => undefined);
    }
  }

  async #poll(): Promise<void> {
    if (await this.#headers.poll()) this.#lastPollAt = this.#options.clock.now();
    if (this.#catchingUp !== undefined || this.#catchUp.isDue(this.chain, this.#headers.claimedTip))
      await (this.#catchingUp ??= this.#walkOn().finally(() => (this.#catchingUp = undefined)));
  }

  /** Leads the chain on, where the quorums that it knows sign no more. */
  async #walkOn(): Promise<void> {
    const { on } = this.#options;
    const { locked, state } = this.chain;
    const what = 'ChainLocks';
    const since = `no ChainLock above block ${locked.height} verified, and peers have headers up to ${this.#headers.claimedTip}`;
    on?.failed?.(
      what,
      new VerificationError('unknown-signer', `${since}: the way from block ${state.height} is walked`),
    );
    try {
      const next = await this.#catchUp.run(this.chain);
      const above = Math.max(this.chain.locked.height, next.lowest - 1);
      this.#take(() => {
        this.#chain = next;
        return next.pointsAbove(above);
      });
    } catch (error) {
      this.#stop.signal.throwIfAborted();
      if (error instanceof ForkError) this.#halt(error);
      if (!(error instanceof PeersUnavailableError || error instanceof PeerError)) throw error;
      on?.failed?.(what, error);
    }
  }

  /** Takes what makes blocks final, and reports it. */
  #take(take: () => readonly BlockPoint[]): void {
    const before = this.chain.chainLock;
    const list = this.chain.state;
    let blocks: readonly BlockPoint[];
    try {
      blocks = take();
    } catch (error) {
      if (error instanceof ForkError) this.#halt(error);
      throw error;
    }
    for (const block of blocks) for (const listener of this.#listeners) listener(block);
    const { chainLock, state } = this.chain;
    if (chainLock !== before) for (const listener of this.#lockListeners) listener(chainLock);
    if (state === list) return;
    this.#discover();
    this.#store();
  }

  #halt(error: ForkError): never {
    this.#fork = error.fork;
    this.#stop.abort(error);
    this.#options.on?.forked?.(error.fork);
    throw error;
  }

  /** Takes peers from the list of a state that is not followed yet, where the seeds do not help. */
  async #discoverIn({ state, verifyMasternodes }: ProvenState): Promise<void> {
    try {
      await verifyMasternodes?.();
      this.#discover(state.list);
    } catch (error) {
      this.#options.on?.failed?.('stored masternodes', error);
    }
  }

  #discover({ masternodes }: VerifiedList = this.chain.state.list): void {
    const { isDiscovering, pool, seeds, random, network } = this.#options;
    if (!isDiscovering) return;
    const listed = evonodeAddresses(masternodes.values(), network, random);
    // Without evonodes in the list the seeds are all there is.
    if (listed.length > 0)
      pool.setPeers([...listed.filter((address) => pool.isListed(address)), ...seeds, ...listed]);
  }

  #store(): void {
    const proven = this.chain.prove();
    if (proven === undefined) return;
    this.#stored = this.#states.highest;
    this.#options.on?.proven?.({ ...proven, platform: this.#stored });
  }

  async #readBelow(): Promise<void> {
    await readBelow(this.chain, { ...this.#options, signal: this.#stop.signal });
  }

  async #pause(milliseconds: number): Promise<void> {
    await pause(this.#options.clock, milliseconds, this.#stop.signal);
  }
}
