import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
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
  writeFileSync(join(lock, String(pid)), '');
  const work = vi.fn(async () => undefined);
  await withFolderLock(lock, work, () => undefined);
  expect(work).toHaveBeenCalledOnce();
  expect(existsSync(lock)).toBe(false);
});

test('a process takes a lock of its own id, which a container that starts again gives out again', async () => {
  const lock = lockFolder();
  mkdirSync(lock);
  writeFileSync(join(lock, String(process.pid)), '');
  const work = vi.fn(async () => undefined);
  await withFolderLock(lock, work, () => {
    throw new Error('it waits');
  });
  expect(work).toHaveBeenCalledOnce();
});

test('a process waits for the child that a killed one has left', async () => {
  const lock = lockFolder();
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  mkdirSync(lock);
  for (const one of [pid, child.pid]) writeFileSync(join(lock, String(one)), '');
  const told = [];
  const waiting = `
    import { withFolderLock } from ${JSON.stringify(new URL('folder-lock.mjs', import.meta.url).href)};
    await withFolderLock(process.env.LOCK, async () => console.log('worked'), (pids) => console.log('waits for', ...pids));
  `;
  const waiter = spawn(process.execPath, ['--input-type=module', '-e', waiting], {
    env: { ...process.env, LOCK: lock },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of waiter.stdout) {
    told.push(...String(chunk).trim().split('\n'));
    if (told.length === 1) child.kill();
  }
  expect(told).toEqual([`waits for ${child.pid}`, 'worked']);
});

test.each([
  ['that nobody took to the end', []],
  ['from before the machine started', [String(process.ppid)]],
])('a process takes a lock %s', async (_, pids) => {
  const lock = lockFolder();
  mkdirSync(lock);
  for (const pid of pids) writeFileSync(join(lock, pid), '');
  utimesSync(lock, 0, 0);
  const work = vi.fn(async () => undefined);
  await withFolderLock(lock, work, () => undefined);
  expect(work).toHaveBeenCalledOnce();
});
