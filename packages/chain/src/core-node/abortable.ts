import type { CallEnd } from './call-end.js';

/** Settles as `promise` does, or rejects with the reason once the signal is aborted, even if the work ignores the signal. */
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
