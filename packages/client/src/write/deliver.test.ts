import { expect, it, vi } from 'vitest';
import { ClientError } from '../error/client-error.js';
import { deliver } from './deliver.js';

type Answer = string | Error;

const LOST = new Error('connection lost');
const NONCE = new Error('rejected: nonce');
async function rejectionOf(thrown: unknown): Promise<ClientError | undefined> {
  await Promise.resolve();
  return thrown instanceof Error && thrown.message.startsWith('rejected')
    ? new ClientError(thrown.message)
    : undefined;
}

/** Answers broadcasts and waits one after another, and tells what was sent. @param state says what a read finds; nothing unless given */
function network(broadcasts: readonly Answer[], waits: readonly Answer[], state?: Answer) {
  const sent: string[] = [];
  const answers = { broadcasts: [...broadcasts], waits: [...waits] };
  const next = async (of: 'broadcasts' | 'waits'): Promise<string> => {
    const answer = answers[of].shift() ?? LOST;
    if (answer instanceof Error) throw answer;
    return Promise.resolve(answer);
  };
  return {
    sent,
    broadcastStateTransition: async (bytes: string) => {
      sent.push(bytes);
      await next('broadcasts');
    },
    waitForResponse: async () => next('waits'),
    findExecuted: async () => {
      if (state instanceof Error) throw state;
      return Promise.resolve(state);
    },
  };
}

it('returns the result of a write whose first answer was lost, although its bytes are rejected when they come again', async () => {
  const delivery = network([LOST, NONCE], [LOST, 'written']);
  expect(await deliver('bytes', delivery, rejectionOf)).toBe('written');
  expect(delivery.sent).toEqual(['bytes', 'bytes']);
});

it('throws a rejection of the first broadcast at once', async () => {
  const delivery = network([NONCE], ['another write']);
  await expect(deliver('bytes', delivery, rejectionOf)).rejects.toThrow('rejected: nonce');
  expect(delivery.sent).toHaveLength(1);
});

it('returns what was written where the first broadcast is rejected, as bytes that the SDK sent twice are', async () => {
  const delivery = network([NONCE], [], 'written');
  expect(await deliver('bytes', delivery, rejectionOf)).toBe('written');
  expect(delivery.sent).toHaveLength(1);
});

it('throws the rejection where the state cannot be read', async () => {
  await expect(deliver('bytes', network([NONCE], [], LOST), rejectionOf)).rejects.toThrow('rejected: nonce');
});

it('throws the rejection where no read of the state ends', async () => {
  vi.useFakeTimers();
  try {
    const delivery = {
      ...network([NONCE], []),
      findExecuted: async () => new Promise<string>(() => undefined),
    };
    const delivered = deliver('bytes', delivery, rejectionOf);
    await Promise.all([
      expect(delivered).rejects.toThrow('rejected: nonce'),
      vi.advanceTimersByTimeAsync(10_000),
    ]);
  } finally {
    vi.useRealTimers();
  }
});

it('returns what was written where no answer comes at all', async () => {
  expect(await deliver('bytes', network([], [], 'written'), rejectionOf)).toBe('written');
});

it('waits on for the result after a later rejection', async () => {
  const delivery = network(['sent', NONCE, NONCE], [LOST, LOST, 'written']);
  expect(await deliver('bytes', delivery, rejectionOf)).toBe('written');
});

it('says that the write may be executed where a later rejection is all that comes', async () => {
  const delivery = network([LOST, NONCE, NONCE, NONCE], []);
  const failed = deliver('bytes', delivery, rejectionOf);
  await expect(failed).rejects.toThrow(/may still be executed: rejected: nonce/);
  await expect(failed).rejects.toMatchObject({ cause: new ClientError('rejected: nonce') });
});

it('gives up after four broadcasts, and says that the write may still be executed', async () => {
  const delivery = network([], []);
  await expect(deliver('bytes', delivery, rejectionOf)).rejects.toThrow(
    /may still be executed: connection lost/,
  );
  expect(delivery.sent).toHaveLength(4);
});
