import { NodeRejectionError } from '@dapikit/chain';
import { expect, it } from 'vitest';
import { inTime } from './time-limit.js';

const never = (): Promise<string> => new Promise(() => undefined);

it('inTime returns the result or the error of work that ends in time', async () => {
  expect(await inTime(1000, undefined, () => 'now')).toBe('now');
  expect(await inTime(1000, undefined, async () => 'later')).toBe('later');
  const rejection = new NodeRejectionError(-8, 'no');
  await expect(inTime(1000, undefined, () => Promise.reject(rejection))).rejects.toBe(rejection);
  const throwing = (): string => {
    throw rejection;
  };
  await expect(inTime(1000, undefined, throwing)).rejects.toBe(rejection);
});

it('inTime rejects with a timeout when work ignores its signal, and aborts the signal', async () => {
  let signal: AbortSignal | undefined;
  const asked = inTime(5, undefined, (own) => {
    signal = own;
    return never();
  });
  await expect(asked).rejects.toMatchObject({ name: 'NodeUnavailableError', reason: 'timeout' });
  expect(signal?.aborted).toBe(true);
});

it('inTime rejects when its caller aborts', async () => {
  const caller = new AbortController();
  const asked = inTime(1000, caller.signal, never);
  caller.abort();
  await expect(asked).rejects.toMatchObject({ reason: 'cancelled' });
  let isAsked = false;
  await expect(
    inTime(1000, caller.signal, () => {
      isAsked = true;
      return 'too late';
    }),
  ).rejects.toMatchObject({ reason: 'cancelled' });
  expect(isAsked).toBe(false);
});
