import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { withFolderLock } from './folder-lock.mjs';

function lockFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'lock');
}

/** Has the lock while it works, then takes it as the next process would, and exits. */
const PROGRAM = `
  import { mkdirSync } from 'node:fs';
  import { withFolderLock } from ${JSON.stringify(new URL('folder-lock.mjs', import.meta.url).href)};
  await withFolderLock(process.env.LOCK, async () => undefined, () => undefined);
  mkdirSync(process.env.LOCK);
`;

test('a process leaves the lock of the next one alone when it exits', () => {
  const lock = lockFolder();
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    encoding: 'utf8',
    env: { ...process.env, LOCK: lock },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(existsSync(lock)).toBe(true);
});

test('a process takes the lock of a killed one', async () => {
  const lock = lockFolder();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  mkdirSync(lock);
  writeFileSync(join(lock, 'pid'), String(pid));
  const work = vi.fn(async () => undefined);
  await withFolderLock(lock, work, () => undefined);
  expect(work).toHaveBeenCalledOnce();
  expect(existsSync(lock)).toBe(false);
});
