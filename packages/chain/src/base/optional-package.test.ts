import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadOptional, MissingPackageError } from './optional-package.js';

const ABSENT = '@nobody/absent';

it('names the setting and the command that installs what is missing', async () => {
  const missing = Object.assign(new Error(`Cannot find package '${ABSENT}'`), {
    code: 'ERR_MODULE_NOT_FOUND',
  });
  const loading = loadOptional(() => Promise.reject(missing), '--absent', `${ABSENT}@1`);
  await expect(loading).rejects.toThrow(MissingPackageError);
  await expect(loading).rejects.toThrow(
    '--absent needs packages that are not installed: npm install @nobody/absent@1 (npm install --global',
  );
});

it('passes on why a package that is installed does not load', async () => {
  const broken = new TypeError('the binary is for another machine');
  await expect(loadOptional(() => Promise.reject(broken), '--absent', ABSENT)).rejects.toBe(broken);
});

it.each([
  ['chain/src/nodes/core-node/load-zmq.ts', 'chain', 'zeromq'],
  ['gateway/src/admission/limits/redis-store.ts', 'gateway', 'ioredis'],
  ['dapikit/src/serve/traces.ts', 'dapikit', '@opentelemetry/sdk-trace-node'],
])('%s names the version that the manifest asks for', (file, folder, name) => {
  const packages = new URL('../../../', import.meta.url);
  const { optionalPeers } = JSON.parse(readFileSync(new URL(`${folder}/package.json`, packages), 'utf8'));
  const wanted = `${name}@${optionalPeers[name].replace(/^\^(\d+)\..*$/, '$1')}`;
  expect(readFileSync(new URL(file, packages), 'utf8')).toContain(wanted);
});
