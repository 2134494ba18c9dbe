import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DevChain, NETWORKS } from '@dapikit/chain';
import { createCoreEmulator, type CoreEmulator } from '@dapikit/chain/core-emulator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCheckpoint } from '@dapikit/light-client';
import { readNetwork } from '../src/network/read-network.js';
import { callDapikit, folderWith } from './run-dapikit.js';

const FIXTURES = fileURLToPath(new URL('../../../fixtures/light-client/', import.meta.url));

describe('dapikit checkpoint', () => {
  test('lists and shows the shipped ones', async () => {
    const { code, stdout } = await callDapikit(['checkpoint', 'show']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^mainnet 2450008 000000000000001f[0-9a-f]{48} 2026-04-04 \(\d+ days\)\ntestnet 947224 /,
    );
    const shown = await callDapikit(['checkpoint', 'show', 'testnet']);
    expect(JSON.parse(shown.stdout)).toMatchObject({
      network: 'testnet',
      height: 947_224,
      time: 1_704_825_753,
    });
  });

  test('verifies the shipped one of testnet by recorded data, if its age is allowed', async () => {
    const args = ['checkpoint', 'verify', 'testnet', '--folder', join(FIXTURES, 'testnet-947224')];
    const old = await callDapikit(args);
    expect(old).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^dapikit checkpoint: old-checkpoint: .*raise --max-checkpoint-age/m),
    });
    const { code, stdout } = await callDapikit([...args, '--max-checkpoint-age', '36500']);
    expect(stdout).toContain('and its quorums are those of the folder\n');
    expect(code).toBe(0);
  });

  test('makes one of a folder, and finds a changed key', async () => {
    const folder = folderWith({});
    const out = join(folder, 'made.json');
    const data = ['--folder', join(FIXTURES, 'testnet-947224')];
    const made = await callDapikit(['checkpoint', 'create', ...data, '--height', '946936', '--out', out]);
    expect(made).toMatchObject({ code: 0, stdout: '' });
    const json = JSON.parse(readFileSync(out, 'utf8'));
    const [first, second] = json.chainLockQuorums;
    [first.quorumPublicKey, second.quorumPublicKey] = [second.quorumPublicKey, first.quorumPublicKey];
    writeFileSync(out, JSON.stringify(json));
    const verify = ['checkpoint', 'verify', out, ...data, '--max-checkpoint-age', '36500'];
    expect(await callDapikit(verify)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('chainLockQuorums of block 946936 is another one there'),
    });
  });

  test('needs the time of a block without a header', async () => {
    const { code, stderr } = await callDapikit([
      'checkpoint',
      'create',
      '--folder',
      join(FIXTURES, 'mainnet-2450008'),
    ]);
    expect(code).toBe(1);
    expect(stderr).toContain('the header of block 2450008 is not there: give its time');
  });

  test.each([
    [['checkpoint'], 'no action'],
    [['checkpoint', 'make'], 'unknown action "make"'],
    [['checkpoint', 'verify'], '<checkpoint> is missing'],
    [['checkpoint', 'create'], 'expected --node or --folder'],
    [['checkpoint', 'create', '--from', 'mainnet'], '--from needs --node'],
    [['checkpoint', 'show', '/nowhere'], 'no such file or folder'],
  ])('ends with 2 for %j', async (args, message) => {
    expect(await callDapikit(args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});

describe('dapikit checkpoint with a node', () => {
  const chain = new DevChain({ mining: 'manual', chainLocks: true });
  let emulator: CoreEmulator;
  let node: readonly string[];

  beforeAll(async () => {
    chain.quorums.form();
    emulator = await createCoreEmulator(chain, { port: 0, credentials: { user: 'me', password: 'pass' } });
    node = ['--node', emulator.url.replace('//', '//me:pass@')];
  });
  afterAll(async () => {
    await emulator.close();
    chain.close();
  });

  test('makes one, walks from it, and verifies the result with the node', async () => {
    const folder = folderWith({});
    const [older, newer] = [join(folder, 'older.json'), join(folder, 'newer.json')];
    expect(await callDapikit(['checkpoint', 'create', ...node, '--out', older])).toMatchObject({
      code: 0,
      stderr: '',
    });
    for (let mined = 0; mined < 60; mined += 1) chain.mine(1);
    const walked = await callDapikit(['checkpoint', 'create', ...node, '--from', older, '--out', newer]);
    expect(walked).toMatchObject({ code: 0, stderr: expect.stringMatching(/intervals, \d+ blocks\n$/) });
    const wrong = join(folder, 'wrong.json');
    writeFileSync(
      wrong,
      JSON.stringify({ ...JSON.parse(readFileSync(older, 'utf8')), hash: 'ab'.repeat(32) }),
    );
    expect(await callDapikit(['checkpoint', 'create', ...node, '--from', wrong])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^dapikit checkpoint: wrong-checkpoint: block \d+ is abab.* in the chain: it is/m,
      ),
    });
    expect(JSON.parse(readFileSync(newer, 'utf8')).height).toBeGreaterThan(
      JSON.parse(readFileSync(older, 'utf8')).height,
    );
    const verified = await callDapikit([
      'checkpoint',
      'verify',
      newer,
      ...node,
      '--max-checkpoint-age',
      '36500',
    ]);
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('are those of the node\n') });
  });

  test('writes a network file, which readNetwork reads, and which it shows and verifies', async () => {
    const out = join(folderWith({}), 'network.json');
    const peers = ['http://127.0.0.1:3000', 'https://192.0.2.1:443/'];
    const args = ['checkpoint', 'create', ...node, '--out', out, '--peers'];
    expect(await callDapikit([...args, peers.join(' ')])).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const alone = await callDapikit(['checkpoint', 'create', ...node]);
    expect(await readNetwork({ name: out, checkpoint: undefined, peers: undefined })).toEqual({
      network: NETWORKS.regtest,
      checkpoint: readCheckpoint(alone.stdout),
      peers: ['http://127.0.0.1:3000', 'https://192.0.2.1'],
      isDiscovering: false,
    });
    expect(await callDapikit(['checkpoint', 'show', out])).toMatchObject({
      code: 0,
      stdout: alone.stdout,
    });
    const verify = ['checkpoint', 'verify', out, ...node, '--max-checkpoint-age', '36500'];
    expect(await callDapikit(verify)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('are those of the node\n'),
    });
    expect(await callDapikit([...args, 'nowhere'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--peers: expected URLs of http or https, found "nowhere"'),
    });
  });

  test('says that the node is on another network, or does not answer', async () => {
    expect(await callDapikit(['checkpoint', 'create', ...node, '--from', 'mainnet'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the node is on regtest, the checkpoint on mainnet'),
    });
    expect(await callDapikit(['checkpoint', 'create', '--node', 'http://127.0.0.1:1'])).toMatchObject({
      code: 1,
    });
  });
});
