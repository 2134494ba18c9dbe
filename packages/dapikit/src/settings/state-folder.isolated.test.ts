// Has a process of its own: it replaces modules or globals.
import { homedir } from 'node:os';
import { expect, it, vi } from 'vitest';
import { stateFolder } from './state-folder.js';

vi.mock('node:os', async (original) => ({
  ...(await original<object>()),
  homedir: vi.fn<() => string>(() => '/home/me'),
}));

it('stateFolder is in the home of the user', () => {
  expect(stateFolder()).toBe('/home/me/.dapikit');
});

it('stateFolder is not in the working folder where HOME is empty', () => {
  vi.mocked(homedir).mockReturnValueOnce('');
  expect(stateFolder()).toBe('/nonexistent/.dapikit');
});

it('stateFolder has a default for a user without a home', () => {
  vi.mocked(homedir).mockImplementation(() => {
    throw new Error('A system error occurred: uv_os_homedir returned ENOENT (no such file or directory)');
  });
  expect(stateFolder()).toBe('/nonexistent/.dapikit');
});
