import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DapikitProcess } from './dev-process.js';
import { runDapikit } from './run-dapikit.js';

const run = promisify(execFile);
const EXAMPLES = fileURLToPath(new URL('../../../examples/evo-sdk/', import.meta.url));

/** What each program prints, which is written for testnet and uses the local network. */
const OUTPUTS: Readonly<Record<string, readonly string[]>> = {
  'identity.mjs': [
    'sender: APhwEAPMADfqZvUU6AQWWkbhAAJxEuoLjmX7GZ71GeLt with 5 keys',
    'recipient: CyB9XuLpgU37UwiQjyhVRF8dK1YAajnjVouoCNSRdNdc',
    'received: 100000000n credits',
    'revision 1n keys 6',
    'revision 2n disabled: true',
  ],
  'name.mjs': [
    'available: true',
    'available: false',
    'resolves to the owner: true',
    'name of the owner: evo-sdk-example-name-1.dash',
    'found: evo-sdk-example-name-1',
  ],
  'contract.mjs': ['registered version 1', 'history: 1, 2', 'properties of note: message, author'],
  'document.mjs': ['created: one revision 1n', 'replaced: two revision 2n', 'left: 0'],
  'address.mjs': [
    'sender: tdash1kqa5wlglpjc6jav8mm92dw853uqal0v2mgalu9vc',
    'received: 1000000n credits',
    'topped up: 1000000n credits',
  ],
  'address-identity.mjs': ['registered with 50000000n credits and 3 keys', 'received: 10000000n credits'],
  'top-up.mjs': ['topped up: true', 'funded: true'],
  'withdraw.mjs': ['withdrawn from the identity: true', 'document: 1000000n credits'],
  'transition.mjs': [
    'executed: StateTransitionResult',
    'affected: VerifiedBalanceTransfer',
    'Failed to wait for state transition result',
    'affected: VerifiedBalanceTransfer',
    'again: Failed to broadcast: Object already exists: state transition already in chain',
  ],
  'asset-lock.mjs': ['keys: 3', 'balance: 0.9 DASH'],
  'read.mjs': [
    'contract version 1',
    'history of 1 version',
    'note: Tutorial Test',
    'names of its owner: Tutorial-Test-000001.dash',
  ],
  'verify.mjs': [
    'proven keys: 5',
    'of another identity: incomplete',
    'proven names are those of evo-sdk: true',
  ],
  'vote.mjs': ['first has 0 votes', 'second has 1 votes'],
  'token.mjs': [
    'after mint and transfer: 60n',
    'after the purchase: 65n',
    'frozen: true',
    'proposed: 0n',
    'signed: 25n',
  ],
  'token-control.mjs': [
    'supply after burning: 900n',
    'supply after destroying: 850n',
    'paused: true',
    'not for everybody: true',
    'claimed: true',
  ],
  'market.mjs': ['owner after the purchase: buyer', 'owner after the transfer: seller'],
};

/** What calls of every method of evo-sdk gave, those that write apart from queries. */
const TABLE = new URL('facade/facade-table.json', import.meta.url);
/** The modules that programs share. */
const SHARED = new Set(['local-wallet.mjs', 'lock-coins.mjs']);

/** Lists the methods of the facades of evo-sdk that a program calls: `tokens.mint`. */
function calledMethods(program: string): string[] {
  const text = readFileSync(join(EXAMPLES, program), 'utf8');
  return [...text.matchAll(/\bsdk\.(\w+\.\w+)\(/g)].map(([, method = '']) => method);
}

describe('programs for testnet with the unmodified evo-sdk, run locally', () => {
  const server = new DapikitProcess(['dev', '--port', '0', '--tutorial']);
  let env: Record<string, string> = {};
  beforeAll(async () => {
    await server.started();
    const { stdout } = runDapikit(['env', '--url', server.url]);
    const variables = /^export (DAPIKIT_URL|NODE_OPTIONS)=(.*)$/gm;
    env = Object.fromEntries(Array.from(stdout.matchAll(variables), ([, name, value]) => [name, value]));
  });
  afterAll(() => server.stop());

  it.each(Object.entries(OUTPUTS))('%s', async (program, lines) => {
    const { stdout } = await run(process.execPath, [program], {
      cwd: EXAMPLES,
      env: { PATH: process.env['PATH'], ...env },
    });
    expect(stdout.trimEnd().split('\n')).toEqual(lines);
  });

  it('are all run', () => {
    const programs = readdirSync(EXAMPLES).filter((name) => !SHARED.has(name));
    expect(programs.toSorted()).toEqual(Object.keys(OUTPUTS).toSorted());
  });

  it('call every method of evo-sdk that writes', () => {
    const called = new Set(Object.keys(OUTPUTS).flatMap(calledMethods));
    const table: unknown = JSON.parse(readFileSync(TABLE, 'utf8'));
    const writing = Object.keys(Object(Reflect.get(Object(table), 'writes')));
    expect(writing.length).toBeGreaterThan(0);
    expect(writing.filter((method) => !called.has(method))).toEqual([]);
  });

  it('keeps options, connects to the local network instead of mainnet, and leaves other programs', async () => {
    const inPlace = { cwd: EXAMPLES, env: { PATH: process.env['PATH'], ...env } };
    const code = `
      import { EvoSDK, wallet } from '@dashevo/evo-sdk';
      const { network, trusted, addresses, quorumUrl, settings } = EvoSDK.testnetTrusted({ settings: { retries: 1 } }).options;
      console.log(JSON.stringify([network, trusted, addresses, quorumUrl, settings, EvoSDK.testnet().options.network,
        EvoSDK.mainnetTrusted().options.network, await wallet.validateMnemonic('test')]));`;
    const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', code], inPlace);
    const url = env['DAPIKIT_URL'];
    expect(JSON.parse(stdout)).toEqual([
      'local',
      true,
      [url],
      url,
      { banFailedAddress: false, retries: 1 },
      'local',
      'local',
      false,
    ]);
    expect(stderr).toBe('');
    const other = await run(process.execPath, ['--print', '1 + 1'], inPlace);
    expect(other).toEqual({ stdout: '2\n', stderr: '' });
  });

  it('bans no address after a proof that evo-sdk rejects', async () => {
    const code = `
      import { EvoSDK } from '@dashevo/evo-sdk';
      const sdk = EvoSDK.testnetTrusted();
      await sdk.connect();
      const supply = sdk.tokens.totalSupply('BzuXDwQdoDQ85H5fKTpg1r8wAg7Lp28CBR7XcKooaEka');
      console.log(await supply.catch(({ message }) => message));
      console.log(await sdk.identities.balance('APhwEAPMADfqZvUU6AQWWkbhAAJxEuoLjmX7GZ71GeLt') > 0n);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: EXAMPLES,
      env: { PATH: process.env['PATH'], ...env },
    });
    expect(stdout.trimEnd().split('\n')).toEqual([
      expect.stringContaining('most likely does not exist'),
      'true',
    ]);
  });

  it('uses the presets of evo-sdk without an address', async () => {
    const { NODE_OPTIONS } = env;
    const { stdout } = await run(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { EvoSDK } from '@dashevo/evo-sdk'; console.log(EvoSDK.testnetTrusted().options)`,
      ],
      {
        cwd: EXAMPLES,
        env: { PATH: process.env['PATH'], ...(NODE_OPTIONS !== undefined && { NODE_OPTIONS }) },
      },
    );
    expect(stdout).toContain("network: 'local'");
    expect(stdout).toContain('addresses: undefined');
  });
});
