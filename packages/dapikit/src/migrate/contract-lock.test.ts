import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { FileError } from '../program/file-error.js';
import { readLock, withLocked, writeLock, type LockedContract } from './contract-lock.js';

const folder = mkdtempSync(join(tmpdir(), 'dapikit-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

const contract = (version: number): LockedContract => ({
  id: 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec',
  version,
  hash: 'ab'.repeat(32),
  protocol: 13,
});

it('reads what it wrote, and writes the same contracts as the same text', async () => {
  const [first, second] = [join(folder, 'first.json'), join(folder, 'second.json')];
  const ab = withLocked(withLocked(new Map(), 'net', 'a.json', contract(1)), 'other', 'b.json', contract(2));
  const ba = withLocked(withLocked(new Map(), 'other', 'b.json', contract(2)), 'net', 'a.json', contract(1));
  await writeLock(first, ab);
  await writeLock(second, ba);
  expect(await readLock(first)).toEqual(ab);
  expect(readFileSync(second, 'utf8')).toBe(readFileSync(first, 'utf8'));
});

it('replaces the record of a file on one network, and keeps the others', () => {
  const lock = withLocked(new Map(), 'net', 'a.json', contract(1));
  const newer = withLocked(withLocked(lock, 'net', 'b.json', contract(3)), 'net', 'a.json', contract(2));
  expect([...(newer.get('net') ?? [])]).toEqual([
    ['a.json', contract(2)],
    ['b.json', contract(3)],
  ]);
  expect(lock.get('net')?.get('a.json')).toEqual(contract(1));
});

it('is empty where there is no file', async () => {
  expect(await readLock(join(folder, 'missing.json'))).toEqual(new Map());
});

it.each([
  ['{', 'it is no JSON'],
  ['[]', 'expected "version": 1, found nothing'],
  ['{"version":2}', 'expected "version": 1, found 2'],
  [
    JSON.stringify({
      version: 1,
      networks: { net: { contracts: { 'a.json': { ...contract(1), hash: 'x' } } } },
    }),
    'the record of "a.json" on "net" is not complete',
  ],
])('rejects %s, and says why', async (text, reason) => {
  const file = join(folder, 'damaged.json');
  writeFileSync(file, text);
  const failed = readLock(file);
  await expect(failed).rejects.toThrow(FileError);
  await expect(failed).rejects.toThrow(reason);
});
