import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileLock } from './file-lock.js';
import { processStart } from './process-start.js';
import { removeDrafts } from './replace-file.js';

let folder: string;
let file: string;
let lockFile: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dapikit-lock-'));
  file = join(folder, 'chain.dump');
  lockFile = join(folder, '.chain.dump.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const coinsOf = (owner: object): void => writeFileSync(lockFile, JSON.stringify(owner));
const owner = (): unknown => JSON.parse(readFileSync(lockFile, 'utf8'));

/** The id of a process that has ended. */
function endedPid(): number {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  return pid;
}

const endedPidOnce = endedPid();

describe('FileLock', () => {
  it('names its owner and is deleted when released', async () => {
    const lock = await FileLock.acquire(file);
    expect(owner()).toEqual({ pid: process.pid, start: await processStart(process.pid), host: hostname() });
    await expect(FileLock.acquire(file)).rejects.toThrow(
      `chain.dump: process ${process.pid} uses this file; stop it, or choose another file`,
    );
    await lock.release();
    expect(readdirSync(folder)).toEqual([]);
    await (await FileLock.acquire(file)).release();
  });

  it('locks the file behind links and other paths', async () => {
    writeFileSync(file, '');
    symlinkSync(file, join(folder, 'link'));
    const lock = await FileLock.acquire(join(folder, 'link'));
    await expect(
      FileLock.acquire(join(folder, '..', folder.slice(folder.lastIndexOf('/')), 'chain.dump')),
    ).rejects.toThrow('uses this file');
    await lock.release();
  });

  it('does not release the lock of another owner', async () => {
    const lock = await FileLock.acquire(file);
    coinsOf({ pid: 1, host: hostname() });
    await lock.release();
    expect(owner()).toEqual({ pid: 1, host: hostname() });
  });

  it.each([
    ['its process has ended', () => ({ pid: endedPid(), start: 'then', host: hostname() })],
    ['another process has its id', () => ({ pid: process.ppid, start: 'before', host: hostname() })],
    ['this process has its id', () => ({ pid: process.pid, start: 'before', host: hostname() })],
  ])('takes over a lock when %s', async (_, stale) => {
    coinsOf(stale());
    const lock = await FileLock.acquire(file);
    expect(owner()).toMatchObject({ pid: process.pid, start: await processStart(process.pid) });
    expect(readdirSync(folder)).toEqual(['.chain.dump.lock']);
    await lock.release();
  });

  it('does not take over a lock of a process with an unknown start time', async () => {
    coinsOf({ pid: process.ppid, host: hostname() });
    await expect(FileLock.acquire(file)).rejects.toThrow(`process ${process.ppid} uses this file`);
  });

  it('does not take over a lock of another host', async () => {
    coinsOf({ pid: endedPid(), host: 'elsewhere' });
    await expect(FileLock.acquire(file)).rejects.toThrow(
      new RegExp(
        `on the host elsewhere uses this file; stop it, choose another file, or delete .*${lockFile} if`,
      ),
    );
  });

  it.each(['', '{"pid":', 'null', '{"pid":"1"}', '{"pid":-1,"host":"x"}'])(
    'takes over an old malformed lock file: %j',
    async (content) => {
      writeFileSync(lockFile, content);
      const old = Date.now() / 1000 - 60;
      utimesSync(lockFile, old, old);
      const lock = await FileLock.acquire(file);
      expect(owner()).toMatchObject({ pid: process.pid });
      await lock.release();
    },
  );

  it('waits for a lock file that is being written', async () => {
    writeFileSync(lockFile, '');
    const waiting = FileLock.acquire(file);
    setTimeout(() => coinsOf({ pid: process.ppid, host: hostname() }), 100);
    await expect(waiting).rejects.toThrow(`process ${process.ppid} uses this file`);
  });

  it('lets one of many take over the lock of an ended process', async () => {
    coinsOf({ pid: endedPid(), start: 'then', host: hostname() });
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => FileLock.acquire(file)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(['.chain.dump.lock']);
  });

  it('does not take over a lock that another process takes over at the same time', async () => {
    for (let round = 0; round < 15; round += 1) {
      coinsOf({ pid: endedPidOnce, start: 'then', host: hostname() });
      const late = Array.from({ length: 8 }, async (_, at) => {
        for (let turn = 0; turn < at; turn += 1) await new Promise(setImmediate);
        return FileLock.acquire(file);
      });
      const results = await Promise.allSettled(late);
      const locks = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      expect(locks).toHaveLength(1);
      await locks[0]?.release();
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  it('takes over a lock although a crash left the claim on it', async () => {
    const stale = JSON.stringify({ pid: endedPid(), start: 'then', host: hostname() });
    writeFileSync(lockFile, stale);
    const claim = `${lockFile}.${createHash('sha256').update(stale).digest('hex').slice(0, 16)}`;
    writeFileSync(claim, '{}');
    const old = Date.now() / 1000 - 60;
    utimesSync(claim, old, old);
    await (await FileLock.acquire(file)).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('does not take over a lock that a stopped process is about to take over', async () => {
    const stale = JSON.stringify({ pid: endedPid(), start: 'then', host: hostname() });
    writeFileSync(lockFile, stale);
    const claim = `${lockFile}.${createHash('sha256').update(stale).digest('hex').slice(0, 16)}`;
    const start = await processStart(process.ppid);
    writeFileSync(claim, JSON.stringify({ pid: process.ppid, start, host: hostname() }));
    const old = Date.now() / 1000 - 60;
    utimesSync(claim, old, old);
    await expect(FileLock.acquire(file)).rejects.toThrow('keeps changing; try again');
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('takes over the lock of a killed process', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(child, 'spawn');
    coinsOf({ pid: child.pid, start: await processStart(child.pid!), host: hostname() });
    await expect(FileLock.acquire(file)).rejects.toThrow(`process ${child.pid} uses this file`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await (await FileLock.acquire(file)).release();
  });
});

it('removeDrafts deletes only the temporary files of ended processes', async () => {
  const kept = [
    'chain.dump',
    '.chain.dump.tmp',
    '.chain.dump.x.tmp',
    '.other.dump.12.tmp',
    'chain.dump.12.tmp',
  ];
  for (const name of [...kept, '.chain.dump.12.tmp', '.chain.dump.99999999.tmp'])
    writeFileSync(join(folder, name), '');
  await removeDrafts(file);
  expect(readdirSync(folder).toSorted()).toEqual(kept.toSorted());
  expect(existsSync(file)).toBe(true);
});
