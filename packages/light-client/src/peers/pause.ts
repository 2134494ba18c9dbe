import type { Clock } from './clock.js';

/** Waits. @throws (rejects) the reason of the signal */
export async function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds <= 0) return;
  await new Promise<void>((resolve, reject) => {
    const cancel = clock.after(milliseconds, () => {
      signal.removeEventListener('abort', leave);
      resolve();
    });
    const leave = (): void => {
      cancel();
      reject(errorOf(signal.reason));
    };
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
  });
}

/** Lets other work run: resolves in another turn of the event loop. */
export async function nextTurn(clock: Clock): Promise<void> {
  await new Promise<void>((resolve) => void clock.after(0, resolve));
}

/** Returns the reason of a signal as an error. */
export function errorOf(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason });
}
