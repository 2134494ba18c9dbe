import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { MAIN, runDapikit } from './run-dapikit.js';

it('dapikit env sets the variables of programs for testnet and of the tutorials in a shell', () => {
  const line = `eval "$(${process.execPath} ${MAIN} env --url http://127.0.0.1:4321/)" && env`;
  const shown = execFileSync('sh', ['-c', line], { encoding: 'utf8', env: { PATH: process.env['PATH'] } });
  expect(shown).toContain('DAPIKIT_URL=http://127.0.0.1:4321\n');
  expect(shown).toMatch(/^NODE_OPTIONS=--import=file:\S+local-network\.js$/m);
  expect(shown).toMatch(/^PLATFORM_MNEMONIC=test test .* junk$/m);
  expect(shown).toMatch(/^RECIPIENT_ID=\w{43,44}$/m);
});

it('dapikit env rejects what is no address', () => {
  const { code, stderr } = runDapikit(['env', '--url', '127.0.0.1:3000']);
  expect(code).toBe(2);
  expect(stderr).toContain('--url: expected an address such as http://127.0.0.1:3000');
});
