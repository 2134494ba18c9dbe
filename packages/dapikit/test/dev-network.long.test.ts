/* oxlint-disable vitest/no-standalone-expect -- it does not know what is made of `test` */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, test as base, vi } from 'vitest';
import { membersOf } from '../src/platform/members.js';
import { createDevNetwork, DevNetworkError, withDevNetwork } from '../src/testing/index.js';
import { connectEvoSdk, openSigner } from '../src/testing/evo-sdk.js';
import { devNetworkFixture } from '../src/testing/vitest.js';
import { DataContract, Document } from '@dashevo/evo-sdk';

const run = promisify(execFile);
const { isolated, network: shared, stop } = withDevNetwork();
afterAll(stop);

const test = base.extend(devNetworkFixture());

const CONTRACT = {
  card: {
    type: 'object',
    properties: { name: { type: 'string', maxLength: 9, position: 0 } },
    additionalProperties: false,
  },
};

describe('a network for tests', () => {
  it(
    'has funded identities and accounts with their keys in WIF',
    isolated(async ({ identities, accounts, platform }) => {
      expect(identities).toHaveLength(20);
      expect(accounts.length).toBeGreaterThan(0);
      for (const { id, keys } of [identities[0]!, identities[19]!]) {
        const found = await platform('getIdentity', { id });
        expect(found).toMatchObject({
          keys: keys.map(({ id: number, purpose, securityLevel }) => ({
            id: number,
            purpose,
            securityLevel,
          })),
        });
        expect(keys.map(({ wif }) => wif)).toEqual(keys.map(() => expect.stringMatching(/^c\w{51}$/)));
      }
    }),
  );

  it(
    'takes aliases in the place of ids',
    isolated(async ({ platform, identities }) => {
      const by = identities[0]!.id;
      const { contractId } = membersOf(await platform('registerContract', { contract: CONTRACT, by }));
      await platform('setAlias', { alias: 'cards', contractId });
      await platform('setAlias', { alias: 'owner', identityId: by });
      expect(await platform('getContract', { id: 'cards' })).toMatchObject({ contractId, ownerId: by });
      const card = { by: 'owner', contractId: 'cards', documentType: 'card', data: { name: 'cards' } };
      expect(await platform('createDocument', card)).toMatchObject({
        document: { $ownerId: by, name: 'cards' },
      });
      await expect(platform('getContract', { id: 'nobody' })).rejects.toThrow(DevNetworkError);
    }),
  );

  it(
    'reverts chain and platform together, also to an earlier snapshot',
    isolated(async (network) => {
      const heightOf = async () => network.layer1('getBestBlockHash');
      const meOf = async () => network.platform('getIdentity', { seed: 'me' });
      const before = await heightOf();
      const first = await network.snapshot();
      await network.mine(2);
      await network.platform('createIdentity', { seed: 'me' });
      const second = await network.snapshot();
      await network.mine(1);
      await network.revert(first);
      expect(await heightOf()).toBe(before);
      expect(await meOf()).toBeNull();
      await expect(network.revert(second)).rejects.toThrow(`there is no snapshot ${second}`);
    }),
  );

  it(
    'advances the clocks of chain and platform by the same time',
    isolated(async (network) => {
      const times = async () => {
        const { clock } = Object(await network.control('getState'));
        return { chain: clock.now * 1000, platform: Object(await network.platform('status')).time };
      };
      for (const milliseconds of [90_500, 3_600_000]) {
        const before = await times();
        await network.advanceTime(milliseconds);
        const after = await times();
        expect(after.chain - before.chain).toBe(milliseconds - (milliseconds % 1000));
        expect(after.platform - before.platform).toBeGreaterThanOrEqual(milliseconds);
        expect(after.platform - before.platform).toBeLessThan(milliseconds + 60_000);
      }
    }),
  );

  it(
    'reports errors with number and reason, rejections with the rule, and fees',
    isolated(async (network) => {
      await expect(network.control('mine', { blocks: 1 })).rejects.toMatchObject({
        name: 'DevNetworkError',
        code: -32602,
        data: { reason: 'invalid-params', found: 'blocks' },
      });
      // Another identity than in other tests: a revert keeps the fees of its contract.
      const by = network.identities[1]!.id;
      const { contractId } = Object(await network.platform('registerContract', { by, contract: CONTRACT }));
      const card = { by, contractId, documentType: 'card' };
      await network.platform('createDocument', { ...card, data: { name: 'Ann' } });
      await expect(
        network.platform('createDocument', { ...card, data: { nosuch: 1 } }),
      ).rejects.toBeInstanceOf(DevNetworkError);
      expect((await network.rejections())[0]).toMatchObject({
        kind: 'documentCreate',
        documentType: 'card',
        signerId: by,
        content: { data: { nosuch: 1 } },
        rejection: { code: 10101, name: 'JsonSchemaError' },
      });
      expect(
        (await network.feeReport()).find(
          (row) => row.kind === 'documentCreate' && row.contractId === contractId,
        ),
      ).toMatchObject({
        documentType: 'card',
        count: 2,
        rejected: 1,
      });
    }),
  );

  it(
    'takes 64-bit integers and bytes as values of programs',
    isolated(async (network) => {
      const { identities, platform } = network;
      const [alice, bob] = identities;
      await platform('transferCredits', { by: alice!.id, recipientId: bob!.id, credits: 100_000_000n });
      const found = Object(await platform('getIdentity', { id: bob!.id }));
      expect(BigInt(found.balance)).toBeGreaterThan(1_000_000_000_000n - 200_000_000n);
      await expect(
        platform('broadcastStateTransition', { stateTransition: Uint8Array.of(250, 1) }),
      ).rejects.toMatchObject({ data: { reason: 'SerializedObjectParsingError' } });
    }),
  );

  it('prints the fees at its end where it is asked to', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const network = await createDevNetwork({ feeReport: true });
    await network.platform('registerContract', { by: network.identities[0]!.id, contract: CONTRACT });
    await network.close();
    const text = String(log.mock.calls[0]?.[0]);
    log.mockRestore();
    expect(text).toMatch(
      /^Fees\n +action +count +rejected +lowest +average +highest\n +dataContractCreate +1 +0 +0\.1/,
    );
    expect(text.split('\n')).toHaveLength(3);
  });

  it('says why it does not start', async () => {
    const { port } = new URL((await shared()).url);
    await expect(createDevNetwork({ port: Number(port) })).rejects.toThrow(
      new RegExp(`the network did not start \\(exit code 1\\): dapikit dev: port ${port} is in use`),
    );
  });
});

describe('the fixtures of vitest', () => {
  const urls = new Set<string>();

  for (const turn of [1, 2])
    test(`give each test the state of the start, on one network: ${turn}`, async ({ network }) => {
      expect(await network.platform('getIdentity', { seed: 'me' })).toBeNull();
      await network.platform('createIdentity', { seed: 'me' });
      urls.add(network.url);
      expect(urls.size).toBe(1);
    });
});

describe('signers of evo-sdk', () => {
  it(
    'register a contract and create a document with proofs',
    isolated(async (network) => {
      const sdk = await connectEvoSdk(network);
      const signer = await openSigner(sdk, network, 3);
      const dataContract = new DataContract({
        ownerId: signer.id,
        identityNonce: ((await sdk.identities.nonce(signer.id)) ?? 0n) + 1n,
        schemas: CONTRACT,
        platformVersion: 13,
      });
      const { id } = await sdk.contracts.publish({ dataContract, ...signer.sign('critical') });
      const ofType = { dataContractId: id.toString(), documentTypeName: 'card' };
      const properties = { name: 'Ann' };
      await sdk.documents.create({
        document: new Document({ properties, ...ofType, ownerId: signer.id, revision: 1n }),
        ...signer.sign('high'),
      });
      expect((await sdk.documents.query(ofType)).size).toBe(1);
      await expect(openSigner(sdk, network, 20)).rejects.toThrow(
        'there is no funded identity 20: use 0 to 19',
      );
    }),
  );
});

describe('the programs of the guide', () => {
  const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
  const [vitest = '', nodeTest = '', evoSdk = ''] = Array.from(
    readFileSync(join(ROOT, 'docs/how-to/test-an-application.md'), 'utf8').matchAll(/```js\n([^]*?)```/g),
    ([, program]) => program,
  );
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-guide-'));
  writeFileSync(join(folder, 'package.json'), '{}');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'packages/dapikit'), join(folder, 'node_modules/dapikit'));
  for (const name of ['@dashevo', 'vitest'])
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  const env = { PATH: process.env['PATH'], DAPIKIT_STATE_DIR: folder };
  const inFolder = async (...args: readonly string[]): Promise<string> =>
    (await run(process.execPath, args, { cwd: folder, env })).stdout;

  it('run with vitest', async () => {
    writeFileSync(join(folder, 'application.test.mjs'), vitest);
    const output = await inFolder(join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', '--no-color');
    expect(output).toMatch(/Tests +1 passed/);
  }, 90_000);

  it('run with node:test', async () => {
    writeFileSync(join(folder, 'node.mjs'), nodeTest);
    expect(await inFolder('--test', '--test-reporter=tap', 'node.mjs')).toContain('# pass 1');
  }, 90_000);

  it('run with evo-sdk', async () => {
    writeFileSync(join(folder, 'sdk.mjs'), evoSdk);
    expect(await inFolder('sdk.mjs')).toBe('true\n');
  }, 90_000);
});

describe('a program without vitest and evo-sdk', () => {
  const entry = new URL('../bundle/test.js', import.meta.url).href;
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-node-test-'));

  it('runs tests with node:test, and ends where nobody stops the network', async () => {
    const file = join(folder, 'network.test.mjs');
    writeFileSync(
      file,
      `import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { withDevNetwork } from '${entry}';
const { isolated } = withDevNetwork();
for (const turn of [1, 2])
  test('turn ' + turn, isolated(async (network) => {
    assert.equal(await network.platform('getIdentity', { seed: 'me' }), null);
    await network.platform('createIdentity', { seed: 'me' });
  }));
`,
    );
    const env = { ...process.env, NODE_OPTIONS: '' };
    const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', file], { env });
    expect(stdout).toContain('# pass 2');
  });

  it('the network ends with a program that is killed', async () => {
    const program = `import { createDevNetwork } from '${entry}';
const { url } = await createDevNetwork();
console.log(url);
process.kill(process.pid, 'SIGKILL');`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]).catch(
      (error: { stdout: string }) => error,
    );
    await expect
      .poll(async () =>
        fetch(stdout.trim()).then(
          () => 'running',
          () => 'ended',
        ),
      )
      .toBe('ended');
  });
});

it('the declarations of dapikit/test and dapikit/vitest compile without the packages of others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-types-'));
  const types = fileURLToPath(new URL('../dist/testing/', import.meta.url));
  writeFileSync(
    join(folder, 'program.mts'),
    `import { createDevNetwork, type DevNetwork } from '${types}index.js';
import { devNetworkFixture } from '${types}vitest.js';
export const network: Promise<DevNetwork> = createDevNetwork({ port: 0 });
export const fixtures = devNetworkFixture({ feeReport: true });
`,
  );
  const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace(
    'package.json',
    'bin/tsc',
  );
  const options = '--strict --noEmit --module nodenext --target es2023 --types node --typeRoots';
  const roots = fileURLToPath(new URL('../../../node_modules/@types', import.meta.url));
  const strict = ['--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
  const compiled = run(process.execPath, [tsc, ...options.split(' '), roots, ...strict, 'program.mts'], {
    cwd: folder,
  });
  await expect(compiled).resolves.toMatchObject({ stdout: '' });
}, 60_000);
