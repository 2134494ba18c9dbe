import { expect, it } from 'vitest';
import { bytesToHex, hexToBytes } from '../src/base/bytes/hex.js';
import {
  decodeTransaction,
  encodeTransaction,
  transactionId,
} from '../src/primitives/transaction/transaction.js';
import { EmulatorFixture } from './emulator-fixture.js';
import { made, spend } from './spend.js';

type Json = Readonly<Record<string, unknown>>;

const shown = new EmulatorFixture();

it('getrawtransaction describes transactions in the mempool and in blocks', async () => {
  const hex = shown.payment();
  const txid = await shown.caller.call<string>('sendrawtransaction', hex);
  const waiting = await shown.caller.call<Json>('getrawtransaction', txid, true);
  expect(waiting).toMatchObject({ txid, hex, instantlock: false, chainlock: false });
  expect(waiting).not.toHaveProperty('blockhash');
  const decoded = await shown.caller.call<Json>('decoderawtransaction', hex);
  expect(waiting).toMatchObject(decoded);
  const [hash] = await shown.caller.call<string[]>('generatetoaddress', 1, shown.chain.accounts[0]!.address);
  const mined = await shown.caller.call<Json>('getrawtransaction', txid, 1);
  expect(mined).toMatchObject({ blockhash: hash, confirmations: 1, height: 521, time: expect.any(Number) });
  expect(await shown.caller.call('getrawtransaction', txid, true, hash)).toEqual({
    in_active_chain: true,
    ...mined,
  });
  expect(await shown.caller.call('getrawtransaction', txid)).toBe(hex);
  expect(
    await shown.caller.call('getrawtransactionmulti', { [hash!]: [txid], 0: [txid, '11'.repeat(32)] }),
  ).toEqual({
    [txid]: hex,
    ['11'.repeat(32)]: 'None',
  });
  expect(await shown.caller.rejectionOf('getrawtransaction', '11'.repeat(32))).toEqual([
    -5,
    'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.',
  ]);
  expect(await shown.caller.rejectionOf('getrawtransaction', txid, true, '11'.repeat(32))).toEqual([
    -5,
    'Block hash not found',
  ]);
  expect(await shown.caller.call('getrawtransactionmulti', { ['33'.repeat(32)]: [txid] })).toEqual({
    [txid]: 'None',
  });
  const many = Array.from({ length: 101 }, () => txid);
  expect(await shown.caller.rejectionOf('getrawtransactionmulti', { 0: many })).toEqual([
    -8,
    'Up to 100 txids in total',
  ]);
  const { merkleroot } = await shown.caller.call<Json>('getblockheader', await shown.chain.blockHash(0));
  expect(await shown.caller.rejectionOf('getrawtransaction', merkleroot)).toEqual([
    -5,
    'The genesis block coinbase is not considered an ordinary transaction and cannot be retrieved',
  ]);
  expect(await shown.caller.rejectionOf('getrawtransaction', 'abc')).toEqual([
    -8,
    "parameter 1 must be of length 64 (not 3, for 'abc')",
  ]);
});

it('gettxout returns outputs until they are spent', async () => {
  const [from] = shown.chain.accounts;
  const [coin] = shown.chain.coins(from!);
  const { txid, index } = coin!.outPoint;
  const { height } = shown.chain.tip();
  expect(await shown.caller.call('gettxout', txid, index)).toMatchObject({
    bestblock: shown.chain.tip().hash,
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
  const spender = await shown.caller.call<string>('sendrawtransaction', hex);
  expect(await shown.caller.call('gettxout', txid, index)).toBeNull();
  expect(await shown.caller.call('gettxout', txid, index, false)).toMatchObject({ coinbase: true });
  expect(await shown.caller.call('gettxout', spender, 0)).toMatchObject({ confirmations: 0 });
  expect(await shown.caller.call('gettxout', spender, 7)).toBeNull();
});

it('testmempoolaccept checks transactions without sending them', async () => {
  const hex = shown.payment();
  const [accepted] = await shown.caller.call<Json[]>('testmempoolaccept', [hex]);
  expect(accepted).toMatchObject({ allowed: true, vsize: hex.length / 2 });
  expect(shown.chain.mempool()).toEqual([]);
  await shown.caller.call('sendrawtransaction', hex);
  const verdict = async (given: string, ...more: unknown[]): Promise<unknown> => {
    const [told] = await shown.caller.call<Json[]>('testmempoolaccept', [given], ...more);
    return told!['reject-reason'];
  };
  expect(await verdict(hex)).toBe('txn-already-in-mempool');
  const [, from] = shown.chain.accounts;
  const [coin] = shown.chain.coins(from!);
  const paying = (fee: bigint): string =>
    bytesToHex(
      encodeTransaction(
        spend(from!, [coin!], [{ value: coin!.coin.value - fee, scriptPubKey: from!.scriptPubKey }]),
      ),
    );
  expect(await verdict(paying(0n))).toBe('min relay fee not met');
  expect(await verdict(paying(100_000_000n))).toBe('max-fee-exceeded');
  expect(await verdict(paying(100_000_000n), 0)).toBeUndefined();
  expect(await shown.caller.rejectionOf('testmempoolaccept', ['zz'])).toEqual([
    -22,
    'TX decode failed: zz Make sure the tx has at least one input.',
  ]);
  // With the arguments that let it pass.
  expect(await shown.caller.rejectionOf('sendrawtransaction', paying(0n))).toEqual([
    -26,
    'min relay fee not met, 0 < 191',
  ]);
  expect(await shown.caller.rejectionOf('sendrawtransaction', paying(100_000_000n))).toMatchObject([
    -25,
    expect.anything(),
  ]);
  expect(await shown.caller.call('sendrawtransaction', paying(100_000_000n), 0)).toHaveLength(64);
  shown.chain.mine(1);
  expect(await shown.caller.rejectionOf('sendrawtransaction', hex, 'x')).toEqual([-3, 'Invalid amount']);
  expect(await shown.caller.rejectionOf('sendrawtransaction', hex, -1)).toEqual([-3, 'Amount out of range']);
  expect(await shown.caller.rejectionOf('sendrawtransaction', hex, true)).toEqual([
    -3,
    'Amount is not a number or string',
  ]);
});

it('generateblock mines the given transactions in order', async () => {
  const [waiting, brought] = [shown.payment(0), shown.payment(1)];
  const txid = await shown.caller.call<string>('sendrawtransaction', waiting);
  const { hash } = await shown.caller.call<{ hash: string }>(
    'generateblock',
    shown.chain.accounts[5]!.address,
    [txid, brought],
  );
  const { tx } = await shown.caller.call<{ tx: string[] }>('getblock', hash);
  expect(tx.slice(-2)).toEqual([txid, transactionId(decodeTransaction(hexToBytes(brought)))]);
  expect(await shown.caller.rejectionOf('generateblock', shown.chain.accounts[5]!.address, [txid])).toEqual([
    -5,
    `Transaction ${txid} not in mempool.`,
  ]);
  expect(await shown.caller.rejectionOf('generateblock', 'nowhere', [])).toEqual([
    -5,
    'Error: Invalid address or descriptor',
  ]);
  expect(
    await shown.caller.rejectionOf('generateblock', shown.chain.accounts[5]!.address, [brought]),
  ).toMatchObject([-25, expect.stringContaining('TestBlockValidity failed')]);
  expect(
    await shown.caller.rejectionOf('generateblock', shown.chain.accounts[5]!.address, ['abcd']),
  ).toMatchObject([-22, expect.anything()]);
  expect(await shown.caller.rejectionOf('generatetoaddress', 1, 'nowhere')).toEqual([
    -5,
    'Error: Invalid address',
  ]);
});

it('getrawmempool and getmempoolentry describe the mempool', async () => {
  const parent = await shown.caller.call<string>('sendrawtransaction', shown.payment());
  const info = await shown.caller.call<Json>('getmempoolinfo');
  expect(info).toMatchObject({ size: 1, bytes: expect.any(Number), instantsendlocks: 0 });
  expect(await shown.caller.call('getrawmempool')).toEqual([parent]);
  expect(await shown.caller.call('getmempoolentry', parent)).toMatchObject({
    depends: [],
    spentby: [],
    ancestorcount: 1,
    descendantcount: 1,
  });
  const [, , from] = shown.chain.accounts;
  const [coin] = shown.chain.coins(from!);
  const first = spend(
    from!,
    [coin!],
    [{ value: coin!.coin.value - 1000n, scriptPubKey: from!.scriptPubKey }],
  );
  const second = spend(
    from!,
    [made(first)],
    [{ value: coin!.coin.value - 2000n, scriptPubKey: from!.scriptPubKey }],
  );
  const [above, below] = [
    await shown.caller.call<string>('sendrawtransaction', bytesToHex(encodeTransaction(first))),
    await shown.caller.call<string>('sendrawtransaction', bytesToHex(encodeTransaction(second))),
  ];
  expect(await shown.caller.call('getmempoolancestors', below)).toEqual([above]);
  expect(await shown.caller.call('getmempooldescendants', above, true)).toMatchObject({
    [below]: { depends: [above], ancestorcount: 2, fees: { base: 0.00001, ancestor: 0.00002 } },
  });
  expect(await shown.caller.call('getmempoolancestors', above)).toEqual([]);
  expect(await shown.caller.rejectionOf('getmempoolentry', '11'.repeat(32))).toEqual([
    -5,
    'Transaction not in mempool',
  ]);
  expect(await shown.caller.rejectionOf('getrawmempool', true, true)).toEqual([
    -8,
    'Verbose results cannot contain mempool sequence values.',
  ]);
});

/** A transaction without inputs and outputs that is special by its type, in hexadecimal. */
const specialHex = (type: number, payload: string): string =>
  `0300${type.toString(16).padStart(2, '0')}00000000000000${bytesToHex(Uint8Array.of(payload.length / 2))}${payload}`;

const creditOutput = '80f0fa02000000001976a9143b477d1f0cb1a97587decaa6b8f48f01dfbd8ada88ac';
const heightAndRoot = `07000000${'11'.repeat(32)}`;
const fromSecondOn = '22'.repeat(32);
const fromThirdOn = `05${'00'.repeat(96)}0100000000000000`;

it.each<[string, number, string, string, object]>([
  ['asset lock', 8, `7001${creditOutput}`, 'assetLockTx', { version: 112 }],
  ['asset lock', 8, `0001${creditOutput}`, 'assetLockTx', { version: 0 }],
  [
    'coinbase',
    5,
    `0380${heightAndRoot}${fromSecondOn}${fromThirdOn}`,
    'cbTx',
    { version: 32771, bestCLHeightDiff: 5 },
  ],
  ['coinbase', 5, `0400${heightAndRoot}${fromSecondOn}${fromThirdOn}`, 'cbTx', { version: 4, height: 7 }],
  [
    'coinbase',
    5,
    `0000${heightAndRoot}`,
    'cbTx',
    { version: 0, height: 7, merkleRootMNList: '11'.repeat(32) },
  ],
  ['asset unlock', 9, `05${'00'.repeat(8 + 4 + 4 + 32)}${'00'.repeat(96)}`, 'assetUnlockTx', { version: 5 }],
  [
    'hard fork signal',
    7,
    `0917${'33'.repeat(32)}${'00'.repeat(96)}`,
    'mnhfTx',
    { version: 9, signal: { versionBit: 23 } },
  ],
])(
  'decoderawtransaction describes the payload of an unknown version: %s %#',
  async (_, type, payload, member, found) => {
    const decoded = await shown.caller.call<Json>('decoderawtransaction', specialHex(type, payload));
    expect(decoded).toMatchObject({ extraPayload: payload, [member]: found });
    const longer = await shown.caller.call<Json>('decoderawtransaction', specialHex(type, `${payload}00`));
    expect(longer).not.toHaveProperty(member);
  },
);
