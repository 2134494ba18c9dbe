import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('the contested name example runs to its end', async () => {
  const example = fileURLToPath(new URL('../../../examples/contested-name.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [example]);
  expect(stdout.trim().split('\n')).toEqual([
    'quantum: Started, alice 1, bob 4, lock 0, open',
    'quantum: Awarded, alice 1, bob 4, lock 0, wonByIdentity',
    'bob has quantum.dash',
    'lambda: Locked, alice 0, lock 4, locked',
    'bob is rejected: 40110 DocumentContestCurrentlyLockedError',
    'the contest runs again, until 2026-01-01T04:30:00.000Z',
    'lambda: Awarded, bob 1, lock 0, wonByIdentity',
  ]);
});
