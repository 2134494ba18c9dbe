/** Measures time. Programs give one, so that tests control it. */
export interface Clock {
  /** Returns milliseconds since any moment; never goes back. */
  readonly now: () => number;
  /** Calls back after so many milliseconds, unless the returned function is called before. */
  readonly after: (milliseconds: number, call: () => void) => () => void;
}

/** Measures the time of the machine. */
export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};
