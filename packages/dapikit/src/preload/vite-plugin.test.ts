import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { localNetwork } from './vite-plugin.js';

const EVO_SDK = fileURLToPath(import.meta.resolve('@dashevo/evo-sdk'));
const url = 'http://127.0.0.1:4321/';

/** Runs a program with the module that the plugin gives in place of evo-sdk, and returns what it prints, by line. */
async function runReplaced(given: string, code: string): Promise<unknown[]> {
  const source = localNetwork({ url: given }).load(`${EVO_SDK}?v=1a2b3c4d`);
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-vite-'));
  try {
    const file = join(folder, 'replaced.mjs');
    writeFileSync(file, source ?? '');
    const program = `import { EvoSDK, wallet } from ${JSON.stringify(file)};
      const show = (value) => console.log(JSON.stringify(value));
      ${code}`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '--eval',
      program,
    ]);
    return stdout
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const address = 'http://127.0.0.1:4321';

it.each([url, 'http://127.0.0.1:4321', `${url}platform`, `${url}platform/`])(
  'replaces evo-sdk by a module whose clients of testnet are at %s',
  async (given) => {
    const [trusted, plain, settings] = await runReplaced(
      given,
      `const { network, trusted, addresses, quorumUrl } = EvoSDK.testnetTrusted().options;
      show([network, trusted, addresses, quorumUrl, typeof wallet]);
      show(EvoSDK.testnet().options.addresses);
      show(EvoSDK.testnet({ settings: { retries: 1 } }).options.settings);`,
    );
    expect(trusted).toEqual(['local', true, [address], address, 'object']);
    expect(plain).toEqual([address]);
    expect(settings).toEqual({ banFailedAddress: false, retries: 1 });
  },
);

it('replaces clients of all public networks, with the addresses that a program gives', async () => {
  const theirs = "{ addresses: ['https://node.example.org'], proofs: true }";
  const shown = await runReplaced(
    url,
    `const of = ({ options: { network, trusted, addresses, quorumUrl, devnetName, proofs } }) =>
        [network, trusted, addresses, quorumUrl ?? null, devnetName ?? null, proofs];
      show(['mainnet', 'testnet'].map((name) => of(EvoSDK[name](${theirs}))));
      show(['mainnetTrusted', 'testnetTrusted'].map((name) => of(EvoSDK[name](${theirs}))));
      show([of(EvoSDK.devnet('paloma', ${theirs}))]);
      show([of(EvoSDK.devnetTrusted('paloma', { ...${theirs}, quorumUrl: 'https://quorums.example.org' }))]);`,
  );
  const plain = ['local', false, [address], null, null, true];
  const trusted = ['local', true, [address], address, null, true];
  expect(shown).toEqual([[plain, plain], [trusted, trusted], [plain], [trusted]]);
});

it('leaves the original and other modules as they are', () => {
  const { load } = localNetwork({ url });
  expect(load(`${EVO_SDK}?original`)).toBeUndefined();
  expect(load('/app/src/main.ts')).toBeUndefined();
});

it('keeps Vite from bundling evo-sdk before plugins are called', () => {
  expect(localNetwork({ url }).config().optimizeDeps.exclude).toEqual(['@dashevo/evo-sdk']);
});

it('rejects what is no address', () => {
  expect(() => localNetwork({ url: 'localhost:3000' })).toThrow(
    'url: expected an address such as http://127.0.0.1:3000, found "localhost:3000"',
  );
});
