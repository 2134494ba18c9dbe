import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { encodeAddress } from '../src/primitives/address/address.js';
import { bytesToHex } from '../src/base/bytes/hex.js';
import { RPC_METHODS } from '../src/nodes/core-node/rpc-method.js';
import { descriptorChecksum } from '../src/core-emulator/json/descriptor.js';
import { EMULATOR_METHODS, synopsis } from '../src/core-emulator/index.js';
import { DevChain } from '../src/devchain/dev-chain.js';
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
    blocks: 0,
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

it('a first word alone, or with an unknown second one, is rejected as a method of its own', async () => {
  for (const method of ['protx', 'quorum', 'masternode']) {
    const alone = await shown.caller.post(JSON.stringify({ id: 1, method, params: [] }));
    expect(alone.status).toBe(500);
    expect(await alone.json()).toMatchObject({ error: { code: -1 } });
    expect(await shown.caller.rejectionOf(method, 'nope')).toEqual([-8, 'Must be a valid command']);
    expect(await shown.caller.rejectionOf(method, 'nope', 1)).toMatchObject([-1, `${method} "command"`]);
  }
  expect(await shown.caller.rejectionOf('masternode', 'outputs')).toEqual([-8, 'Must be a valid command']);
  const named = { id: 1, method: 'protx', params: { command: 'list', type: 'valid' } };
  const response = await shown.caller.post(JSON.stringify(named));
  expect(await response.json()).toMatchObject({
    result: await shown.caller.call('protx', 'list', 'valid'),
  });
});

it('masternode payments and winners are those of the coinbases', async () => {
  shown.chain.mine(2);
  const { height } = shown.chain.tip();
  const hashes = [height - 2, height - 1, height].map((at) => shown.chain.blockHash(at));
  interface Payments {
    readonly height: number;
    readonly blockhash: string;
    readonly amount: number;
    readonly masternodes: readonly { proTxHash: string; amount: number; payees: readonly Json[] }[];
  }
  const payments = await shown.caller.call<Payments[]>('masternode', 'payments', hashes[0], 9);
  expect(payments.map((each) => [each.height, each.blockhash])).toEqual(
    hashes.map((hash, index) => [height - 2 + index, hash]),
  );
  expect(await shown.caller.call('masternode', 'payments', hashes[2], '-3')).toEqual(payments);
  expect(await shown.caller.call('masternode', 'payments')).toEqual(payments.slice(-1));
  const winners = await shown.caller.call<Record<string, string>>('masternode', 'winners', '2');
  for (const { height: at, blockhash, amount, masternodes } of payments) {
    const block = await shown.caller.call<{ tx: { vout: { valueSat: number; scriptPubKey: Json }[] }[] }>(
      'getblock',
      blockhash,
      2,
    );
    const paid = block.tx[0]!.vout.slice(1);
    const [masternode] = masternodes;
    expect(amount).toBe(paid.reduce((sum, { valueSat }) => sum + valueSat, 0));
    expect(masternode).toMatchObject({ amount });
    expect(masternode!.payees).toEqual(
      paid.map(({ valueSat, scriptPubKey }) => ({
        address: scriptPubKey['address'] ?? '',
        script: scriptPubKey['hex'],
        amount: valueSat,
      })),
    );
    expect(winners[at]).toBe(masternode!.payees.at(-1)!['address']);
  }
  const enabled = shown.chain.masternodes.list().length;
  expect(Object.keys(winners)).toHaveLength(3 + Math.min(enabled, 20));
  shown.chain.mine(1);
  const next = await shown.caller.call<Payments[]>('masternode', 'payments');
  expect(winners[height + 1]).toBe(next[0]!.masternodes[0]!.payees.at(-1)!['address']);
  expect(await shown.caller.call('masternode', 'winners', '2', 'nobody')).toEqual({});
  expect(await shown.caller.rejectionOf('masternode', 'winners', 2)).toEqual([
    -3,
    'JSON value of type number is not of expected type string',
  ]);
  expect(await shown.caller.rejectionOf('masternode', 'payments', hashes[0], 'x')).toEqual([
    -8,
    "count must be a 64bit integer (not 'x')",
  ]);
});

it('columns of masternodelist are aligned to the right', async () => {
  const list = await shown.caller.call<Record<string, string>>('masternodelist', 'full');
  for (const text of Object.values(list))
    expect(text).toMatch(/^ {11}ENABLED \d+ \S{34} [ \d]{10} [ \d]{6} \d+\.\d+\.\d+\.\d+:\d+$/);
});

it('lists and payloads have the details of Dash Core', async () => {
  const early = await shown.caller.call<Json>('quorum', 'listextended', 0);
  expect(Object.keys(early).slice(0, 2)).toEqual(['llmq_test', 'llmq_test_instantsend']);
  expect(Object.keys(await shown.caller.call<Json>('quorum', 'listextended', 1))).not.toContain(
    'llmq_test_instantsend',
  );
  const diff = await shown.caller.call<{ blockHash: string }>('protx', 'diff', 1, 431);
  expect(diff.blockHash).toBe('0'.repeat(64));
  const { accounts } = shown.chain;
  expect(await shown.caller.call('validateaddress', ` ${accounts[0]!.address}\n`)).toMatchObject({
    isvalid: true,
    address: accounts[0]!.address,
  });
  expect(await shown.caller.call('decodescript', 'ff')).toMatchObject({ asm: 'OP_INVALIDOPCODE' });
  expect(await shown.caller.rejectionOf('sendrawtransaction', 'zz', -1)).toMatchObject([
    -22,
    expect.anything(),
  ]);
  expect(await shown.caller.rejectionOf('getblockhashes', 'x', 1)).toMatchObject([-3, expect.anything()]);
});

it('submitblock takes a block with bytes behind it', async () => {
  const other = DevChain.load(shown.chain.dump());
  other.mine(1);
  const [block] = [...other.exportBlocks(other.tip().height)];
  expect(await shown.caller.call('submitblock', `${block!.hex}00ff`)).toBeNull();
  expect(shown.chain.tip().hash).toBe(other.tip().hash);
  other.close();
});

it('payloads with unreadable keys, signatures and addresses are described as Dash Core reads them', async () => {
  const file = new URL('../../../fixtures/dash-core-rules/verdicts.jsonl', import.meta.url);
  const rows = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): { what: string; submit?: { hex: string }[] } => JSON.parse(line));
  const described = (what: string) =>
    shown.caller.call<Record<string, Json>>(
      'decoderawtransaction',
      rows.find((row) => row.what === what)!.submit![0]!.hex,
    );
  expect(await described('a revocation whose signature no scheme can read')).not.toHaveProperty('proUpRevTx');
  expect(await described('a revocation whose signature only the legacy scheme can read')).toHaveProperty(
    'proUpRevTx',
  );
  const { proRegTx } = await described('a registration with the address of an internal name');
  expect(proRegTx).toMatchObject({ service: '[::]:0', addresses: {} });
  const { proUpRegTx } = await described(
    'an update of version 1 whose operator key has the sign of the basic scheme',
  );
  expect(proUpRegTx).toMatchObject({ pubKeyOperator: '0'.repeat(96) });
});

it('the genesis block is described as Dash Core does', async () => {
  expect(await shown.caller.call('getblockstats', 0, ['subsidy'])).toEqual({ subsidy: 5_000_000_000 });
  const genesis = await shown.caller.call<{ tx: string[] }>('getblock', shown.chain.blockHash(0));
  expect(await shown.caller.rejectionOf('gettxoutproof', genesis.tx)).toEqual([
    -5,
    'Transaction not yet in block',
  ]);
  expect(await shown.caller.call('getindexinfo')).toEqual({
    txindex: { synced: true, best_block_height: shown.chain.tip().height },
  });
  expect(await shown.caller.call('getindexinfo', 'none')).toEqual({});
});

it('verifymessage verifies what dashcore-lib signed', async () => {
  const { caller, chain } = shown;
  const address = 'yjLG5HeifV72L78cr6EW4sEC9AATZnmLXA';
  const signature =
    'INHc0+YKnwdBoVZYiEkyWQ99t1oEjJuWz8wd3t8+PKBnGD4Txe0iWztgDP4i8mZNUFDTn6LKWVS5ESknA5rn8g0=';
  expect(await caller.call('verifymessage', address, signature, 'héllo')).toBe(true);
  expect(await caller.call('verifymessage', address, signature, 'hello')).toBe(false);
  expect(await caller.call('verifymessage', chain.accounts[0]!.address, signature, 'héllo')).toBe(false);
  expect(await caller.call('verifymessage', address, '', 'héllo')).toBe(false);
  expect(await caller.rejectionOf('verifymessage', 'x', signature, '')).toEqual([-5, 'Invalid address']);
  expect(await caller.rejectionOf('verifymessage', address, 'IN', '')).toEqual([
    -3,
    'Malformed base64 encoding',
  ]);
  const script = encodeAddress({ kind: 'scriptHash', hash: new Uint8Array(20) }, 'regtest');
  expect(await caller.rejectionOf('verifymessage', script, signature, '')).toEqual([
    -3,
    'Address does not refer to key',
  ]);
});
