import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumProgram, startStudio, type StudioUnderTest } from './studio-under-test.js';

/** The program; `undefined` where it is not installed, which fails in CI. */
const python = findPython();

function findPython(): string | undefined {
  if (spawnSync('python3', ['--version']).status === 0) return 'python3';
  if (process.env['CI'] !== undefined) throw new Error('Python is not installed: apt-get install python3');
  return undefined;
}

describe.skipIf(chromiumProgram === undefined)('the connect tab (needs Chromium)', () => {
  let studio: StudioUnderTest;
  beforeAll(async () => {
    studio = await startStudio();
  });
  afterAll(() => studio.stop());

  it('shows programs with the address of the server, of layer 1 where it has no platform', async () => {
    const { page, errors } = await studio.open('#/connect');
    const tabs = page.getByRole('tab');
    expect(await tabs.allTextContents()).toEqual(['curl', 'Python', 'WebSocket']);
    expect(await page.getByRole('region', { name: 'curl' }).textContent()).toContain(
      new URL(studio.url).origin,
    );
    expect(errors).toEqual([]);
  });

  it.skipIf(python === undefined)('shows a Python program that runs', async () => {
    const { page } = await studio.open('#/connect');
    await page.getByRole('tab', { name: 'Python' }).click();
    const code = (await page.getByRole('region', { name: 'Python' }).textContent()) ?? '';
    const { stdout } = await promisify(execFile)(python ?? '', ['-c', code]);
    expect(stdout.trim()).toBe(studio.chain.tip().hash);
  });
});
