import type { Eventually } from '@dapikit/chain';

/** Waits for a result that others may wait for as well. @throws the reason of the signal */
export async function untilAborted<T>(pending: Eventually<T>, signal: AbortSignal): Promise<T> {
  if (!(pending instanceof Promise)) return pending;
  let abort = doNothing;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
  });
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([pending, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function doNothing(): void {}
