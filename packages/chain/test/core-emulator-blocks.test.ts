import { expect, it } from 'vitest';
import { decodeBlockHeader } from '../src/primitives/block/block-header.js';
import { decodePartialMerkleTree, extractMerkleProof } from '../src/primitives/block/partial-merkle-tree.js';
import { ByteWriter } from '../src/base/bytes/byte-writer.js';
import { bytesToHex, hexToBytes, internalHash } from '../src/base/bytes/hex.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { murmurHash } from '../src/core-emulator/json/murmur-hash.js';
import { decodeTransaction, transactionId } from '../src/primitives/transaction/transaction.js';
import { EmulatorFixture } from './emulator-fixture.js';

type Json = Readonly<Record<string, unknown>>;

const shown = new EmulatorFixture();

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** A filter with one function and no tweak. */
function filterFor(bits: Uint8Array): string {
  return bytesToHex(new ByteWriter().varBytes(bits).u32(1).u32(0).u8(0).toBytes());
}

it('getblock returns transactions with fees and spent coins', async () => {
  const hex = shown.payment();
  const txid = transactionId(decodeTransaction(hexToBytes(hex)));
  await shown.caller.call('sendrawtransaction', hex);
  const entry = await shown.caller.call<{ fees: Json }>('getmempoolentry', txid);
  const [hash] = await shown.caller.call<string[]>('generatetoaddress', 1, shown.chain.accounts[2]!.address);
  const block = await shown.caller.call<{ tx: Json[] }>('getblock', hash, 2);
  const paying = block.tx.find((transaction) => transaction['txid'] === txid)!;
  expect(paying).toMatchObject({ fee: entry.fees['base'], hex, instantlock: false });
  expect(Object.keys(block)).toEqual(Object.keys(await shown.caller.call<Json>('getblock', hash)));
  const { tx } = await shown.caller.call<{ tx: { txid: string; vin: Json[] }[] }>('getblock', hash, 3);
  const [input] = tx.find((transaction) => transaction.txid === txid)!.vin;
  expect(input!['prevout']).toMatchObject({
    generated: true,
    height: expect.any(Number),
    scriptPubKey: { address: shown.chain.accounts[0]!.address, type: 'pubkeyhash' },
  });
  expect(await shown.caller.call('getblock', hash, false)).toBe(await shown.caller.call('getblock', hash, 0));
  expect(await shown.caller.call('getblock', hash, 0)).toBe(
    bytesToHex(shown.chain.serializedBlock(shown.chain.tip().height)!),
  );
});

it('getblockstats returns sums over the transactions of a block', async () => {
  // Past the blocks that hold commitments of quorums, which pay no fee.
  shown.chain.mine(5);
  const hexes = [shown.payment(0), shown.payment(1), shown.payment(2)];
  for (const hex of hexes) await shown.caller.call('sendrawtransaction', hex);
  const entries = await shown.caller.call<Record<string, { vsize: number; fees: { base: number } }>>(
    'getrawmempool',
    true,
  );
  const fees = Object.values(entries).map(({ fees }) => Math.round(fees.base * 1e8));
  const sizes = Object.values(entries).map(({ vsize }) => vsize);
  const coins = (): number => DevChain.nodeOf(shown.chain).chain.coins.size;
  const before = coins();
  const [hash] = await shown.caller.call<string[]>('generatetoaddress', 1, shown.chain.accounts[0]!.address);
  const stats = await shown.caller.call<Json>('getblockstats', hash);
  expect(stats).toMatchObject({
    totalfee: total(fees),
    avgfee: Math.floor(total(fees) / 3),
    maxfee: Math.max(...fees),
    minfee: Math.min(...fees),
    medianfee: fees.toSorted((a, b) => a - b)[1],
    total_size: total(sizes),
    maxtxsize: Math.max(...sizes),
    txs: 4,
    height: shown.chain.tip().height,
    utxo_increase_actual: coins() - before,
  });
  expect(Object.keys(stats)).toHaveLength(27);
  expect(await shown.caller.call('getblockstats', shown.chain.tip().height, ['txs', 'height'])).toEqual({
    height: shown.chain.tip().height,
    txs: 4,
  });
  expect(await shown.caller.rejectionOf('getblockstats', 1, ['nope'])).toEqual([
    -8,
    "Invalid selected statistic 'nope'",
  ]);
  expect(await shown.caller.rejectionOf('getblockstats', -1)).toEqual([
    -8,
    'Target block height -1 is negative',
  ]);
  expect(await shown.caller.rejectionOf('getblockstats', 9999)).toEqual([
    -8,
    'Target block height 9999 after current tip 526',
  ]);
});

it('getchaintips lists several branches', async () => {
  const { hash, height } = shown.chain.tip();
  const other = await shown.chain.blockHash(height - 1);
  await shown.caller.call('invalidateblock', hash);
  const mined = await shown.caller.call<string[]>('generatetoaddress', 2, shown.chain.accounts[0]!.address);
  const tips = await shown.caller.call<Json[]>('getchaintips');
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
  expect(await shown.caller.call('getblockheader', hash)).toMatchObject({ confirmations: -1, height });
  await shown.caller.call('reconsiderblock', hash);
  expect(await shown.caller.call('getchaintips', 10, 1)).toMatchObject([{ hash, status: 'valid-fork' }]);
  expect(await shown.caller.rejectionOf('invalidateblock', '00'.repeat(32))).toEqual([-5, 'Block not found']);
  const [code] = await shown.caller.rejectionOf('invalidateblock', await shown.chain.blockHash(0));
  expect(code).toBe(-1);
  expect(await shown.caller.call('getbestblockhash')).toBe(mined[1]);
});

it('submitblock accepts blocks one by one and rejects them with a reason', async () => {
  const other = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });
  const { height } = shown.chain.tip();
  other.mine(2, { to: shown.chain.accounts[3]!.address });
  const [first, second] = [...other.exportBlocks(height + 1)].map(({ hex }) => hex);
  other.close();
  expect(await shown.caller.call('submitblock', second)).toBe('prev-blk-not-found');
  expect(await shown.caller.call('submitblock', first)).toBeNull();
  expect(await shown.caller.call('submitblock', first)).toBe('duplicate');
  expect(await shown.caller.call('submitblock', second, 'ignored')).toBeNull();
  await shown.caller.call('invalidateblock', await shown.chain.blockHash(height + 1));
  expect(await shown.caller.call('submitblock', first)).toBe('duplicate-invalid');
  expect(await shown.caller.rejectionOf('submitblock', 'zz')).toEqual([-22, 'Block decode failed']);
  expect(await shown.caller.rejectionOf('submitblock', '00')).toEqual([-22, 'Block decode failed']);
});

it('submitblock releases transactions that were held until that block', async () => {
  const other = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });
  const { height } = shown.chain.tip();
  other.mine(1);
  const [block] = [...other.exportBlocks(height + 1)];
  other.close();
  shown.chain.faults.add({ kind: 'hold', blocks: 1 });
  const txid = await shown.caller.call<string>('sendrawtransaction', shown.payment());
  expect(await shown.caller.call('getrawmempool')).toEqual([]);
  expect(await shown.caller.call('submitblock', block!.hex)).toBeNull();
  expect(await shown.caller.call('getrawmempool')).toEqual([txid]);
});

it('getmerkleblocks finds matching blocks by a bloom filter, with proof', async () => {
  const [to] = shown.chain.accounts.slice(4);
  await shown.caller.call(
    'sendrawtransaction',
    bytesToHex(shown.chain.transfer(shown.chain.accounts[0]!, to!, 5_000_000n)),
  );
  const hashes = await shown.caller.call<string[]>('generatetoaddress', 3, shown.chain.accounts[0]!.address);
  const [txid] = (await shown.caller.call<{ tx: string[] }>('getblock', hashes[0])).tx.slice(-1);
  // One function: the place of the id's bit is its hash in as many bits as there are.
  const bits = new Uint8Array(1000);
  const place = murmurHash(0, internalHash(txid!)) % 8000;
  bits[place >> 3] = 1 << (place & 7);
  const found = await shown.caller.call<string[]>('getmerkleblocks', filterFor(bits), hashes[0], 3);
  expect(found).toHaveLength(1);
  const bytes = hexToBytes(found[0]!);
  const header = decodeBlockHeader(bytes.subarray(0, 80));
  const proof = extractMerkleProof(decodePartialMerkleTree(bytes.subarray(80)));
  expect(proof).toMatchObject({ valid: true, merkleRoot: header.merkleRoot, matches: [{ txid }] });
  expect(await shown.caller.call('getmerkleblocks', filterFor(new Uint8Array(1000)), hashes[0])).toEqual([]);
  expect(await shown.caller.call('getmerkleblocks', filterFor(new Uint8Array()), hashes[0])).toHaveLength(3);
  expect(
    await shown.caller.rejectionOf('getmerkleblocks', filterFor(new Uint8Array(40_000)), hashes[0]),
  ).toEqual([-8, 'Filter is not within size constraints']);
});

it('getspecialtxes and gettxoutproof return special transactions and proofs', async () => {
  const { hash, height } = shown.chain.tip();
  const { tx } = await shown.caller.call<{ tx: string[] }>('getblock', hash);
  const special = (...more: unknown[]): Promise<unknown[]> =>
    shown.caller.call('getspecialtxes', hash, ...more);
  expect(await special()).toEqual(tx);
  expect(await special(5)).toEqual(tx.slice(0, 1));
  expect(await special(-1, 2, 1)).toEqual(tx.slice(1, 3));
  expect(await special(5, 1, 0, 2)).toMatchObject([{ txid: tx[0], blockhash: hash, cbTx: { height } }]);
  expect(await shown.caller.rejectionOf('getspecialtxes', hash, 5, 1, 0, 3)).toEqual([
    -8,
    'Verbosity must be in range 0..2',
  ]);
  const wanted = [tx[0]!, tx.at(-1)!];
  const proof = await shown.caller.call<string>('gettxoutproof', wanted);
  expect(await shown.caller.call('verifytxoutproof', proof)).toEqual(wanted);
  expect(await shown.caller.call('gettxoutproof', wanted, hash)).toBe(proof);
  // A digit of the first hash: behind the header, the number of transactions and that of hashes.
  const [at, digit] = [160 + 8 + 2, proof[160 + 8 + 2] === '0' ? '1' : '0'];
  const damaged = proof.slice(0, at) + digit + proof.slice(at + 1);
  expect(await shown.caller.call('verifytxoutproof', damaged)).toEqual([]);
  expect(await shown.caller.rejectionOf('verifytxoutproof', proof.slice(0, 100))).toMatchObject([
    -1,
    expect.anything(),
  ]);
  await shown.caller.call('invalidateblock', hash);
  expect(await shown.caller.rejectionOf('verifytxoutproof', proof)).toEqual([-5, 'Block not found in chain']);
  expect(await shown.caller.rejectionOf('gettxoutproof', wanted)).toEqual([
    -5,
    'Transaction not yet in block',
  ]);
  expect(await shown.caller.rejectionOf('gettxoutproof', [])).toEqual([
    -8,
    "Parameter 'txids' cannot be empty",
  ]);
});

it('getnetworkhashps returns the rate of blocks', async () => {
  // 150 seconds apart, and two hashes each.
  expect(await shown.caller.call('getnetworkhashps')).toBeCloseTo(2 / 150, 10);
  expect(await shown.caller.call('getnetworkhashps', 10, 0)).toBe(0);
  expect(await shown.caller.call('getmininginfo')).toMatchObject({ networkhashps: 0.01333333333333333 });
});
