/**
 * Describes a value, or the promise of one: what is known already need not wait for a turn of the event loop. `await`
 * takes both.
 */
export type Eventually<T> = T | Promise<T>;
