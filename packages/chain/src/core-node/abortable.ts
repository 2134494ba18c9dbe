/** What `promise` gives, or the reason of `signal` once that is aborted: no work that ignores its signal holds up its caller. */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
  });
  if (signal.aborted) abort?.();
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (abort) signal.removeEventListener('abort', abort);
  }
}
