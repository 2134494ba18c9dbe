import { expect, it } from 'vitest';
import { bytesToHex } from '../src/bytes/hex.js';
import { RPC_METHODS } from '../src/core-node/rpc-method.js';
import { descriptorChecksum } from '../src/core-emulator/json/descriptor.js';
import { EMULATOR_METHODS, synopsis } from '../src/core-emulator/index.js';
import { EmulatorFixture } from './emulator-fixture.js';

type Json = Readonly<Record<string, unknown>>;

const shown = new EmulatorFixture();

it('masternode and protx methods return masternodes in every form', async () => {
  shown.chain.masternodes.register({ type: 'regular' });
  shown.chain.mine(3);
  const { total, detailed } = await shown.caller.call<{ total: number; detailed: Json }>(
    'masternode',
    'count',
  );
  expect(total).toBe(shown.chain.masternodes.list().length);
  expect(Object.keys(detailed)).toEqual(['regular', 'evo']);
  const list = await shown.caller.call<Json>('masternodelist');
  expect(await shown.caller.call('masternode', 'list')).toEqual(list);
  expect(Object.keys(list)).toHaveLength(total);
  const [outPoint] = Object.keys(list);
  for (const mode of [
    'addr',
    'full',
    'info',
    'owneraddress',
    'votingaddress',
    'lastpaidtime',
    'lastpaidblock',
    'payee',
    'pubkeyoperator',
    'status',
  ]) {
    expect(Object.keys(await shown.caller.call<Json>('masternodelist', mode, outPoint))).toEqual([outPoint]);
  }
  expect(await shown.caller.call('masternodelist', 'status', 'POSE')).toEqual({});
  expect(await shown.caller.rejectionOf('masternodelist', 'nope')).toEqual([-8, 'strMode nope not found']);
  const hashes = await shown.caller.call<string[]>('protx', 'list');
  expect(hashes.toSorted()).toEqual(
    shown.chain.masternodes
      .list()
      .map(({ proTxHash }) => proTxHash)
      .toSorted(),
  );
  const listed = await shown.caller.call<Json[]>('protx', 'list', 'registered', 1);
  expect(await shown.caller.call('protx', 'info', hashes[0])).toEqual(listed[0]);
  expect(await shown.caller.rejectionOf('protx', 'info', '11'.repeat(32))).toEqual([
    -8,
    `${'11'.repeat(32)} not found`,
  ]);
  expect(await shown.caller.rejectionOf('protx', 'list', 'wallet')).toMatchObject([-1, expect.anything()]);
  expect(await shown.caller.rejectionOf('protx', 'list', 'registered', true, 0)).toEqual([
    -8,
    'invalid height specified',
  ]);
  const diff = await shown.caller.call<{ addedMNs: Json[]; updatedMNs: Json[]; removedMNs: string[] }>(
    'protx',
    'listdiff',
    shown.chain.tip().height - 4,
    shown.chain.tip().height,
  );
  expect(diff.addedMNs).toMatchObject([{ proTxHash: expect.any(String), state: { PoSeBanHeight: -1 } }]);
  expect(diff.removedMNs).toEqual([]);
  expect(diff.updatedMNs.length).toBeGreaterThan(0);
  expect(await shown.caller.rejectionOf('protx', 'listdiff', 0, 5)).toEqual([
    -1,
    'baseBlock must be a chain height and not 0',
  ]);
  expect(await shown.caller.rejectionOf('protx', 'nope')).toEqual([-32601, 'Method not found']);
});

it('setmocktime sets the clock', async () => {
  const time = shown.chain.clock.now + 1_000_000;
  await shown.caller.call('setmocktime', time);
  const [hash] = await shown.caller.call<string[]>('generatetoaddress', 1, shown.chain.accounts[0]!.address);
  expect(await shown.caller.call('getblockheader', hash)).toMatchObject({ time });
  await shown.caller.call('setmocktime', 1);
  expect(shown.chain.clock.now).toBe(shown.chain.clock.medianTime + 1);
  await shown.caller.call('setmocktime', 0);
  expect(await shown.caller.rejectionOf('setmocktime', -1)).toEqual([-8, 'Mocktime cannot be negative: -1.']);
});

it('validateaddress and decodescript describe addresses and scripts', async () => {
  const { address, scriptPubKey } = shown.chain.accounts[0]!;
  expect(await shown.caller.call('validateaddress', address)).toEqual({
    isvalid: true,
    address,
    scriptPubKey: bytesToHex(scriptPubKey),
    isscript: false,
  });
  expect(await shown.caller.call('validateaddress', 'nope')).toEqual({
    isvalid: false,
    error: 'Invalid address format',
  });
  // Of the main network.
  expect(await shown.caller.call('validateaddress', 'XwnLY9Tf7Zsef8gMGL2fhWA9ZmMjt4KPwg')).toEqual({
    isvalid: false,
    error: 'Invalid prefix for Base58-encoded address',
  });
  const key = `02${'11'.repeat(32)}`;
  expect(await shown.caller.call('decodescript', `21${key}ac`)).toMatchObject({
    type: 'pubkey',
    asm: `${key} OP_CHECKSIG`,
  });
  expect(await shown.caller.call('decodescript', '6a04deadbeef')).toMatchObject({
    type: 'nulldata',
    asm: 'OP_RETURN -1874767326',
  });
  expect(await shown.caller.call('decodescript', '')).toMatchObject({ type: 'nonstandard', asm: '' });
  expect(await shown.caller.call('decodescript', '4c')).toMatchObject({ asm: '[error]' });
  // BIP-380: test vector of its checksum.
  expect(descriptorChecksum('raw(deadbeef)')).toBe('89f8spxm');
});

it('methods without data return the empty results of Dash Core', async () => {
  expect(await shown.caller.call('estimatesmartfee', 1)).toEqual({
    errors: ['Insufficient data or no feerate found'],
    blocks: 2,
  });
  expect(await shown.caller.rejectionOf('estimatesmartfee', 0)).toEqual([
    -8,
    'Invalid conf_target, must be between 1 and 1008',
  ]);
  expect(await shown.caller.call('getconnectioncount')).toBe(0);
  expect(await shown.caller.call('getpeerinfo')).toEqual([]);
  expect(await shown.caller.call('ping')).toBeNull();
  expect(await shown.caller.call('getzmqnotifications')).toEqual([]);
  expect(await shown.caller.call('uptime')).toBeLessThan(60);
  expect(await shown.caller.call('getmininginfo')).toMatchObject({
    blocks: 520,
    chain: 'regtest',
    pooledtx: 0,
  });
  expect(await shown.caller.call('getdifficulty')).toBeCloseTo(4.656e-10);
  for (const method of ['stop', 'getinfo', 'getnewaddress']) {
    expect(await shown.caller.rejectionOf(method)).toEqual([-32601, 'Method not found']);
  }
});

it('help describes every method, starting with the synopsis of Dash Core', async () => {
  for (const method of EMULATOR_METHODS) {
    const [first] = (await shown.caller.call<string>('help', ...method.name.split(' '))).split('\n');
    expect(first).toBe(synopsis(method));
  }
  const list = (await shown.caller.call<string>('help')).split('\n');
  const told = EMULATOR_METHODS.filter(({ category }) => category !== 'Hidden').map(synopsis);
  expect(told.filter((line) => !list.includes(line))).toEqual([]);
  expect(await shown.caller.call('help', 'nope')).toBe('help: unknown command: nope');
  expect(await shown.caller.call('help', 'protx')).toContain('protx info "proTxHash" ( "blockHash" )');
});

it('calls with a wrong number of params are rejected with the synopsis', async () => {
  for (const method of EMULATOR_METHODS) {
    const tooMany = Array.from({ length: method.params.length + 1 }, () => null);
    const [name, ...words] = method.name.split(' ');
    expect(await shown.caller.rejectionOf(name!, ...words, ...tooMany)).toEqual([-1, synopsis(method)]);
  }
});

it('the emulator has every method that dashmate allows DAPI and that CoreNode calls', () => {
  const whitelisted = [
    'getbestblockhash',
    'getblockhash',
    'sendrawtransaction',
    'getrawtransaction',
    'getblockstats',
    'getmerkleblocks',
    'getrawtransactionmulti',
    'getrawmempool',
    'getblockcount',
    'getbestchainlock',
    'getblock',
    'getblockheader',
    'getblockheaders',
    'protx diff',
    'getnetworkinfo',
    'getblockchaininfo',
    'mnsync',
    'masternode status',
  ];
  const names = EMULATOR_METHODS.map(({ name }) => name);
  const isAnswered = (wanted: string): boolean =>
    names.some((name) => name === wanted || name.startsWith(`${wanted} `));
  expect([...whitelisted, ...RPC_METHODS].filter((wanted) => !isAnswered(wanted))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});
