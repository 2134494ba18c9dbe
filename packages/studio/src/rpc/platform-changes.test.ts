import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SocketState, SubscriptionRequest } from './socket.js';

/** A page without a browser: whether it is shown. */
const page = Object.assign(new EventTarget(), { hidden: false });
vi.stubGlobal('document', page);
vi.stubGlobal('location', { origin: 'http://127.0.0.1:1' });
const { PlatformChanges } = await import('./platform-changes.js');

/** A connection whose events a test makes. */
class TestSocket {
  readonly requests = new Set<SubscriptionRequest>();
  readonly #watchers = new Set<(state: SocketState) => void>();

  subscribe(request: SubscriptionRequest): () => void {
    this.requests.add(request);
    return () => this.requests.delete(request);
  }

  watch(watcher: (state: SocketState) => void): () => void {
    this.#watchers.add(watcher);
    watcher('connecting');
    return () => this.#watchers.delete(watcher);
  }

  become(state: SocketState): void {
    for (const watcher of this.#watchers) watcher(state);
  }

  notify(): void {
    for (const { onEvent } of this.requests) onEvent({ event: 'block' });
  }
}

const TIMES = { withoutFeed: 1000, besideFeed: 30_000 };
const open = () => {
  const connection = new TestSocket();
  const read = vi.fn<() => Promise<void>>(async () => Promise.resolve());
  const end = new PlatformChanges(connection).follow(read, TIMES);
  return { connection, read, end };
};
const waiting = async () => new Promise<void>((resolve) => setTimeout(resolve, 5000));
const passing = async (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  page.hidden = false;
});
afterEach(() => vi.useRealTimers());

it('reads at the beginning, when the server notifies, and rarely beside', async () => {
  const { connection, read, end } = open();
  connection.become('live');
  await passing(300);
  read.mockClear();
  await passing(10_000);
  expect(read).toHaveBeenCalledTimes(0);
  for (let at = 0; at < 5; at += 1) connection.notify();
  await passing(300);
  expect(read).toHaveBeenCalledTimes(1);
  await passing(31_000);
  expect(read).toHaveBeenCalledTimes(2);
  end();
  expect(connection.requests.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

it('polls where the server has no feed, and while the connection is lost', async () => {
  const { connection, read } = open();
  connection.become('live');
  await passing(300);
  for (const { onRejected } of connection.requests) onRejected?.(new Error('no-feed'));
  read.mockClear();
  await passing(5000);
  expect(read).toHaveBeenCalledTimes(5);
  connection.become('lost');
  read.mockClear();
  await passing(3000);
  expect(read).toHaveBeenCalledTimes(3);
});

it('reads a hidden page when it is shown again', async () => {
  const { connection, read } = open();
  connection.become('live');
  await passing(300);
  read.mockClear();
  page.hidden = true;
  connection.notify();
  await passing(60_000);
  expect(read).toHaveBeenCalledTimes(0);
  page.hidden = false;
  page.dispatchEvent(new Event('visibilitychange'));
  await passing(0);
  expect(read).toHaveBeenCalledTimes(1);
});

it('does not read again before the last time has ended', async () => {
  const connection = new TestSocket();
  let isReading = false;
  const read = vi.fn<() => Promise<void>>(async () => {
    expect(isReading).toBe(false);
    isReading = true;
    await waiting();
    isReading = false;
  });
  const end = new PlatformChanges(connection).follow(read, TIMES);
  await passing(20_000);
  expect(read.mock.calls.length).toBeGreaterThan(2);
  end();
});
