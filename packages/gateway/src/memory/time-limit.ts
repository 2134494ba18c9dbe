import { NodeUnavailable, type Eventually } from '@dapikit/chain';

/**
 * What `ask` gives, in `milliseconds` at most. Its signal is aborted when the time is over or the caller's is; no work that
 * ignores that holds up its caller.
 *
 * Rejects with `NodeUnavailable` for the reason `timeout` or `cancelled`.
 */
export async function inTime<T>(
  milliseconds: number,
  caller: AbortSignal | undefined,
  ask: (signal: AbortSignal) => Eventually<T>,
): Promise<T> {
  const controller = new AbortController();
  let cancel: (() => void) | undefined;
  let timer: NodeJS.Timeout | undefined;
  const ended = new Promise<never>((_, reject) => {
    const end = (reason: NodeUnavailable): void => {
      reject(reason);
      controller.abort(reason);
    };
    cancel = () => end(cancelled());
    timer = setTimeout(
      () => end(new NodeUnavailable(`no answer in ${milliseconds} ms`, 'timeout')),
      milliseconds,
    );
    caller?.addEventListener('abort', cancel, { once: true });
    if (caller?.aborted) cancel();
  });
  try {
    // Nothing is sent for a caller who is gone.
    return await (controller.signal.aborted ? ended : Promise.race([ended, ask(controller.signal)]));
  } finally {
    clearTimeout(timer);
    if (cancel) caller?.removeEventListener('abort', cancel);
  }
}

/** What a caller gets that no longer wants its answer. */
export function cancelled(): NodeUnavailable {
  return new NodeUnavailable('the call was cancelled', 'cancelled');
}
