import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { applicationFiles } from '../../src/application/write-application.js';
import { VERSION } from '../../src/program/version.js';
import { callDapikit } from '../run-dapikit.js';
import { tutorialFiles } from './read-tutorial.js';

/** Files that `npm create vite` writes, too. */
const NOT_QUOTED = new Set(['.gitignore', 'package.json', 'tsconfig.json', join('src', 'style.css')]);

/** Returns a folder with a folder of releases, whose tarballs are empty. */
function folderWithRelease(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-application-'));
  mkdirSync(join(folder, 'release'));
  for (const name of ['dapikit', 'dapikit-client'])
    writeFileSync(join(folder, 'release', `${name}-${VERSION}.tgz`), '');
  return folder;
}

const init = async (cwd: string, ...args: readonly string[]) =>
  callDapikit(['init', ...args, '--template', 'app'], { cwd });

it('the tutorial quotes the files of the application as `dapikit init --template app` writes them', async () => {
  const files = [...(await applicationFiles())].filter(([name]) => !NOT_QUOTED.has(name));
  expect(Object.fromEntries(tutorialFiles())).toEqual(Object.fromEntries(files));
});

it('init writes an application whose manifest names the tarballs by their paths', async () => {
  const cwd = folderWithRelease();
  const { code, stdout } = await init(cwd, 'apps/Notes', '--release', 'release');
  expect([code, stdout]).toEqual([0, expect.stringContaining('cd apps/Notes && npm install')]);
  const folder = join(cwd, 'apps/Notes');
  expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
    name: 'my-app',
    dependencies: { '@dapikit/client': `file:../../release/dapikit-client-${VERSION}.tgz` },
    devDependencies: { dapikit: `file:../../release/dapikit-${VERSION}.tgz` },
  });
  expect(readFileSync(join(folder, 'src/board/index.ts'), 'utf8')).toContain('export function createBoard(');
  expect(existsSync(join(folder, '.env'))).toBe(true);
});

it('init writes no application into a folder with files, nor without the tarballs', async () => {
  const cwd = folderWithRelease();
  writeFileSync(join(cwd, 'mine.txt'), '');
  const [full, missing, contract] = [
    await init(cwd, '.', '--release', 'release'),
    await init(cwd, 'app', '--release', 'elsewhere'),
    await callDapikit(['init', 'notes', '--release', 'release'], { cwd }),
  ];
  expect([full.code, full.stderr]).toEqual([2, expect.stringContaining('it has files; choose a new folder')]);
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('run "npm run release"')]);
  expect([contract.code, contract.stderr]).toEqual([
    2,
    expect.stringContaining('--release needs --template app'),
  ]);
  expect(existsSync(join(cwd, 'app'))).toBe(false);
});
