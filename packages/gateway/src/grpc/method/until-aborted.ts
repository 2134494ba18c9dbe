import type { Eventually } from '@dapikit/chain';

/** Waits for a result that others may wait for as well. @throws the reason of the signal */
export async function untilAborted<T>(pending: Eventually<T>, signal: AbortSignal): Promise<T> {
  if (!(pending instanceof Promise)) return pending;
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    // The handlers come first: a result that fails after the call was given up has them too.
    void pending.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

/** Yields each result, until the signal is aborted, also where the next one waits for something that goes on. @throws the reason of the signal */
export async function* eachUntilAborted<T>(results: AsyncIterable<T>, signal: AbortSignal): AsyncIterable<T> {
  const iterator = results[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await untilAborted(iterator.next(), signal);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // It ends when what it waits for does.
    void iterator.return?.().catch(doNothing);
  }
}

function doNothing(): void {}
