import { onTestFinished, expect, it, vi } from 'vitest';
import { NodeUnavailableError } from '../../layer1/node-unavailable-error.js';
import { CallDeadline, callerOf } from './call-deadline.js';

function deadline(milliseconds: number, caller?: AbortSignal | CallDeadline): CallDeadline {
  const made = new CallDeadline(milliseconds, caller);
  onTestFinished(() => made.dispose());
  return made;
}

it('CallDeadline ends once when its time is over', async () => {
  const told = vi.fn<() => void>();
  const call = deadline(1);
  call.once('abort', told);
  expect(() => call.throwIfAborted()).not.toThrow();
  await expect.poll(() => call.aborted).toBe(true);
  expect(call.reason).toMatchObject({ reason: 'timeout' });
  expect(() => call.throwIfAborted()).toThrow('no answer in 1 ms');
  expect(told).toHaveBeenCalledTimes(1);
});

it.each([
  [
    'an AbortSignal',
    (): [AbortSignal, () => void] => {
      const controller = new AbortController();
      return [controller.signal, () => controller.abort()];
    },
  ],
  [
    'another',
    (): [CallDeadline, () => void] => {
      const caller = deadline(60_000);
      return [caller, () => caller.cancel(new NodeUnavailableError('closed', 'closed'))];
    },
  ],
])('CallDeadline ends with its caller, %s', (_, callers) => {
  const [caller, leave] = callers();
  const [staying, through] = [deadline(60_000, caller), deadline(60_000, caller)];
  through.dispose();
  leave();
  expect(staying.reason).toMatchObject({ reason: 'cancelled' });
  expect(through.aborted).toBe(false);
  expect(deadline(60_000, caller).reason).toMatchObject({ reason: 'cancelled' });
});

it('CallDeadline provides an AbortSignal before and after its end', () => {
  const [early, late] = [deadline(60_000), deadline(60_000)];
  const { signal } = early;
  const reason = new NodeUnavailableError('closed', 'closed');
  for (const call of [early, late]) call.cancel(reason);
  for (const one of [signal, late.signal]) {
    expect(one.aborted).toBe(true);
    expect(one.reason).toBe(reason);
  }
  expect(early.signal).toBe(signal);
});

it('CallDeadline is the caller of calls made with it as options', () => {
  const call = deadline(60_000);
  const { signal } = new AbortController();
  expect([callerOf(call), callerOf({ signal }), callerOf({}), callerOf(undefined)]).toEqual([
    call,
    signal,
    undefined,
    undefined,
  ]);
});
