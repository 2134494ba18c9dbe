import { beforeEach, expect, it, vi } from 'vitest';
import { addDeed, keptDeeds } from './deeds.js';
import { notePlatform } from './platform-life.js';

const WORDS = { done: 'Alice did it', wanted: 'Alice wanted to do it' };

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  return () => vi.unstubAllGlobals();
});

it('keeps what was done and what was only wanted, the last first', () => {
  addDeed(WORDS, { fee: '12345678901234567890', block: { height: 7 } });
  addDeed(WORDS, { fee: 5 }, { isRefused: true });
  expect(keptDeeds()).toEqual([
    { number: 2, what: 'Alice wanted to do it', fee: 5n, isRefused: true },
    { number: 1, what: 'Alice did it', fee: 12345678901234567890n, height: 7, isRefused: false },
  ]);
});

it.each([
  ['goes on', { genesisTime: 1, height: 8 }, true, 1],
  ['went back by this page', { genesisTime: 1, height: 2 }, false, 1],
  ['was started anew', { genesisTime: 1, height: 2 }, true, 0],
  ['began at another time', { genesisTime: 2, height: 8 }, true, 0],
])('keeps or forgets it where the platform %s', (_, status, isFirst, count) => {
  notePlatform({ genesisTime: 1, height: 7 }, { isFirst: true });
  addDeed(WORDS, {});
  notePlatform(status, { isFirst });
  expect(keptDeeds()).toHaveLength(count);
});
