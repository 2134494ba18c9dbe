import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callDapikit, folderWith, runDapikit, VALID } from './run-dapikit.js';

const FORMATTED = runDapikit(['fmt'], { input: VALID }).stdout;
const read = (cwd: string, name: string) => readFileSync(join(cwd, name), 'utf8');

describe('dapikit fmt', () => {
  it('prints one formatted file without changing it', async () => {
    const cwd = folderWith({ 'a.json': VALID });
    expect(await callDapikit(['fmt', 'a.json'], { cwd })).toEqual({ code: 0, stdout: FORMATTED, stderr: '' });
    expect(read(cwd, 'a.json')).toBe(VALID);
    expect(JSON.parse(FORMATTED)).toEqual(JSON.parse(VALID));
    expect(FORMATTED.split('\n').length).toBeGreaterThan(5);
  });

  it('fails with --check if a file is not formatted', async () => {
    const cwd = folderWith({ 'a.json': VALID, 'b.json': FORMATTED });
    expect(await callDapikit(['fmt', '--check', '.'], { cwd })).toEqual({
      code: 1,
      stdout: 'a.json\n',
      stderr: '1 file of 2 not formatted: run dapikit fmt --write.\n',
    });
    expect((await callDapikit(['fmt', '--check', 'b.json'], { cwd })).code).toBe(0);
    expect(read(cwd, 'a.json')).toBe(VALID);
  });

  it('writes unformatted files in place with --write, and leaves no temporary file', async () => {
    const cwd = folderWith({ 'a.json': VALID, 'b.json': FORMATTED });
    const before = statSync(join(cwd, 'b.json')).mtimeMs;
    expect(await callDapikit(['fmt', '--write', '*.json'], { cwd })).toEqual({
      code: 0,
      stdout: 'a.json\n',
      stderr: '1 file formatted, 1 unchanged.\n',
    });
    expect(read(cwd, 'a.json')).toBe(FORMATTED);
    expect(statSync(join(cwd, 'b.json')).mtimeMs).toBe(before);
    expect(readdirSync(cwd)).toEqual(['a.json', 'b.json']);
  });

  it.skipIf(process.platform === 'win32')('preserves modes and links', async () => {
    const cwd = folderWith({ 'a.json': VALID });
    chmodSync(join(cwd, 'a.json'), 0o640);
    symlinkSync('a.json', join(cwd, 'link.json'));
    expect((await callDapikit(['fmt', '--write', 'link.json'], { cwd })).code).toBe(0);
    expect(lstatSync(join(cwd, 'link.json')).isSymbolicLink()).toBe(true);
    expect(statSync(join(cwd, 'a.json')).mode & 0o777).toBe(0o640);
    expect(read(cwd, 'a.json')).toBe(FORMATTED);
  });

  it('rejects a file that would lose content, unchanged', async () => {
    const repeated = VALID.replace('{"note":', '{"note":{},"note":');
    const cwd = folderWith({ 'a.json': repeated, 'b.json': '{', 'c.json': VALID });
    const run = await callDapikit(['fmt', '--write', '.'], { cwd });
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(
      /json-repeated-key[^]*a\.json cannot be formatted[^]*json-syntax[^]*b\.json cannot be/,
    );
    expect([read(cwd, 'a.json'), read(cwd, 'b.json')]).toEqual([repeated, '{']);
    expect(read(cwd, 'c.json')).toBe(FORMATTED);
  });

  it('renumbers positions only on request', () => {
    const skipped = VALID.replace('"position":0', '"position":7');
    expect(runDapikit(['fmt'], { input: skipped }).stdout).toContain('"position": 7');
    expect(runDapikit(['fmt', '--renumber'], { input: skipped }).stdout).toBe(FORMATTED);
  });

  it.each([
    [['a.json', 'b.json'], '2 files given, and one can be printed: add --write or --check'],
    [['a.json', '--write', '--check'], '--write and --check cannot be combined'],
    [['-', '--write'], 'needs files, not standard input'],
    [['nope.json'], 'nope.json: no such file or folder'],
  ])('reports wrong arguments and exits with 2: %j', async (args, message) => {
    const run = await callDapikit(['fmt', ...args], {
      cwd: folderWith({ 'a.json': VALID, 'b.json': VALID }),
    });
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(message);
  });
});
