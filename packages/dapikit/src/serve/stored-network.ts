import { makeFolder } from '@dapikit/platform/make-folder';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  ageDays,
  DEFAULT_MAX_CHECKPOINT_AGE_DAYS,
  describeFork,
  isShort,
  requestsFor,
  requireAge,
  type Fork,
  type ProvenState,
  type TrustedState,
} from '@dapikit/light-client';
import { repeatedWarning } from '@dapikit/gateway';
import {
  ForkFile,
  StateFile,
  WalkFile,
  type ForkRecord,
  type StoredFork,
  type StoredStart,
} from '@dapikit/light-client/node';
import type { Logger } from 'pino';
import type { ServedNetwork } from '../network/read-network.js';
import { CommandError } from '../program/command.js';
import { withFile } from '../program/file-error.js';

/** Describes what a start without a node begins with. */
export interface NetworkStart {
  readonly start: TrustedState;
  readonly proven: ProvenState | undefined;
  /** The state that a walk had reached before it was stopped. */
  readonly reached: TrustedState | undefined;
  readonly accepted: ReadonlyMap<number, string>;
  readonly acceptedStates: ReadonlyMap<number, string>;
}

/** A network, and the checkpoint that it begins with. */
type NetworkOfCheckpoint = Pick<ServedNetwork, 'network' | 'checkpoint'>;

const FOLDER_MODE = 0o700;
/** A new state comes with each block. */
const MIN_WRITE_INTERVAL_MS = 60_000;
/** A walk has several steps a second. */
const MIN_WALK_INTERVAL_MS = 5000;
/** The clocks of miners may be off by so much. */
const MAX_CLOCK_LAG_S = 2 * 60 * 60;

/** Keeps the newest verified state of a network, and its forks, in the folder of the state. */
export class StoredNetwork {
  readonly #stateFile: string;
  readonly #forksFile: string;
  readonly #state: StateFile;
  readonly #walk: WalkFile;
  readonly #forks: ForkFile;
  readonly #served: NetworkOfCheckpoint;
  readonly #log: Logger;
  /** Hashes that are accepted after forks, written with each state. */
  #accepted: ForkRecord | undefined;
  #newest: ProvenState | undefined;
  #writtenAt = -Infinity;
  #walkedAt = -Infinity;
  #writing: Promise<void> = Promise.resolve();

  private constructor(served: NetworkOfCheckpoint, folder: string, log: Logger) {
    const { network, checkpoint } = served;
    // Local networks have the same name and other blocks.
    const id = createHash('sha256').update(checkpoint.hash).digest('hex').slice(0, 8);
    const name =
      network.name === 'regtest' || network.name === 'devnet' ? `${network.name}-${id}` : network.name;
    this.#stateFile = join(folder, `${name}.state`);
    this.#forksFile = join(folder, `${name}.forks.json`);
    this.#state = new StateFile(this.#stateFile, checkpoint);
    this.#walk = new WalkFile(join(folder, `${name}.walk.json`), checkpoint);
    this.#forks = new ForkFile(this.#forksFile);
    this.#served = served;
    this.#log = log;
  }

  /** Opens the files of a network below a folder, which is made. @throws errors of the file system */
  static async open(
    served: NetworkOfCheckpoint,
    stateDirectory: string,
    log: Logger,
  ): Promise<StoredNetwork> {
    const folder = join(stateDirectory, 'networks');
    makeFolder(folder, FOLDER_MODE);
    return new StoredNetwork(served, folder, log);
  }

  /**
   * Returns the start: the stored state where it verifies, else the checkpoint, with the reason in the log.
   * @throws {CommandError} (rejects) while a fork is undecided, and for an accepted hash that is of none; {FileError} for a file that cannot be read
   * @throws {VerificationError} (rejects) `old-checkpoint`
   */
  async begin({
    acceptFork,
    maxAgeDays,
  }: {
    readonly acceptFork: string | undefined;
    readonly maxAgeDays: number;
  }): Promise<NetworkStart> {
    if (acceptFork !== undefined) await this.#accept(acceptFork);
    const decided = await this.#readForks();
    const { open, blocks: accepted, states: acceptedStates } = decided;
    this.#accepted = decided;
    const [fork] = open;
    if (fork !== undefined) throw new CommandError(undecided(fork));
    const stored = await this.#readState(decided);
    const { checkpoint } = this.#served;
    const proven = stored.from === 'state' ? stored.proven : undefined;
    if (stored.from === 'checkpoint')
      this.#log.info(
        { reason: stored.reason, height: checkpoint.height },
        'network begins with its checkpoint',
      );
    const start = proven?.state ?? checkpoint;
    if (isShort(start))
      this.#log.info(
        { height: start.height, requests: requestsFor(start) },
        'network reads the quorums of its checkpoint from the blocks before it',
      );
    else this.requireYoung(start, maxAgeDays);
    const reached = proven === undefined ? await this.#walk.read() : undefined;
    if (reached !== undefined)
      this.#log.info({ height: reached.height }, 'network goes on with the walk that was stopped');
    return { start, proven, reached, accepted, acceptedStates };
  }

  /** Checks the age of a start by the clock, and warns of an old one. @throws {VerificationError} `old-checkpoint` */
  requireYoung(start: Pick<TrustedState, 'height' | 'time'>, maxAgeDays: number): void {
    const now = Math.floor(Date.now() / 1000);
    if (now + MAX_CLOCK_LAG_S < start.time)
      this.#log.warn(
        { blockTime: new Date(start.time * 1000).toISOString() },
        'the clock of this machine is behind the time of a verified block: correct it',
      );
    // The clock of a local network is controlled.
    if (this.#served.network.name === 'regtest') return;
    requireAge(start, now, maxAgeDays);
    const days = ageDays(start, now);
    if (days > DEFAULT_MAX_CHECKPOINT_AGE_DAYS)
      this.#log.warn(
        { days },
        'the checkpoint is older than 365 days: keys of its quorums may have been sold since',
      );
  }

  /** Returns listeners of a light client: they log and store what it verifies. @param whose names who is asked in the log */
  listeners(whose: 'nodes' | 'peers') {
    const warn = repeatedWarning(this.#log);
    return {
      walked: (height: number, state: TrustedState): void => {
        this.#log.info({ height }, 'walked towards the tip');
        this.#walked(state);
      },
      proven: (proven: ProvenState): void => this.#proven(proven),
      forked: (fork: Fork): void => this.#forked(fork),
      failed: (what: string, error: unknown): void =>
        warn(`${whose} gave nothing that verifies`, what, {
          what,
          reason: error instanceof Error ? error.message : String(error),
        }),
    };
  }

  /** Stores a state, once a minute at most. */
  #proven(proven: ProvenState): void {
    this.#newest = proven;
    if (performance.now() - this.#writtenAt < MIN_WRITE_INTERVAL_MS) return;
    void this.#write();
  }

  /** Stores how far the walk has come, some seconds apart. */
  #walked(state: TrustedState): void {
    if (performance.now() - this.#walkedAt < MIN_WALK_INTERVAL_MS) return;
    this.#walkedAt = performance.now();
    this.#writing = this.#writing
      .then(async () => this.#walk.write(state))
      .catch((error: unknown) => this.#log.error({ err: error }, 'walk not stored'));
  }

  /** Stores a fork, which the next start asks about. */
  #forked(fork: Fork): void {
    this.#log.fatal({ of: fork.of, height: fork.height, hashes: fork.hashes }, undecided(fork));
    this.#writing = this.#writing
      .then(async () => this.#forks.add(fork))
      .catch((error: unknown) => this.#log.error({ err: error }, 'fork not stored'));
  }

  /** Stores the newest state, and waits until it is written. */
  async close(): Promise<void> {
    await this.#write();
  }

  async #write(): Promise<void> {
    this.#writing = this.#writing.then(async () => this.#writeNewest());
    await this.#writing;
  }

  async #writeNewest(): Promise<void> {
    const proven = this.#newest;
    if (proven === undefined) return;
    this.#newest = undefined;
    this.#writtenAt = performance.now();
    try {
      await this.#state.write(proven, this.#accepted);
    } catch (error) {
      this.#log.error({ err: error }, 'verified state not stored');
    }
  }

  async #readState(decided: ForkRecord): Promise<StoredStart> {
    return withFile(this.#stateFile, async () => this.#state.read(decided));
  }

  async #readForks(): Promise<ForkRecord> {
    return withFile(this.#forksFile, async () => this.#forks.read());
  }

  async #accept(hash: string): Promise<void> {
    const before = await this.#readForks();
    // The setting may stay in a file.
    if ([...before.blocks.values(), ...before.states.values()].includes(hash)) return;
    // Before the decision is stored: a stop between leaves the fork open, and no state of the other branch.
    const fork = await this.#forks.accept(hash, async (found, accepted) => {
      const isFollowed = found.hashes[0] === hash;
      // A walk may have gone on along either.
      if (found.of === 'block') await this.#walk.remove();
      const stored = await this.#readState(before);
      // The state follows the other block, or is below both.
      if (stored.from === 'checkpoint' || (found.of === 'block' && !isFollowed)) return this.#state.remove();
      const { platform, ...proven } = stored.proven;
      return this.#state.write({ ...proven, ...(isFollowed && { platform }) }, accepted);
    });
    if (fork === undefined)
      throw new CommandError(`accept-fork: ${hash} is no hash of a fork that stopped this gateway`);
    this.#log.warn({ of: fork.of, height: fork.height, hash }, 'fork accepted');
  }
}

function undecided(fork: StoredFork): string {
  const [followed, other] = fork.hashes;
  return `${describeFork(fork)}: nothing is served until you decide. Find out which one the network follows, then start with --accept-fork ${followed} or --accept-fork ${other}`;
}
