import { setTimeout as pause } from 'node:timers/promises';
import { repeatedWarning } from '@dapikit/gateway';
import type { NodeJudge, PoolMember, PoolNode } from '@dapikit/chain/core-pool';
import {
  ForkError,
  LightClient,
  PeerError,
  PeerPool,
  reportNetwork,
  SYSTEM_CLOCK,
  VerificationError,
  type Checkpoint,
  type NetworkReport,
} from '@dapikit/light-client';
import type { Logger } from 'pino';
import { readCheckpointOf } from '../network/read-network.js';
import { describeVerification } from '../network/describe-verification.js';
import { CommandError } from '../program/command.js';
import type { ServeValues } from '../settings/settings-table.js';
import { compareWithNodes } from './compare-with-nodes.js';
import { coreOfNode } from './core-of-node.js';
import { useFastBls } from './fast-bls.js';
import { StoredNetwork } from './stored-network.js';
import { verifiedNode } from './verified-node.js';

/** Requests of the light client to a node of one's own. */
const LIMITS = { requestsPerSecond: 50, maxInFlight: 8, maxActive: 64 };
const POLL_MS = 2000;

/** Verifies what nodes of one's own report, from a checkpoint: a light client asks them as untrusted peers, and a node that reports something wrong gets no requests. */
export class VerifiedNodes {
  readonly judge: NodeJudge;
  /** Resolves where the checkpoint leads nowhere, and never otherwise. */
  readonly failed: Promise<CommandError>;
  readonly #client: LightClient;
  readonly #pool: PeerPool;
  readonly #stored: StoredNetwork;
  readonly #log: Logger;
  readonly #checkpoint: Checkpoint;
  readonly #stop = new AbortController();
  #members: ReadonlyMap<string, PoolNode> = new Map();
  #fail: (reason: CommandError) => void = () => undefined;

  private constructor(
    begin: Awaited<ReturnType<StoredNetwork['begin']>>,
    {
      values,
      stored,
      log,
      checkpoint,
    }: { values: ServeValues; stored: StoredNetwork; log: Logger; checkpoint: Checkpoint },
  ) {
    this.#stored = stored;
    this.#checkpoint = checkpoint;
    this.#log = log;
    const clock = SYSTEM_CLOCK;
    const random = Math.random;
    this.#pool = new PeerPool({
      clock,
      random,
      limits: LIMITS,
      onQuarantine: (node, reason) => log.error({ node, reason }, 'node reports what does not verify'),
    });
    this.#client = new LightClient({
      ...begin,
      network: begin.start.network,
      pool: this.#pool,
      core: (name) => this.#core(name),
      seeds: [],
      isDiscovering: false,
      clock,
      random,
      pollMs: POLL_MS,
      checksWork: values.checkWork,
      requireStart: (start) => stored.requireYoung(start, values.maxCheckpointAge),
      on: stored.listeners('nodes'),
    });
    this.failed = new Promise((resolve) => (this.#fail = resolve));
    this.judge = {
      isSigned: (chainLock) => this.#client.isSigned(chainLock),
      isRejected: (name) => this.#isRejected(name),
    };
  }

  /**
   * Opens the checkpoint that the settings name, or the state that was reached from it. Nothing is requested before {@link follow}.
   * @throws {CommandError} (rejects) while a fork is undecided, and for a checkpoint that is none or too old
   */
  static async open(values: ServeValues, name: string, log: Logger): Promise<VerifiedNodes> {
    void useFastBls(log);
    try {
      const served = await readCheckpointOf(name, values.checkpoint);
      const stored = await StoredNetwork.open(served, values.stateDirectory, log);
      const { acceptFork, maxCheckpointAge: maxAgeDays } = values;
      const begin = await stored.begin({ acceptFork, maxAgeDays });
      return new VerifiedNodes(begin, { values, stored, log, checkpoint: served.checkpoint });
    } catch (error) {
      if (error instanceof VerificationError) throw new CommandError(describeVerification(error));
      throw error;
    }
  }

  /** Checks what a node reports from then on. */
  readonly checked = (node: PoolNode, name: string): PoolNode =>
    verifiedNode(node, name, {
      client: this.#client,
      failed: (of, error) => void this.#pool.failed(of, error),
    });

  /** Takes the nodes in place of those before, as they respond without checks. */
  setNodes(members: readonly PoolMember[]): void {
    this.#members = new Map(members.map(({ name, node }) => [name, node]));
    this.#pool.setPeers(members.map(({ name }) => name));
  }

  /** Compares the checkpoint, walks to the tip of the nodes and follows it until it is closed, or a fork stops it. */
  async follow(): Promise<void> {
    try {
      await this.#compareWithNodes();
      await this.#client.start();
      const { height, hash } = this.#client.chain.locked;
      this.#log.info({ height, hash }, 'nodes verified');
    } catch (error) {
      if (error instanceof CommandError) this.#fail(error);
      else if (error instanceof VerificationError)
        this.#fail(new CommandError(`nodes cannot be verified: ${describeVerification(error)}`));
      // Forks are logged where they are found.
      else if (!(error instanceof ForkError)) this.#log.debug({ err: error }, 'nodes no longer verified');
    }
  }

  /** Returns how far the nodes are verified, for the studio. */
  report(): NetworkReport {
    return reportNetwork(this.#client, this.#pool, SYSTEM_CLOCK);
  }

  async close(): Promise<void> {
    this.#stop.abort(new Error('closed'));
    await this.#client.close();
    await this.#stored.close();
  }

  /** Waits until a node has the block of the checkpoint. @throws {CommandError} (rejects) as {@link compareWithNodes} does; the reason of the stop */
  async #compareWithNodes(): Promise<void> {
    const warn = repeatedWarning(this.#log);
    const { signal } = this.#stop;
    for (;;) {
      const found = await compareWithNodes(this.#checkpoint, this.#members, signal);
      if (found.isSame) return;
      warn('checkpoint not found at the nodes', found.reason, { reason: found.reason });
      await pause(POLL_MS, undefined, { signal });
    }
  }

  /** Returns whether a node gets no requests: before the first list is verified, after a fork, and after it lied. */
  #isRejected(name: string): boolean {
    if (!this.#client.isStarted || this.#client.fork !== undefined) return true;
    return this.#pool.report().some(({ address, state }) => address === name && state === 'quarantined');
  }

  #core(name: string): ReturnType<typeof coreOfNode> {
    const node = this.#members.get(name);
    if (node === undefined) throw new PeerError('outage', `there is no node ${name}`);
    return coreOfNode(node);
  }
}
