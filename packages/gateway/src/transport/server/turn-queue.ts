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
  /** True if anything happened since the last iteration of the event loop ended. */
  #isUsed = false;
  /** True if this turn goes on for an iteration in which nothing starts. */
  #isExtended = false;

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
      this.#isUsed = true;
      work();
      return;
    }
    const waiting = this.#waiting.get(owner);
    if (waiting === undefined) this.#waiting.set(owner, [work]);
    else waiting.push(work);
  }

  /** Resolves when work of an owner may start. */
  async next(owner: object): Promise<void> {
    await new Promise<void>((resolve) => {
      this.start(owner, resolve);
    });
  }

  /** Counts the time from now on, if it is not counted yet: what nobody can start later takes of a turn as well. */
  use(): void {
    if (this.#started === undefined) this.#begin();
    this.#isUsed = true;
  }

  /** Returns whether nothing more may start in this turn. */
  isOver(): boolean {
    this.use();
    return !this.#mayContinue();
  }

  /** Adds time to this turn that is taken later, in milliseconds: what Node does at the end of it. */
  owe(milliseconds: number): void {
    this.#began -= milliseconds;
  }

  /** Returns whether a work may start in this turn, and counts it. */
  #mayStart(): boolean {
    if (this.#started === undefined) this.#begin();
    else if (!this.#mayContinue()) return false;
    this.#started = (this.#started ?? 0) + 1;
    return true;
  }

  #begin(): void {
    this.#started = 0;
    this.#began = this.#now();
    setImmediate(() => this.#nextTurn());
  }

  #mayContinue(): boolean {
    return (this.#started ?? 0) < this.#maxWorks && this.#now() - this.#began < this.#maxMilliseconds;
  }

  #nextTurn(): void {
    // What used up a turn may have done so in this iteration of the loop: the timers of others are due before the next turn.
    this.#isExtended = !this.#isExtended && this.#isUsed && !this.#mayContinue();
    this.#isUsed = false;
    if (this.#isExtended) {
      setImmediate(() => this.#nextTurn());
      return;
    }
    this.#started = undefined;
    this.#startWaiting();
  }

  #startWaiting(): void {
    const [next] = this.#waiting;
    if (next === undefined || !this.#mayStart()) return;
    this.#startFirst(...next);
    // What follows from the work belongs to its time: the ticks that it begins, and all promises behind them.
    process.nextTick(() => queueMicrotask(() => process.nextTick(() => this.#startWaiting())));
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
