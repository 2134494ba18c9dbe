import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeBlockHeader } from '../src/block/block-header.js';
import { decodePartialMerkleTree, extractMerkleProof } from '../src/block/partial-merkle-tree.js';
import { bytesToHex, hexToBytes, internalHash } from '../src/bytes/hex.js';
import { ByteWriter } from '../src/bytes/byte-writer.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { descriptorChecksum } from '../src/node-face/descriptor.js';
import { murmurHash } from '../src/node-face/murmur-hash.js';
import { createNodeFace, FACE_METHODS, synopsis, type NodeFace } from '../src/node-face/index.js';
import { decodeTransaction, encodeTransaction, transactionId } from '../src/transaction/transaction.js';
import { CREDENTIALS, FaceCaller } from './face-caller.js';
import { spend } from './spend.js';

type Json = Readonly<Record<string, unknown>>;

let chain: DevChain;
let face: NodeFace;
let caller: FaceCaller;

beforeEach(async () => {
  chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });
  face = await createNodeFace(chain, { credentials: CREDENTIALS, port: 0 });
  caller = new FaceCaller(face.url);
});
afterEach(async () => {
  await face.close();
  chain.close();
});

/** The code and the first line of the message of a call that is refused. */
async function refusal(method: string, ...params: readonly unknown[]): Promise<[number, string]> {
  const { error } = await caller.answer(method, ...params);
  return [error!.code, error!.message.split('\n')[0]!];
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** A filter with one function and no tweak. */
function filterFor(bits: Uint8Array): string {
  return bytesToHex(new ByteWriter().varBytes(bits).u32(1).u32(0).u8(0).toBytes());
}

function payment(from = 0, to = 1, duffs = 100_000_000n): string {
  return bytesToHex(chain.transfer(chain.accounts[from]!, chain.accounts[to]!, duffs));
}

describe('blocks', () => {
  it('have their transactions with fees, and with the coins they spend', async () => {
    const hex = payment();
    const txid = transactionId(decodeTransaction(hexToBytes(hex)));
    await caller.call('sendrawtransaction', hex);
    const entry = await caller.call<{ fees: Json }>('getmempoolentry', txid);
    const [hash] = await caller.call<string[]>('generatetoaddress', 1, chain.accounts[2]!.address);
    const block = await caller.call<{ tx: Json[] }>('getblock', hash, 2);
    const paying = block.tx.find((transaction) => transaction['txid'] === txid)!;
    expect(paying).toMatchObject({ fee: entry.fees['base'], hex, instantlock: false });
    expect(Object.keys(block)).toEqual(Object.keys(await caller.call<Json>('getblock', hash)));
    const { tx } = await caller.call<{ tx: { txid: string; vin: Json[] }[] }>('getblock', hash, 3);
    const [input] = tx.find((transaction) => transaction.txid === txid)!.vin;
    expect(input!['prevout']).toMatchObject({
      generated: true,
      height: expect.any(Number),
      scriptPubKey: { address: chain.accounts[0]!.address, type: 'pubkeyhash' },
    });
    expect(await caller.call('getblock', hash, false)).toBe(await caller.call('getblock', hash, 0));
    expect(await caller.call('getblock', hash, 0)).toBe(
      bytesToHex(chain.serializedBlock(chain.tip().height)!),
    );
  });

  it('have sums over their transactions', async () => {
    // Past the blocks that hold commitments of quorums, which pay no fee.
    chain.mine(5);
    const hexes = [payment(0), payment(1), payment(2)];
    for (const hex of hexes) await caller.call('sendrawtransaction', hex);
    const entries = await caller.call<Record<string, { vsize: number; fees: { base: number } }>>(
      'getrawmempool',
      true,
    );
    const fees = Object.values(entries).map(({ fees }) => Math.round(fees.base * 1e8));
    const sizes = Object.values(entries).map(({ vsize }) => vsize);
    const coins = (): number => DevChain.nodeOf(chain).chain.coins.size;
    const before = coins();
    const [hash] = await caller.call<string[]>('generatetoaddress', 1, chain.accounts[0]!.address);
    const stats = await caller.call<Json>('getblockstats', hash);
    expect(stats).toMatchObject({
      totalfee: total(fees),
      avgfee: Math.floor(total(fees) / 3),
      maxfee: Math.max(...fees),
      minfee: Math.min(...fees),
      medianfee: fees.toSorted((a, b) => a - b)[1],
      total_size: total(sizes),
      maxtxsize: Math.max(...sizes),
      txs: 4,
      height: chain.tip().height,
      utxo_increase_actual: coins() - before,
    });
    expect(Object.keys(stats)).toHaveLength(27);
    expect(await caller.call('getblockstats', chain.tip().height, ['txs', 'height'])).toEqual({
      height: chain.tip().height,
      txs: 4,
    });
    expect(await refusal('getblockstats', 1, ['nope'])).toEqual([-8, "Invalid selected statistic 'nope'"]);
    expect(await refusal('getblockstats', -1)).toEqual([-8, 'Target block height -1 is negative']);
    expect(await refusal('getblockstats', 9999)).toEqual([
      -8,
      'Target block height 9999 after current tip 526',
    ]);
  });

  it('of several branches are told apart', async () => {
    const { hash, height } = chain.tip();
    const other = await chain.blockHash(height - 1);
    await caller.call('invalidateblock', hash);
    const mined = await caller.call<string[]>('generatetoaddress', 2, chain.accounts[0]!.address);
    const tips = await caller.call<Json[]>('getchaintips');
    expect(
      tips.map(({ height, hash, branchlen, forkpoint, status }) => [
        height,
        hash,
        branchlen,
        forkpoint,
        status,
      ]),
    ).toEqual([
      [height + 1, mined[1], 0, mined[1], 'active'],
      [height, hash, 1, other, 'invalid'],
    ]);
    expect(await caller.call('getblockheader', hash)).toMatchObject({ confirmations: -1, height });
    await caller.call('reconsiderblock', hash);
    expect(await caller.call('getchaintips', 10, 1)).toMatchObject([{ hash, status: 'valid-fork' }]);
    expect(await refusal('invalidateblock', '00'.repeat(32))).toEqual([-5, 'Block not found']);
    const [code] = await refusal('invalidateblock', await chain.blockHash(0));
    expect(code).toBe(-1);
    expect(await caller.call('getbestblockhash')).toBe(mined[1]);
  });

  it('are taken one by one, and refused with a reason', async () => {
    const other = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });
    const { height } = chain.tip();
    other.mine(2, { to: chain.accounts[3]!.address });
    const [first, second] = [...other.exportBlocks(height + 1)].map(({ hex }) => hex);
    other.close();
    expect(await caller.call('submitblock', second)).toBe('prev-blk-not-found');
    expect(await caller.call('submitblock', first)).toBeNull();
    expect(await caller.call('submitblock', first)).toBe('duplicate');
    expect(await caller.call('submitblock', second, 'ignored')).toBeNull();
    await caller.call('invalidateblock', await chain.blockHash(height + 1));
    expect(await caller.call('submitblock', first)).toBe('duplicate-invalid');
    expect(await refusal('submitblock', 'zz')).toEqual([-22, 'Block decode failed']);
    expect(await refusal('submitblock', '00')).toEqual([-22, 'Block decode failed']);
  });

  it('that hold what a wallet asks for are found by its filter, with proof', async () => {
    const [to] = chain.accounts.slice(4);
    await caller.call('sendrawtransaction', bytesToHex(chain.transfer(chain.accounts[0]!, to!, 5_000_000n)));
    const hashes = await caller.call<string[]>('generatetoaddress', 3, chain.accounts[0]!.address);
    const [txid] = (await caller.call<{ tx: string[] }>('getblock', hashes[0])).tx.slice(-1);
    // One function: the place of the id's bit is its hash in as many bits as there are.
    const bits = new Uint8Array(1000);
    const place = murmurHash(0, internalHash(txid!)) % 8000;
    bits[place >> 3] = 1 << (place & 7);
    const found = await caller.call<string[]>('getmerkleblocks', filterFor(bits), hashes[0], 3);
    expect(found).toHaveLength(1);
    const bytes = hexToBytes(found[0]!);
    const header = decodeBlockHeader(bytes.subarray(0, 80));
    const proof = extractMerkleProof(decodePartialMerkleTree(bytes.subarray(80)));
    expect(proof).toMatchObject({ valid: true, merkleRoot: header.merkleRoot, matches: [{ txid }] });
    expect(await caller.call('getmerkleblocks', filterFor(new Uint8Array(1000)), hashes[0])).toEqual([]);
    expect(await caller.call('getmerkleblocks', filterFor(new Uint8Array()), hashes[0])).toHaveLength(3);
    expect(await refusal('getmerkleblocks', filterFor(new Uint8Array(40_000)), hashes[0])).toEqual([
      -8,
      'Filter is not within size constraints',
    ]);
  });
});

describe('transactions', () => {
  it('are described wherever they are', async () => {
    const hex = payment();
    const txid = await caller.call<string>('sendrawtransaction', hex);
    const waiting = await caller.call<Json>('getrawtransaction', txid, true);
    expect(waiting).toMatchObject({ txid, hex, instantlock: false, chainlock: false });
    expect(waiting).not.toHaveProperty('blockhash');
    const decoded = await caller.call<Json>('decoderawtransaction', hex);
    expect(waiting).toMatchObject(decoded);
    const [hash] = await caller.call<string[]>('generatetoaddress', 1, chain.accounts[0]!.address);
    const mined = await caller.call<Json>('getrawtransaction', txid, 1);
    expect(mined).toMatchObject({ blockhash: hash, confirmations: 1, height: 521, time: expect.any(Number) });
    expect(await caller.call('getrawtransaction', txid, true, hash)).toEqual({
      in_active_chain: true,
      ...mined,
    });
    expect(await caller.call('getrawtransaction', txid)).toBe(hex);
    expect(
      await caller.call('getrawtransactionmulti', { [hash!]: [txid], 0: [txid, '11'.repeat(32)] }),
    ).toEqual({
      [txid]: hex,
      ['11'.repeat(32)]: 'None',
    });
    expect(await refusal('getrawtransaction', '11'.repeat(32))).toEqual([
      -5,
      'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.',
    ]);
    expect(await refusal('getrawtransaction', txid, true, '11'.repeat(32))).toEqual([
      -5,
      'Block hash not found',
    ]);
    expect(await caller.call('getrawtransactionmulti', { ['33'.repeat(32)]: [txid] })).toEqual({
      [txid]: 'None',
    });
    const many = Array.from({ length: 101 }, () => txid);
    expect(await refusal('getrawtransactionmulti', { 0: many })).toEqual([-8, 'Up to 100 txids in total']);
    const { merkleroot } = await caller.call<Json>('getblockheader', await chain.blockHash(0));
    expect(await refusal('getrawtransaction', merkleroot)).toEqual([
      -5,
      'The genesis block coinbase is not considered an ordinary transaction and cannot be retrieved',
    ]);
    expect(await refusal('getrawtransaction', 'abc')).toEqual([
      -8,
      "parameter 1 must be of length 64 (not 3, for 'abc')",
    ]);
  });

  it('leave outputs until they are spent', async () => {
    const [from] = chain.accounts;
    const [coin] = chain.coins(from!);
    const { txid, index } = coin!.outPoint;
    const { height } = chain.tip();
    expect(await caller.call('gettxout', txid, index)).toMatchObject({
      bestblock: chain.tip().hash,
      confirmations: height - coin!.coin.height + 1,
      value: Number(coin!.coin.value) / 1e8,
      scriptPubKey: { address: from!.address },
      coinbase: true,
    });
    const hex = bytesToHex(
      encodeTransaction(
        spend(from!, [coin!], [{ value: coin!.coin.value - 1000n, scriptPubKey: from!.scriptPubKey }]),
      ),
    );
    const spender = await caller.call<string>('sendrawtransaction', hex);
    expect(await caller.call('gettxout', txid, index)).toBeNull();
    expect(await caller.call('gettxout', txid, index, false)).toMatchObject({ coinbase: true });
    expect(await caller.call('gettxout', spender, 0)).toMatchObject({ confirmations: 0 });
    expect(await caller.call('gettxout', spender, 7)).toBeNull();
  });

  it('are tried without being sent', async () => {
    const hex = payment();
    const [accepted] = await caller.call<Json[]>('testmempoolaccept', [hex]);
    expect(accepted).toMatchObject({ allowed: true, vsize: hex.length / 2 });
    expect(chain.mempool()).toEqual([]);
    await caller.call('sendrawtransaction', hex);
    const verdict = async (given: string, ...more: unknown[]): Promise<unknown> => {
      const [told] = await caller.call<Json[]>('testmempoolaccept', [given], ...more);
      return told!['reject-reason'];
    };
    expect(await verdict(hex)).toBe('txn-already-in-mempool');
    const [, from] = chain.accounts;
    const [coin] = chain.coins(from!);
    const paying = (fee: bigint): string =>
      bytesToHex(
        encodeTransaction(
          spend(from!, [coin!], [{ value: coin!.coin.value - fee, scriptPubKey: from!.scriptPubKey }]),
        ),
      );
    expect(await verdict(paying(0n))).toBe('min relay fee not met');
    expect(await verdict(paying(100_000_000n))).toBe('max-fee-exceeded');
    expect(await verdict(paying(100_000_000n), 0)).toBeUndefined();
    expect(await refusal('testmempoolaccept', ['zz'])).toEqual([
      -22,
      'TX decode failed: zz Make sure the tx has at least one input.',
    ]);
    // With the arguments that let it pass.
    expect(await refusal('sendrawtransaction', paying(0n))).toEqual([-26, 'min relay fee not met, 0 < 191']);
    expect(await refusal('sendrawtransaction', paying(100_000_000n))).toMatchObject([-25, expect.anything()]);
    expect(await caller.call('sendrawtransaction', paying(100_000_000n), 0)).toHaveLength(64);
    chain.mine(1);
    expect(await refusal('sendrawtransaction', hex, 'x')).toEqual([-3, 'Invalid amount']);
    expect(await refusal('sendrawtransaction', hex, -1)).toEqual([-3, 'Amount out of range']);
    expect(await refusal('sendrawtransaction', hex, true)).toEqual([-3, 'Amount is not a number or string']);
  });

  it('are put into a block as they are named', async () => {
    const [waiting, brought] = [payment(0), payment(1)];
    const txid = await caller.call<string>('sendrawtransaction', waiting);
    const { hash } = await caller.call<{ hash: string }>('generateblock', chain.accounts[5]!.address, [
      txid,
      brought,
    ]);
    const { tx } = await caller.call<{ tx: string[] }>('getblock', hash);
    expect(tx.slice(-2)).toEqual([txid, transactionId(decodeTransaction(hexToBytes(brought)))]);
    expect(await refusal('generateblock', chain.accounts[5]!.address, [txid])).toEqual([
      -5,
      `Transaction ${txid} not in mempool.`,
    ]);
    expect(await refusal('generateblock', 'nowhere', [])).toEqual([
      -5,
      'Error: Invalid address or descriptor',
    ]);
    expect(await refusal('generateblock', chain.accounts[5]!.address, [brought])).toMatchObject([
      -25,
      expect.stringContaining('TestBlockValidity failed'),
    ]);
    expect(await refusal('generateblock', chain.accounts[5]!.address, ['abcd'])).toMatchObject([
      -22,
      expect.anything(),
    ]);
    expect(await refusal('generatetoaddress', 1, 'nowhere')).toEqual([-5, 'Error: Invalid address']);
  });

  it('wait in a mempool that is described', async () => {
    const parent = await caller.call<string>('sendrawtransaction', payment());
    const info = await caller.call<Json>('getmempoolinfo');
    expect(info).toMatchObject({ size: 1, bytes: expect.any(Number), instantsendlocks: 0 });
    expect(await caller.call('getrawmempool')).toEqual([parent]);
    expect(await caller.call('getmempoolentry', parent)).toMatchObject({
      depends: [],
      spentby: [],
      ancestorcount: 1,
      descendantcount: 1,
    });
    expect(await refusal('getmempoolentry', '11'.repeat(32))).toEqual([-5, 'Transaction not in mempool']);
    expect(await refusal('getrawmempool', true, true)).toEqual([
      -8,
      'Verbose results cannot contain mempool sequence values.',
    ]);
  });
});

it('tells masternodes in every form', async () => {
  chain.masternodes.register({ type: 'regular' });
  chain.mine(3);
  const { total, detailed } = await caller.call<{ total: number; detailed: Json }>('masternode', 'count');
  expect(total).toBe(chain.masternodes.list().length);
  expect(Object.keys(detailed)).toEqual(['regular', 'evo']);
  const list = await caller.call<Json>('masternodelist');
  expect(await caller.call('masternode', 'list')).toEqual(list);
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
    expect(Object.keys(await caller.call<Json>('masternodelist', mode, outPoint))).toEqual([outPoint]);
  }
  expect(await caller.call('masternodelist', 'status', 'POSE')).toEqual({});
  expect(await refusal('masternodelist', 'nope')).toEqual([-8, 'strMode nope not found']);
  const hashes = await caller.call<string[]>('protx', 'list');
  expect(hashes.toSorted()).toEqual(
    chain.masternodes
      .list()
      .map(({ proTxHash }) => proTxHash)
      .toSorted(),
  );
  const listed = await caller.call<Json[]>('protx', 'list', 'registered', 1);
  expect(await caller.call('protx', 'info', hashes[0])).toEqual(listed[0]);
  expect(await refusal('protx', 'info', '11'.repeat(32))).toEqual([-8, `${'11'.repeat(32)} not found`]);
  expect(await refusal('protx', 'list', 'wallet')).toMatchObject([-1, expect.anything()]);
  expect(await refusal('protx', 'list', 'registered', true, 0)).toEqual([-8, 'invalid height specified']);
  const diff = await caller.call<{ addedMNs: Json[]; updatedMNs: Json[]; removedMNs: string[] }>(
    'protx',
    'listdiff',
    chain.tip().height - 4,
    chain.tip().height,
  );
  expect(diff.addedMNs).toMatchObject([{ proTxHash: expect.any(String), state: { PoSeBanHeight: -1 } }]);
  expect(diff.removedMNs).toEqual([]);
  expect(diff.updatedMNs.length).toBeGreaterThan(0);
  expect(await refusal('protx', 'listdiff', 0, 5)).toEqual([
    -1,
    'baseBlock must be a chain height and not 0',
  ]);
  expect(await refusal('protx', 'nope')).toEqual([-32601, 'Method not found']);
});

it('has its clock set', async () => {
  const time = chain.clock.now + 1_000_000;
  await caller.call('setmocktime', time);
  const [hash] = await caller.call<string[]>('generatetoaddress', 1, chain.accounts[0]!.address);
  expect(await caller.call('getblockheader', hash)).toMatchObject({ time });
  await caller.call('setmocktime', 1);
  expect(chain.clock.now).toBe(chain.clock.medianTime + 1);
  await caller.call('setmocktime', 0);
  expect(await refusal('setmocktime', -1)).toEqual([-8, 'Mocktime cannot be negative: -1.']);
});

it('describes scripts and addresses', async () => {
  const { address, scriptPubKey } = chain.accounts[0]!;
  expect(await caller.call('validateaddress', address)).toEqual({
    isvalid: true,
    address,
    scriptPubKey: bytesToHex(scriptPubKey),
    isscript: false,
  });
  expect(await caller.call('validateaddress', 'nope')).toEqual({
    isvalid: false,
    error: 'Invalid address format',
  });
  // Of the main network.
  expect(await caller.call('validateaddress', 'XwnLY9Tf7Zsef8gMGL2fhWA9ZmMjt4KPwg')).toEqual({
    isvalid: false,
    error: 'Invalid prefix for Base58-encoded address',
  });
  const key = `02${'11'.repeat(32)}`;
  expect(await caller.call('decodescript', `21${key}ac`)).toMatchObject({
    type: 'pubkey',
    asm: `${key} OP_CHECKSIG`,
  });
  expect(await caller.call('decodescript', '6a04deadbeef')).toMatchObject({
    type: 'nulldata',
    asm: 'OP_RETURN -1874767326',
  });
  expect(await caller.call('decodescript', '')).toMatchObject({ type: 'nonstandard', asm: '' });
  expect(await caller.call('decodescript', '4c')).toMatchObject({ asm: '[error]' });
  // BIP-380: test vector of its checksum.
  expect(descriptorChecksum('raw(deadbeef)')).toBe('89f8spxm');
});

it('says honestly what it does not know', async () => {
  expect(await caller.call('estimatesmartfee', 1)).toEqual({
    errors: ['Insufficient data or no feerate found'],
    blocks: 2,
  });
  expect(await refusal('estimatesmartfee', 0)).toEqual([
    -8,
    'Invalid conf_target, must be between 1 and 1008',
  ]);
  expect(await caller.call('getconnectioncount')).toBe(0);
  expect(await caller.call('getpeerinfo')).toEqual([]);
  expect(await caller.call('ping')).toBeNull();
  expect(await caller.call('getzmqnotifications')).toEqual([]);
  expect(await caller.call('uptime')).toBeLessThan(60);
  expect(await caller.call('getmininginfo')).toMatchObject({ blocks: 520, chain: 'regtest', pooledtx: 0 });
  expect(await caller.call('getdifficulty')).toBeCloseTo(4.656e-10);
  for (const method of ['stop', 'getinfo', 'getnewaddress']) {
    expect(await refusal(method)).toEqual([-32601, 'Method not found']);
  }
});

it('helps with every method, by the line that Dash Core would begin with', async () => {
  for (const method of FACE_METHODS) {
    const [first] = (await caller.call<string>('help', ...method.name.split(' '))).split('\n');
    expect(first).toBe(synopsis(method));
  }
  const list = (await caller.call<string>('help')).split('\n');
  const shown = FACE_METHODS.filter(({ category }) => category !== 'Hidden').map(synopsis);
  expect(shown.filter((line) => !list.includes(line))).toEqual([]);
  expect(await caller.call('help', 'nope')).toBe('help: unknown command: nope');
  expect(await caller.call('help', 'protx')).toContain('protx info "proTxHash" ( "blockHash" )');
});

it('refuses calls with too few or too many params by telling how it is called', async () => {
  for (const method of FACE_METHODS) {
    const tooMany = Array.from({ length: method.params.length + 1 }, () => null);
    const [name, ...words] = method.name.split(' ');
    expect(await refusal(name!, ...words, ...tooMany)).toEqual([-1, synopsis(method)]);
  }
});
