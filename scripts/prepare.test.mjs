import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LOCK = join(ROOT, '.preparing');

/** Makes the clone ready, then takes the lock as the next process would, and exits. */
const PROGRAM = `
  import { mkdirSync } from 'node:fs';
  import { prepare } from './scripts/prepare.mjs';
  await prepare({ dev: false });
  mkdirSync('.preparing');
`;

test('leaves the lock of the next process alone when it exits', () => {
  try {
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(existsSync(LOCK)).toBe(true);
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
});
