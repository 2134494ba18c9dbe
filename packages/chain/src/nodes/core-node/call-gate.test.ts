import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { NodeUnavailableError } from '../../layer1/node-unavailable-error.js';
import { CancellationToken } from './cancellation-token.js';
import { CallGate } from './call-gate.js';

const never = new CancellationToken();

function held(): { work: () => Promise<void>; started: () => number; letGo: () => void } {
  const waiting: (() => void)[] = [];
  let started = 0;
  return {
    work: () => {
      started += 1;
      return new Promise((resolve) => void waiting.push(resolve));
    },
    started: () => started,
    letGo: () => waiting.shift()?.(),
  };
}

describe('CallGate', () => {
  it('runs a limited number of calls at once and the others in order', async () => {
    const gate = new CallGate(2, 10);
    const order: number[] = [];
    let atOnce = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        gate.run(async () => {
          atOnce += 1;
          most = Math.max(most, atOnce);
          order.push(index);
          await Promise.resolve();
          atOnce -= 1;
        }, never),
      ),
    );
    expect(most).toBe(2);
    expect(order).toEqual([...order].toSorted((a, b) => a - b));
    await turn();
    expect([gate.inFlight, gate.queued]).toEqual([0, 0]);
  });

  it('rejects at once when its queue is full', async () => {
    const gate = new CallGate(1, 1);
    const { work, letGo } = held();
    const calls = [gate.run(work, never), gate.run(work, never)];
    await expect(gate.run(work, never)).rejects.toMatchObject({ reason: 'busy', isTransient: true });
    letGo();
    await calls[0];
    await turn();
    letGo();
    await calls[1];
  });

  it('removes an ended call from the queue', async () => {
    const gate = new CallGate(1, 5);
    const { work, started, letGo } = held();
    const [first, leaving] = [new CancellationToken(), new CancellationToken()];
    const calls = [gate.run(work, first), gate.run(work, leaving), gate.run(work, never)];
    leaving.cancel(new NodeUnavailableError('too late', 'timeout'));
    await expect(calls[1]).rejects.toMatchObject({ reason: 'busy', mayHaveReached: false });
    expect(gate.queued).toBe(1);
    letGo();
    await calls[0];
    await turn();
    letGo();
    await calls[2];
    expect(started()).toBe(2);
    expect([gate.inFlight, gate.queued]).toEqual([0, 0]);
  });

  it('stays open after a failed call', async () => {
    const gate = new CallGate(1, 5);
    const failing = gate.run(() => Promise.reject(new Error('no')), never);
    const next = gate.run(() => Promise.resolve('yes'), never);
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });
});
