/**
 * Describes a value, or the promise of one: a known value need not wait for a turn of the event loop. `await`
 * takes both.
 */
export type Eventually<T> = T | Promise<T>;
