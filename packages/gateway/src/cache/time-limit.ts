import { NodeUnavailableError, type Eventually } from '@dapikit/chain';

/**
 * Returns what `send` resolves to, in `milliseconds` at most. Its signal is aborted when the time is over or the caller's is; no work that
 * ignores that delays its caller.
 *
 * Rejects with `NodeUnavailableError` for the reason `timeout` or `cancelled`.
 */
export async function inTime<T>(
  milliseconds: number,
  caller: AbortSignal | undefined,
  send: (signal: AbortSignal) => Eventually<T>,
): Promise<T> {
  const controller = new AbortController();
  let cancel: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<never>((_, reject) => {
    const end = (reason: NodeUnavailableError): void => {
      reject(reason);
      controller.abort(reason);
    };
    cancel = () => end(cancelled());
    timer = setTimeout(
      () => end(new NodeUnavailableError(`no answer in ${milliseconds} ms`, 'timeout')),
      milliseconds,
    );
    caller?.addEventListener('abort', cancel, { once: true });
    if (caller?.aborted) cancel();
  });
  try {
    // Nothing is sent for a caller who is gone.
    return await (controller.signal.aborted ? ended : Promise.race([ended, send(controller.signal)]));
  } finally {
    clearTimeout(timer);
    if (cancel) caller?.removeEventListener('abort', cancel);
  }
}

/** Returns the error of a call that its caller cancelled. */
export function cancelled(): NodeUnavailableError {
  return new NodeUnavailableError('the call was cancelled', 'cancelled');
}
