import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { createPlatform } from '@dapikit/platform';
import { expect, it, onTestFinished } from 'vitest';
import { listSnippets } from '../src/connect/snippets.js';
import { chromiumProgram, startStudio } from './studio-under-test.js';

const hasPython = spawnSync('python3', ['--version']).status === 0;

it.skipIf(!hasPython || chromiumProgram === undefined)(
  'the Python program of the Connect tab calls the chain and the platform (needs python3, Chromium)',
  async () => {
    const platform = await createPlatform({ proofs: false });
    const studio = await startStudio({}, { platform: { platform: async () => platform } });
    onTestFinished(async () => {
      await studio.stop();
      await platform.close();
    });
    const { code = '' } =
      listSnippets(studio.url.replace(/\/$/, ''), true).find(({ id }) => id === 'python') ?? {};
    const { stdout } = await promisify(execFile)('python3', ['-c', code], { timeout: 30_000 });
    expect(stdout).toMatch(/^[\da-f]{64}\n\{'network': 'regtest'/);
  },
);
