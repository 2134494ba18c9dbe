import type { Eventually } from '@dapikit/chain';

type AbortListener = (reason: unknown) => void;

const listeners = new WeakMap<AbortSignal, Set<AbortListener>>();

/**
 * Calls a listener with the reason when a signal is aborted, or at once if it already is. All listeners of a signal share one of its
 * events, which cost more than the rest of a wait.
 * @returns a function that removes it
 */
export function whenAborted(signal: AbortSignal, listener: AbortListener): () => void {
  if (signal.aborted) {
    listener(signal.reason);
    return doNothing;
  }
  const all = listeners.get(signal) ?? listenTo(signal);
  all.add(listener);
  return () => void all.delete(listener);
}

function listenTo(signal: AbortSignal): Set<AbortListener> {
  const all = new Set<AbortListener>();
  listeners.set(signal, all);
  signal.addEventListener(
    'abort',
    () => {
      for (const listener of all) listener(signal.reason);
      all.clear();
    },
    { once: true },
  );
  return all;
}

/** Waits for a result that others may wait for as well. @throws the reason of the signal */
export async function untilAborted<T>(pending: Eventually<T>, signal: AbortSignal): Promise<T> {
  if (!(pending instanceof Promise)) return pending;
  let stop = doNothing;
  const aborted = new Promise<never>((_, reject) => {
    stop = whenAborted(signal, reject);
  });
  try {
    return await Promise.race([pending, aborted]);
  } finally {
    stop();
  }
}

function doNothing(): void {}
