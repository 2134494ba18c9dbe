// Has a process of its own: it replaces modules or globals.
import { beforeEach, expect, it, vi } from 'vitest';
import { addActivity, loadActivity } from './activity.js';
import { recordSession } from './platform-session.js';

const TEXT = { done: 'Alice did it', attempted: 'Alice tried to do it' };

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  return () => vi.unstubAllGlobals();
});

it('the activity stores actions with their outcomes, newest first', () => {
  addActivity(TEXT, { fee: '12345678901234567890', block: { height: 7 } });
  addActivity(TEXT, { fee: 5 }, 'rejected');
  addActivity(TEXT, {}, 'no response');
  expect(loadActivity()).toEqual([
    { number: 3, text: 'Alice tried to do it', outcome: 'no response' },
    { number: 2, text: 'Alice tried to do it', fee: 5n, outcome: 'rejected' },
    { number: 1, text: 'Alice did it', fee: 12345678901234567890n, height: 7, outcome: 'done' },
  ]);
});

it.each([
  ['has more blocks', { genesisTime: 1, height: 8 }, true, 1],
  ['was reverted by this page', { genesisTime: 1, height: 2 }, false, 1],
  ['was restarted', { genesisTime: 1, height: 2 }, true, 0],
  ['has another genesis time', { genesisTime: 2, height: 8 }, true, 0],
])('the activity is kept or deleted when the platform %s', (_, status, isFirst, count) => {
  recordSession({ genesisTime: 1, height: 7 }, { isFirst: true });
  addActivity(TEXT, {});
  expect(recordSession(status, { isFirst })).toBe(count === 1);
  expect(loadActivity()).toHaveLength(count);
});
