import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { callDapikit, folderWith } from './run-dapikit.js';

const contractWith = (maxLength: number): string =>
  JSON.stringify({
    note: {
      type: 'object',
      properties: { text: { type: 'string', maxLength, position: 0 } },
      additionalProperties: false,
    },
  });

describe('dapikit diff with revisions of git', () => {
  let cwd = '';
  beforeAll(() => {
    cwd = folderWith({ 'note.json': contractWith(60) });
    mkdirSync(join(cwd, 'sub'));
    const git = (...args: string[]) =>
      spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd });
    git('init', '--initial-branch', 'main');
    git('add', '.');
    git('commit', '--message', 'first');
    git('tag', 'v1');
    writeFileSync(join(cwd, 'note.json'), contractWith(50));
  });

  it.each([
    [['git:main:note.json', 'note.json']],
    [['git:v1:note.json', 'note.json']],
    [['note.json', '--against', 'git:main']],
    [['./note.json', '--against', 'git:HEAD']],
  ])('compares %j', async (args) => {
    const { code, stdout } = await callDapikit(['diff', ...args], { cwd });
    expect(stdout).toContain('~ /note/properties/text/maxLength');
    expect(code).toBe(1);
  });

  it('takes paths relative to the current folder, and absolute ones', async () => {
    for (const path of ['../note.json', join(cwd, 'note.json')]) {
      const { stdout } = await callDapikit(['diff', path, '--against', 'git:main'], {
        cwd: join(cwd, 'sub'),
      });
      expect(stdout).toContain('~ /note/properties/text/maxLength');
    }
  });

  it('compares two revisions', async () => {
    const { code, stdout } = await callDapikit(['diff', 'git:v1:note.json', 'git:main:note.json'], { cwd });
    expect([code, stdout]).toEqual([0, expect.stringContaining('No changes.')]);
  });

  it.each([
    [['git:nosuch:note.json', 'note.json'], 'git:nosuch:note.json: '],
    [['git:main:other.json', 'note.json'], 'git:main:other.json: '],
    [['git:--help:note.json', 'note.json'], 'git:--help:note.json: '],
    [['git:main', 'note.json'], 'expected git:REF:path'],
    [['note.json', '--against', 'main'], '--against: expected a revision such as git:main'],
    [['note.json'], 'or one and --against git:REF'],
    [['a.json', 'note.json', '--against', 'git:main'], 'give one file, the update'],
    [['-', '--against', 'git:main'], 'standard input has none'],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, stderr } = await callDapikit(['diff', ...args], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
