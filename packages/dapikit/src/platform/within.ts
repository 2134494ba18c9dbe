import { setTimeout as sleep } from 'node:timers/promises';

/** Returns the result of `work`. Rejects after so many milliseconds; the work is not cancelled. */
export async function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  const over = new AbortController();
  const late = async (): Promise<never> => {
    await sleep(milliseconds, undefined, { signal: over.signal });
    throw new Error(`no answer in ${milliseconds} ms`);
  };
  try {
    return await Promise.race([work, late()]);
  } finally {
    over.abort();
  }
}
