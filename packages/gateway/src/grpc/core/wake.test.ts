import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { Wake } from './wake.js';

it('Wake leaves one listener on its signal, however often it waits', async () => {
  const { signal } = new AbortController();
  const wake = new Wake();
  for (let turn = 0; turn < 3; turn += 1) {
    const waiting = wake.wait(signal);
    expect(getEventListeners(signal, 'abort').length).toBe(1);
    wake.notify();
    await waiting;
    expect(getEventListeners(signal, 'abort').length).toBe(1);
  }
});

it('Wake rejects when its signal is aborted', async () => {
  const control = new AbortController();
  const waiting = new Wake().wait(control.signal);
  control.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
});
