import type { Checkpoint } from '../checkpoint/checkpoint.js';
import { isShort } from '../checkpoint/short-checkpoint.js';
import { PeerError, PeersUnavailableError } from '../peers/peer-error.js';
import type { ProvenState } from '../state/verified-state.js';
import type { TrustedState } from '../walk/walk.js';
import { compareCheckpoint, compareWithSigned } from './compare-checkpoint.js';
import { completeCheckpoint } from './complete-checkpoint.js';
import { isOnWay, walkToTip, type StartParts } from './first-start.js';
import { jumpToTip } from './jump-to-tip.js';

/** Describes where the first way begins. */
export interface FirstWayParts extends Omit<StartParts, 'compare'> {
  readonly start: Checkpoint;
  /** The state that an earlier walk from the start reached, after it was compared. */
  readonly reached?: TrustedState | undefined;
  /** Called with a start whose quorums were read, and the number of requests; throws for one that may not be used. */
  readonly completed: (start: TrustedState, requests: number) => void;
}

/** Leads from a checkpoint to a list near the tip. After a failure it goes on where it was. */
export class FirstWay {
  readonly #parts: FirstWayParts;
  #checkpoint: Checkpoint;
  #reached: TrustedState | undefined;
  #way: [TrustedState, ...TrustedState[]];
  /** The checkpoint is of the chain that its quorums signed. */
  #isCompared = false;
  #failures = 0;

  constructor(parts: FirstWayParts) {
    this.#parts = parts;
    this.#checkpoint = parts.start;
    this.#reached = parts.reached;
    this.#way = [parts.start];
  }

  /**
   * Walks and jumps to the tip. Nothing above the checkpoint counts before the chain of its quorums is known to have it.
   * @throws {PeersUnavailableError} (rejects), {PeerError} where peers do not lead further now; {ForkError}; {VerificationError} `wrong-checkpoint`
   */
  async reachTip(): Promise<ProvenState> {
    await this.#goOn();
    if (isShort(this.#checkpoint) && !this.#isCompared) await this.#complete();
    const parts = {
      ...this.#parts,
      compare: async (state: TrustedState) => this.#compare(state),
    };
    try {
      const proven = await jumpToTip(await walkToTip(this.#way, parts), parts);
      await this.#compare(proven.state);
      return proven;
    } catch (error) {
      const isOfPeers = error instanceof PeersUnavailableError || error instanceof PeerError;
      if (isOfPeers && !this.#isCompared) await this.#lookForContradiction();
      throw error;
    }
  }

  /** Goes on from the state of an earlier walk, where peers have its block. */
  async #goOn(): Promise<void> {
    if (this.#reached === undefined) return;
    if (await isOnWay(this.#reached, this.#parts)) {
      this.#way = [this.#reached];
      this.#isCompared = true;
    }
    this.#reached = undefined;
  }

  /** Reads the quorums of a checkpoint of which only the block is trusted. */
  async #complete(): Promise<void> {
    const { state, requests } = await completeCheckpoint(this.#checkpoint, this.#parts);
    this.#parts.completed(state, requests);
    this.#checkpoint = state;
    this.#way = [state];
  }

  async #compare(above: TrustedState): Promise<void> {
    if (!this.#isCompared) await compareCheckpoint(this.#checkpoint, above, this.#parts);
    this.#isCompared = true;
  }

  /** Says whether the checkpoint is why no peer leads on from it: after the first failure, and each time after twice as many. */
  async #lookForContradiction(): Promise<void> {
    this.#failures += 1;
    if (!Number.isInteger(Math.log2(this.#failures))) return;
    try {
      await compareWithSigned(this.#checkpoint, this.#parts);
    } catch (error) {
      if (!(error instanceof PeersUnavailableError || error instanceof PeerError)) throw error;
    }
  }
}
