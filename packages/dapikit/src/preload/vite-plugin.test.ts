import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { testnetIsLocal } from './vite-plugin.js';

const EVO_SDK = fileURLToPath(import.meta.resolve('@dashevo/evo-sdk'));
const url = 'http://127.0.0.1:4321/';

it.each([url, 'http://127.0.0.1:4321', `${url}platform`, `${url}platform/`])(
  'replaces evo-sdk by a module whose clients of testnet are at %s',
  async (given) => {
    const source = testnetIsLocal({ url: given }).load(`${EVO_SDK}?v=1a2b3c4d`);
    const folder = mkdtempSync(join(tmpdir(), 'dapikit-vite-'));
    try {
      writeFileSync(join(folder, 'replaced.mjs'), source ?? '');
      const code = `
      import { EvoSDK, wallet } from ${JSON.stringify(join(folder, 'replaced.mjs'))};
      const { network, trusted, addresses, quorumUrl } = EvoSDK.testnetTrusted().options;
      console.log(JSON.stringify([network, trusted, addresses, quorumUrl, EvoSDK.testnet().options.addresses, typeof wallet]));
      console.log(JSON.stringify(EvoSDK.testnet({ settings: { retries: 1 } }).options.settings));`;
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code]);
      const address = 'http://127.0.0.1:4321';
      const [options, settings] = stdout
        .trimEnd()
        .split('\n')
        .map((line): unknown => JSON.parse(line));
      expect(options).toEqual(['local', true, [address], address, [address], 'object']);
      expect(settings).toEqual({ banFailedAddress: false, retries: 1 });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

it('leaves the original and other modules as they are', () => {
  const { load } = testnetIsLocal({ url });
  expect(load(`${EVO_SDK}?original`)).toBeUndefined();
  expect(load('/app/src/main.ts')).toBeUndefined();
});

it('keeps Vite from bundling evo-sdk before plugins are called', () => {
  expect(testnetIsLocal({ url }).config().optimizeDeps.exclude).toEqual(['@dashevo/evo-sdk']);
});

it('rejects what is no address', () => {
  expect(() => testnetIsLocal({ url: 'localhost:3000' })).toThrow(
    'url: expected an address such as http://127.0.0.1:3000, found "localhost:3000"',
  );
});
