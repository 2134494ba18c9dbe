import { ControlRejectedError } from './control-rejected-error.js';

/** Lists the mining modes: on each transaction, at an interval in milliseconds, or only on request. */
export type MiningMode = 'on-transaction' | 'manual' | { readonly everyMilliseconds: number };

/** Node's timers have 32 bits; beyond they fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** @throws {ControlRejectedError} `invalid-mining-mode` when it is none. */
export function checkMiningMode(mode: MiningMode): void {
  if (mode === 'on-transaction' || mode === 'manual') return;
  const every: unknown = typeof mode === 'object' && mode !== null ? mode.everyMilliseconds : undefined;
  if (typeof every === 'number' && every >= 1 && every <= MAX_TIMER_MS) return;
  throw new ControlRejectedError('invalid-mining-mode', {
    expected: `on-transaction, manual, or an interval of 1 to ${MAX_TIMER_MS} milliseconds`,
    found: mode,
  });
}

/** Mines blocks when the mode says so. */
export class MiningTimer {
  readonly #mine: () => void;
  #mode: MiningMode = 'manual';
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param mine must not throw */
  constructor(mine: () => void) {
    this.#mine = mine;
  }

  /**
   * Mines by `mode` from now on. Cancels a block that was due for transactions; does not restart an unchanged interval.
   */
  follow(mode: MiningMode): void {
    const goesOn = typeof mode === 'object' && mode === this.#mode;
    if (goesOn || this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#mode = mode;
    if (typeof mode !== 'object') return;
    this.#timer = setInterval(this.#mine, mode.everyMilliseconds);
    this.#timer.unref();
  }

  /** Mines one block for all transactions that arrive in the same turn of the event loop. */
  transactionArrived(): void {
    if (this.#mode !== 'on-transaction' || this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#mine();
    }, 0);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }
}
