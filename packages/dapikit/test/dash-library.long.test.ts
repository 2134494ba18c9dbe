import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DapikitProcess } from './dev-process.js';

const run = promisify(execFile);
const EXAMPLES = fileURLToPath(new URL('../../../examples/dash/', import.meta.url));

/** What each program prints, apart from the library's own warnings. Each runs in a process of its own: the library replaces `fetch`. */
const OUTPUTS: Readonly<Record<string, readonly string[]>> = {
  'wallet.mjs': [
    'new wallet with 0 duffs',
    'funded with 1000000000 duffs',
    'locked',
    'sent, fee 247 duffs',
    'the same after a restart: true true',
  ],
  'stored-wallet.mjs': [
    'stored with 1000000000 duffs',
    'after a restart 1500000000 duffs in 2 transactions',
    'blocks read since 6',
  ],
  'platform.mjs': [
    'wallet with 10000 DASH',
    'identity registered: true',
    'topped up: true',
    'contract version 2',
    'created: one revision 1',
    'replaced: two revision 2',
    'left: 0',
    'name of the identity: true',
  ],
};

describe('the unmodified dash 6.0.1', () => {
  const server = new DapikitProcess(['dev', '--port', '0']);
  beforeAll(() => server.started(), 60_000);
  afterAll(() => server.stop());

  it.each(Object.entries(OUTPUTS).toReversed())('%s', async (program, lines) => {
    const { stdout } = await run(process.execPath, [program], {
      cwd: EXAMPLES,
      env: { PATH: process.env['PATH'], DAPIKIT_URL: server.url },
    });
    const printed = stdout
      .split('\n')
      .filter((line) => line !== '' && !line.includes('without any specified adapter'));
    expect(printed).toEqual(lines);
  });
});
