import type { Eventually } from '@dapikit/chain';

/** Applies `next` to a value: at once where it is known, else once it is. */
export function whenKnown<T, U>(value: Eventually<T>, next: (value: T) => Eventually<U>): Eventually<U> {
  // oxlint-disable-next-line promise/no-callback-in-promise -- it is the continuation, not a callback to a caller
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Returns the value of `attempt`, or what `recover` makes of the error that it throws or rejects with. */
export function recovering<T>(
  attempt: () => Eventually<T>,
  recover: (error: unknown) => Eventually<T>,
): Eventually<T> {
  try {
    const value = attempt();
    return value instanceof Promise ? value.catch(recover) : value;
  } catch (error) {
    return recover(error);
  }
}
