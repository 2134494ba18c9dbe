import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { howToInstall, loadOptional, MissingPackageError } from './optional-package.js';

const ABSENT = '@nobody/absent';

it('names the setting and the command that installs what is missing', async () => {
  const missing = Object.assign(new Error(`Cannot find package '${ABSENT}'`), {
    code: 'ERR_MODULE_NOT_FOUND',
  });
  const loading = loadOptional(() => Promise.reject(missing), '--absent', `${ABSENT}@1`);
  await expect(loading).rejects.toThrow(MissingPackageError);
  await expect(loading).rejects.toThrow(
    '--absent needs packages that are not installed: npm ci (in the clone: it installs all packages of the lock file)',
  );
});

it.each([
  'file:///home/me/clone/packages/chain/dist/base/optional-package.js',
  'file:///home/me/clone/packages/dapikit/bundle/chunk-1.js',
])('keeps to the lock file in a clone: %s', (moduleUrl) => {
  expect(howToInstall('zeromq@6', moduleUrl)).toMatch(/^npm ci /);
});

it.each([
  'file:///usr/lib/node_modules/dapikit/bundle/chunk-1.js',
  'file:///home/me/packages/app/node_modules/@dapikit/chain/dist/base/optional-package.js',
  'file:///home/me/packages/app/dist/node_modules/dapikit/bundle/chunk-1.js',
  'file:///home/me/packages/app/dist/server.js',
])('names the packages to install beside an installation: %s', (moduleUrl) => {
  expect(howToInstall('zeromq@6', moduleUrl)).toMatch(/^npm install zeromq@6 /);
});

it('has all optional packages in the lock file of a clone', () => {
  const { packages } = JSON.parse(
    readFileSync(new URL('../../../../package-lock.json', import.meta.url), 'utf8'),
  );
  const manifest = JSON.parse(
    readFileSync(new URL('../../../dapikit/package.json', import.meta.url), 'utf8'),
  );
  for (const name of Object.keys(manifest.optionalPeers))
    expect(packages).toHaveProperty([`node_modules/${name}`]);
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
