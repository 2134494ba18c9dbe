import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.js';

const folder = mkdtempSync(join(tmpdir(), 'dapikit-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('makeFolder', () => {
  it('makes a folder and those above it, with a mode', () => {
    const path = join(folder, 'a', 'b', 'c');
    makeFolder(path, 0o700);
    makeFolder(path);
    for (const made of [path, join(folder, 'a')]) expect(statSync(made).mode & 0o777).toBe(0o700);
  });

  it('accepts a link to a folder', () => {
    symlinkSync(folder, join(folder, 'link'));
    makeFolder(join(folder, 'link'));
    makeFolder(join(folder, 'link', 'd'));
    expect(statSync(join(folder, 'd')).isDirectory()).toBe(true);
  });

  it('rejects a file in its place, or above it, and a link to nothing', () => {
    writeFileSync(join(folder, 'file'), '');
    symlinkSync(join(folder, 'nothing'), join(folder, 'dangling'));
    expect(() => makeFolder(join(folder, 'file'))).toThrow('EEXIST');
    expect(() => makeFolder(join(folder, 'file', 'a'))).toThrow('ENOTDIR');
    expect(() => makeFolder(join(folder, 'dangling'))).toThrow('EEXIST');
  });

  it.skipIf(process.platform !== 'linux')('rejects folders below one that takes none', () => {
    expect(() => makeFolder('/proc/dapikit')).toThrow('ENOENT');
    expect(() => makeFolder('/proc/dapikit/a')).toThrow('ENOENT');
  });
});
