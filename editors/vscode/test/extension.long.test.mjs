import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const EXTENSION = fileURLToPath(new URL('..', import.meta.url));
const IS_INSTALLED = existsSync(join(EXTENSION, 'node_modules', '@vscode', 'vsce'));

it.runIf(process.env.CI)('has its packages in CI', () => {
  expect(IS_INSTALLED).toBe(true);
});

describe.skipIf(!IS_INSTALLED)('the extension (skipped without npm --prefix editors/vscode ci)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-vsix-'));
  const packed = join(folder, 'dapikit.vsix');
  let listed = '';
  beforeAll(async () => {
    const { stdout } = await run('npm', ['run', 'package', '--', '--out', packed], { cwd: EXTENSION });
    listed = stdout;
  }, 120_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is packed with its program, manifest, licence and page, in less than 1 MB', () => {
    const files = Array.from(listed.matchAll(/[├└]─ ([\w.[\]]+)/g), ([, name]) => name);
    expect(files).toEqual(
      expect.arrayContaining(['package.json', 'readme.md', 'LICENSE.txt', 'extension.cjs']),
    );
    expect(statSync(packed).size).toBeLessThan(1_000_000);
  });

  it('needs nothing but VS Code and Node', () => {
    const program = readFileSync(join(EXTENSION, 'dist', 'extension.cjs'), 'utf8');
    const { builtinModules } = process.getBuiltinModule('module');
    const needed = new Set(Array.from(program.matchAll(/\brequire\("([^"]+)"\)/g), ([, name]) => name));
    const others = [...needed].filter(
      (name) => name !== 'vscode' && !name.startsWith('node:') && !builtinModules.includes(name),
    );
    expect(needed).toContain('vscode');
    expect(others).toEqual([]);
  });
});
