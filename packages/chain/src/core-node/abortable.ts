import type { CallEnd } from './call-end.js';

/** What `promise` gives, or the reason of the end once it has come: no work that ignores it holds up its caller. */
export function abortable<T>(promise: Promise<T>, end: CallEnd): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(end.reason);
    end.once('abort', abort);
    if (end.aborted) abort();
    const settle = <V>(how: (value: V) => void, value: V): void => {
      end.off('abort', abort);
      how(value);
    };
    promise.then(
      (value) => settle(resolve, value),
      (error: unknown) => settle(reject, error),
    );
  });
}
