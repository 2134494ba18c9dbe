import { expect, it } from 'vitest';
import { callDapikit } from './run-dapikit.js';

const contract = new URL('generated-client/club.json', import.meta.url).pathname;

// `mkdir` of Node with `recursive` never returns there.
it.skipIf(process.platform !== 'linux').each([
  ['generate', contract, '--out', '/proc/dapikit/client'],
  ['serve', '--nodes', 'http://127.0.0.1:9', '--port', '0', '--state-dir', '/proc/dapikit'],
  ['serve', '--nodes', 'http://127.0.0.1:9', '--port', '0', '--platform-store', '/proc/dapikit/store'],
])('dapikit %s ends with an error where no folder can be made', async (...args) => {
  const { code, stderr } = await callDapikit(args);
  expect(code).not.toBe(0);
  expect(stderr).toContain('/proc/dapikit');
});
