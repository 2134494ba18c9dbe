import type { Clock } from '../src/peers/clock.js';

/** A clock that moves only when nothing else can happen. */
export class VirtualClock implements Clock {
  #now = 0;
  #count = 0;
  readonly #timers = new Map<number, { readonly at: number; readonly call: () => void }>();

  readonly now = (): number => this.#now;

  readonly after = (milliseconds: number, call: () => void): (() => void) => {
    const id = (this.#count += 1);
    this.#timers.set(id, { at: this.#now + Math.max(0, milliseconds), call });
    return () => void this.#timers.delete(id);
  };

  /** Waits on this clock. */
  async sleep(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => void this.after(milliseconds, resolve));
  }

  /** Moves the clock until a promise is settled, and returns it. */
  async run<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const settle = (): void => void (isSettled = true);
    promise.then(settle, settle);
    for (let step = 0; step < MAX_STEPS; step += 1) {
      await flushed();
      if (isSettled) return promise;
      if (!this.#step()) throw new Error('nothing is left to wait for');
    }
    throw new Error(`not settled after ${this.#now} ms`);
  }

  /** Moves the clock by a time. */
  async advance(milliseconds: number): Promise<void> {
    await this.run(this.sleep(milliseconds));
  }

  #step(): boolean {
    let first: [id: number, at: number] | undefined;
    for (const [id, { at }] of this.#timers) if (first === undefined || at < first[1]) first = [id, at];
    if (first === undefined) return false;
    const timer = this.#timers.get(first[0]);
    this.#timers.delete(first[0]);
    this.#now = Math.max(this.#now, first[1]);
    timer?.call();
    return true;
  }
}

const TURNS = 60;
const MAX_STEPS = 100_000;

async function flushed(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await Promise.resolve();
}
