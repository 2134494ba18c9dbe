/** Limits the work that starts in a turn of the event loop. */
export interface TurnLimits {
  /** Maximum number of works that start; without a limit when left out. */
  readonly maxWorks?: number;
  /** Maximum time that works took when another one starts, in milliseconds; without a limit when left out. */
  readonly maxMilliseconds?: number;
  /** Returns the time of a clock in milliseconds. */
  readonly now?: () => number;
}

/**
 * Starts work, at most so much in a turn of the event loop. The rest waits: owners take turns, and that of one owner starts in order. One work
 * starts in each turn, however long it takes.
 */
export class TurnQueue {
  readonly #maxWorks: number;
  readonly #maxMilliseconds: number;
  readonly #now: () => number;
  /** Waiting works by owner, in the order in which they start next. */
  readonly #waiting = new Map<object, (() => void)[]>();
  /** The works that started in this turn; `undefined` before the first one. */
  #started: number | undefined;
  #began = 0;

  constructor({
    maxWorks = Infinity,
    maxMilliseconds = Infinity,
    now = () => performance.now(),
  }: TurnLimits) {
    this.#maxWorks = maxWorks;
    this.#maxMilliseconds = maxMilliseconds;
    this.#now = now;
  }

  /** Starts work at once, or in a later turn where much was started in this one. */
  start(owner: object, work: () => void): void {
    // What comes waits behind those that wait already.
    if (this.#waiting.size === 0 && this.#mayStart()) {
      work();
      return;
    }
    const waiting = this.#waiting.get(owner);
    if (waiting === undefined) this.#waiting.set(owner, [work]);
    else waiting.push(work);
  }

  /** Adds time to this turn that is taken later, in milliseconds: what Node does at the end of it. */
  owe(milliseconds: number): void {
    this.#began -= milliseconds;
  }

  /** Returns whether a work may start in this turn, and counts it. */
  #mayStart(): boolean {
    if (this.#started === undefined) {
      this.#started = 1;
      this.#began = this.#now();
      setImmediate(() => this.#nextTurn());
      return true;
    }
    if (this.#started >= this.#maxWorks || this.#now() - this.#began >= this.#maxMilliseconds) return false;
    this.#started += 1;
    return true;
  }

  #nextTurn(): void {
    this.#started = undefined;
    this.#startWaiting();
  }

  #startWaiting(): void {
    const [next] = this.#waiting;
    if (next === undefined || !this.#mayStart()) return;
    this.#startFirst(...next);
    // What follows from the work belongs to its time.
    process.nextTick(() => queueMicrotask(() => this.#startWaiting()));
  }

  #startFirst(owner: object, waiting: (() => void)[]): void {
    const work = waiting.shift();
    this.#waiting.delete(owner);
    if (waiting.length > 0) this.#waiting.set(owner, waiting);
    work?.();
  }
}

/** Maximum time that works of strangers took in a turn of the event loop when another one starts, in milliseconds. */
const MAX_TURN_MS = 8;

/** Returns the queue of what strangers cause. */
export const strangersTurns = (): TurnQueue => new TurnQueue({ maxMilliseconds: MAX_TURN_MS });
