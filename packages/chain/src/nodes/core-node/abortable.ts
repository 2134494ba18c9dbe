import type { CancellationToken } from './cancellation-token.js';

/** Settles as `promise` does, or rejects with the reason of the token once it is cancelled, even if the work ignores the token. */
export function abortable<T>(promise: Promise<T>, token: CancellationToken): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(token.reason);
    token.once('abort', abort);
    if (token.aborted) abort();
    const settle = <V>(how: (value: V) => void, value: V): void => {
      token.off('abort', abort);
      how(value);
    };
    promise.then(
      (value) => settle(resolve, value),
      (error: unknown) => settle(reject, error),
    );
  });
}
