import { describe, expect, it } from 'vitest';
import { encodePrivateKeyWif } from '../src/primitives/address/private-key-wif.js';
import { encodeAddress } from '../src/primitives/address/address.js';
import { bytesToHex, hexToBytes, ZERO_HASH } from '../src/base/bytes/hex.js';
import { hash160 } from '../src/base/crypto/hashes.js';
import type { Account } from '../src/devchain/keys.js';
import { publicKeyOf } from '../src/primitives/script/ecdsa.js';
import { multisigScript, payToScript } from '../src/primitives/script/standard-scripts.js';
import { decodeTransaction } from '../src/primitives/transaction/transaction.js';
import { EmulatorFixture } from './emulator-fixture.js';

interface Signed {
  readonly hex: string;
  readonly complete: boolean;
  readonly errors?: readonly {
    readonly txid: string;
    readonly vout: number;
    readonly scriptSig: string;
    readonly error: string;
  }[];
}

const shown = new EmulatorFixture();
const accountAt = (index: number): Account => shown.chain.accounts[index]!;
const wifOf = ({ secretKey }: Account, compressed = true): string =>
  encodePrivateKeyWif({ key: secretKey, compressed }, 'regtest');
const coinOf = (account: Account) => {
  const [{ outPoint, coin } = expect.fail('no coin')] = shown.chain.coins(account);
  return { input: { txid: outPoint.txid, vout: outPoint.index }, dash: Number(coin.value) / 1e8 };
};
const create = async (...params: readonly unknown[]): Promise<string> =>
  shown.caller.call<string>('createrawtransaction', ...params);
const sign = async (...params: readonly unknown[]): Promise<Signed> =>
  shown.caller.call<Signed>('signrawtransactionwithkey', ...params);
const rejectionOfCreate = async (...params: readonly unknown[]) =>
  shown.caller.rejectionOf('createrawtransaction', ...params);
const rejectionOfSign = async (...params: readonly unknown[]) =>
  shown.caller.rejectionOf('signrawtransactionwithkey', ...params);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, count) => total + count, 0);

/** Pays to two of three accounts, and returns how the output is spent. */
async function payToMultisig() {
  const owners = [0, 1, 2].map(accountAt);
  const redeemScript = multisigScript(
    2,
    owners.map(({ secretKey }) => publicKeyOf(secretKey)),
  );
  const address = encodeAddress({ kind: 'scriptHash', hash: hash160(redeemScript) }, 'regtest');
  const { input, dash } = coinOf(owners[0]!);
  const paying = await sign(await create([input], { [address]: dash - 0.001 }), [wifOf(owners[0]!)]);
  const txid = await shown.caller.call<string>('sendrawtransaction', paying.hex);
  const previous = {
    txid,
    vout: 0,
    scriptPubKey: bytesToHex(payToScript(redeemScript)),
    redeemScript: bytesToHex(redeemScript),
    amount: dash - 0.001,
  };
  return { owners, previous, input: { txid, vout: 0 } };
}

describe('createrawtransaction', () => {
  it('makes a transaction of inputs, addresses and data', async () => {
    const { address, scriptPubKey } = accountAt(1);
    const inputs = [
      { txid: '11'.repeat(32), vout: 7 },
      { txid: '22'.repeat(32), vout: 0, sequence: 5 },
    ];
    const hex = await create(inputs, [{ [address]: '0.00000001' }, { data: '05' }], 600);
    expect(decodeTransaction(hexToBytes(hex))).toEqual({
      version: 2,
      type: 0,
      lockTime: 600,
      extraPayload: new Uint8Array(),
      inputs: [
        {
          previousOutput: { txid: '11'.repeat(32), index: 7 },
          scriptSig: new Uint8Array(),
          sequence: 0xffff_fffe,
        },
        { previousOutput: { txid: '22'.repeat(32), index: 0 }, scriptSig: new Uint8Array(), sequence: 5 },
      ],
      outputs: [
        { value: 1n, scriptPubKey },
        // A byte is pushed as such, also where an opcode would push it.
        { value: 0n, scriptPubKey: hexToBytes('6a0105') },
      ],
    });
    expect(await create(inputs, { [address]: 0.000_000_01, data: '05' }, 600)).toBe(hex);
    expect((await create([inputs[0]], {})).slice(-18)).toBe('ffffffff0000000000');
  });

  it.each<readonly [string, readonly unknown[], readonly [number, string]]>([
    ['outputs', [[], null], [-8, 'Invalid parameter, output argument must be non-null']],
    ['a lock time', [[], {}, 2 ** 32], [-8, 'Invalid parameter, locktime out of range']],
    ['an id', [[{ txid: 'ab', vout: 0 }], {}], [-8, "txid must be of length 64 (not 2, for 'ab')"]],
    ['an index', [[{ txid: ZERO_HASH }], {}], [-8, 'Invalid parameter, missing vout key']],
    [
      'an index below 0',
      [[{ txid: ZERO_HASH, vout: -1 }], {}],
      [-8, 'Invalid parameter, vout cannot be negative'],
    ],
    [
      'a sequence number',
      [[{ txid: ZERO_HASH, vout: 0, sequence: -1 }], {}],
      [-8, 'Invalid parameter, sequence number is out of range'],
    ],
    ['a pair', [[], [[]]], [-8, 'Invalid parameter, key-value pair not an object as expected']],
    [
      'two pairs',
      [[], [{ data: '00', a: 1 }]],
      [-8, 'Invalid parameter, key-value pair must contain exactly one key'],
    ],
    ['data twice', [[], [{ data: '00' }, { data: '01' }]], [-8, 'Invalid parameter, duplicate key: data']],
    ['data', [[], { data: 'xy' }], [-8, "Data must be hexadecimal string (not 'xy')"]],
    ['an address', [[], { abc: 1 }], [-5, 'Invalid Dash address: abc']],
    ['inputs', ['a', {}], [-3, 'JSON value of type string is not of expected type array']],
  ])('rejects %s that cannot be', async (_, params, rejection) => {
    expect(await shown.caller.rejectionOf('createrawtransaction', ...params)).toEqual(rejection);
  });

  it('rejects amounts, and an address that is there twice', async () => {
    const { address } = accountAt(1);
    expect(await rejectionOfCreate([], { [address]: -1 })).toEqual([-3, 'Amount out of range']);
    expect(await rejectionOfCreate([], { [address]: 'much' })).toEqual([-3, 'Invalid amount']);
    expect(await rejectionOfCreate([], { [address]: true })).toEqual([
      -3,
      'Amount is not a number or string',
    ]);
    expect(await rejectionOfCreate([], [{ [address]: 1 }, { [address]: 2 }])).toEqual([
      -8,
      `Invalid parameter, duplicated address: ${address}`,
    ]);
  });
});

describe('signrawtransactionwithkey', () => {
  it('signs what createrawtransaction makes, for the network', async () => {
    const [from, to] = [accountAt(0), accountAt(1)];
    const { input, dash } = coinOf(from);
    const unsigned = await create([input], { [to.address]: dash - 0.001 });
    const missing = await sign(unsigned, [wifOf(to)]);
    expect(missing).toMatchObject({
      complete: false,
      hex: unsigned,
      errors: [
        { ...input, error: 'Unable to sign input, invalid stack size (possibly missing key)', scriptSig: '' },
      ],
    });
    const { hex, ...rest } = await sign(unsigned, [wifOf(to), wifOf(from)]);
    expect(rest).toEqual({ complete: true });
    // A complete input stays as it is, with whatever keys.
    expect(await sign(hex, [])).toEqual({ hex, complete: true });
    const txid = await shown.caller.call<string>('sendrawtransaction', hex);
    const [block] = await shown.caller.call<string[]>('generatetoaddress', 1, to.address);
    expect(await shown.caller.call('getrawtransaction', txid, true)).toMatchObject({ blockhash: block });
    expect(await sign(hex, [])).toMatchObject({
      complete: false,
      errors: [{ ...input, error: 'Input not found or already spent' }],
    });
  });

  it('does not take the other form of a public key', async () => {
    const from = accountAt(0);
    const unsigned = await create([coinOf(from).input], { [from.address]: 1 });
    expect(await sign(unsigned, [wifOf(from, false)])).toMatchObject({ complete: false });
  });

  it('signs a multisig one key after the other', async () => {
    const { owners, previous, input } = await payToMultisig();
    const unsigned = await create([input], { [owners[1]!.address]: 1 });
    const half = await sign(unsigned, [wifOf(owners[2]!)], [previous]);
    expect(half).toMatchObject({
      complete: false,
      errors: [{ error: 'CHECK(MULTI)SIG failing with non-zero signature (possibly need more signatures)' }],
    });
    const whole = await sign(half.hex, [wifOf(owners[0]!)], [previous]);
    expect(whole.errors).toBeUndefined();
    const allowed = await shown.caller.call('testmempoolaccept', [whole.hex], 0);
    expect(allowed).toMatchObject([{ allowed: true }]);
    // Both keys at once make the same.
    expect(await sign(unsigned, [wifOf(owners[0]!), wifOf(owners[2]!)], [previous])).toEqual(whole);
    expect(await sign(unsigned, [wifOf(owners[0]!)])).toMatchObject({
      errors: [{ error: 'Unable to sign input, invalid stack size (possibly missing key)' }],
    });
  });

  it('finds the redeem script in the input that another key has signed', async () => {
    const { owners, previous, input } = await payToMultisig();
    const unsigned = await create([input], { [owners[1]!.address]: 1 });
    const half = await sign(unsigned, [wifOf(owners[2]!)], [previous]);
    expect(await sign(half.hex, [])).toEqual(half);
    expect(await sign(half.hex, [wifOf(owners[0]!)])).toEqual(
      await sign(half.hex, [wifOf(owners[0]!)], [previous]),
    );
  });

  it('keeps the signatures of a multisig', async () => {
    const { owners, previous, input } = await payToMultisig();
    const unsigned = await create([input], { [owners[1]!.address]: 1 });
    const half = await sign(unsigned, [wifOf(owners[2]!)], [previous], 'NONE');
    expect(await sign(half.hex, [wifOf(owners[2]!)], [previous], 'ALL')).toEqual(half);
    const two = [coinOf(owners[0]!).input, input];
    const ofTwo = await sign(
      await create(two, { [owners[1]!.address]: 1 }),
      [wifOf(owners[2]!)],
      [previous],
      'NONE',
    );
    // The second input has no output that SINGLE could cover.
    expect(await sign(ofTwo.hex, [wifOf(owners[0]!)], [previous], 'SINGLE')).toMatchObject({
      errors: [{ ...input, scriptSig: ofTwo.errors?.find(({ txid }) => txid === input.txid)?.scriptSig }],
    });
  });

  it.each(['ALL', 'NONE', 'SINGLE', 'ALL|ANYONECANPAY', 'NONE|ANYONECANPAY', 'SINGLE|ANYONECANPAY'])(
    'signs with %s',
    async (hashType) => {
      const from = accountAt(0);
      const unsigned = await create([coinOf(from).input], { [from.address]: 1 });
      expect(await sign(unsigned, [wifOf(from)], null, hashType)).toMatchObject({ complete: true });
    },
  );

  it('rejects params that cannot be', async () => {
    const from = accountAt(0);
    const { input } = coinOf(from);
    const hex = await create([input], { [from.address]: 1 });
    expect(await rejectionOfSign('00', [])).toEqual([
      -22,
      'TX decode failed. Make sure the tx has at least one input.',
    ]);
    expect(await rejectionOfSign(hex, ['key'])).toEqual([-5, 'Invalid private key']);
    const outOfRange = encodePrivateKeyWif({ key: new Uint8Array(32), compressed: true }, 'regtest');
    expect(await rejectionOfSign(hex, [outOfRange])).toEqual([-5, 'Invalid private key']);
    expect(await rejectionOfSign(hex, [], [], 'SOME')).toEqual([
      -1,
      'SOME is not a valid sighash parameter.',
    ]);
    expect(await rejectionOfSign(hex, [], [1])).toMatchObject([
      -22,
      expect.stringContaining('expected object'),
    ]);
    expect(await rejectionOfSign(hex, [], [{ txid: ZERO_HASH }])).toEqual([-3, 'Missing vout']);
    expect(await rejectionOfSign(hex, [], [{ txid: 1, vout: 0, scriptPubKey: '51' }])).toEqual([
      -3,
      'JSON value of type number for field txid is not of expected type string',
    ]);
    expect(await rejectionOfSign(hex, [], [{ ...input, scriptPubKey: '51' }])).toEqual([
      -22,
      'Previous output scriptPubKey mismatch:',
    ]);
    const script = {
      ...input,
      txid: '77'.repeat(32),
      scriptPubKey: bytesToHex(payToScript(hexToBytes('51'))),
    };
    expect(await rejectionOfSign(hex, [], [script])).toEqual([-3, 'Missing redeemScript']);
    expect(await rejectionOfSign(hex, [], [{ ...script, redeemScript: '52' }])).toEqual([
      -8,
      'redeemScript does not match scriptPubKey',
    ]);
  });
});

it('gettxchainlocks returns where transactions are', async () => {
  const txid = await shown.caller.call<string>('sendrawtransaction', shown.payment());
  const unknown = '11'.repeat(32);
  expect(await shown.caller.call('gettxchainlocks', [txid, unknown])).toEqual([
    { height: -1, chainlock: false, mempool: true },
    { height: -1, chainlock: false, mempool: false },
  ]);
  shown.chain.mine(1);
  const { height } = shown.chain.tip();
  expect(await shown.caller.call('gettxchainlocks', [txid])).toEqual([
    { height, chainlock: false, mempool: false },
  ]);
  expect(
    await shown.caller.rejectionOf(
      'gettxchainlocks',
      Array.from({ length: 101 }, () => txid),
    ),
  ).toEqual([-8, 'Up to 100 txids only']);
  expect(await shown.caller.rejectionOf('gettxchainlocks', ['abc'])).toMatchObject([-8, expect.anything()]);
});

it('getchaintxstats counts the transactions of the last blocks', async () => {
  await shown.caller.call('sendrawtransaction', shown.payment());
  shown.chain.mine(3);
  const { height, hash } = shown.chain.tip();
  const [hashes, counts]: [string[], number[]] = [[], []];
  for (let at = 0; at <= height; at += 1) {
    hashes.push(await shown.chain.blockHash(at));
    counts.push((await shown.caller.call<{ nTx: number }>('getblockheader', hashes[at])).nTx);
  }
  const header = async (at: string) =>
    shown.caller.call<{ mediantime: number; time: number }>('getblockheader', at);
  const [last, past] = [await header(hash), await header(hashes[height - 10]!)];
  const interval = last.mediantime - past.mediantime;
  expect(await shown.caller.call('getchaintxstats', 10)).toEqual({
    time: last.time,
    txcount: sum(counts),
    window_final_block_hash: hash,
    window_final_block_height: height,
    window_block_count: 10,
    window_tx_count: sum(counts.slice(-10)),
    window_interval: interval,
    txrate: expect.closeTo(sum(counts.slice(-10)) / interval, 12),
  });
  expect(await shown.caller.call('getchaintxstats')).toMatchObject({ window_block_count: height - 1 });
  expect(await shown.caller.call('getchaintxstats', 0, hashes[5])).toMatchObject({
    txcount: sum(counts.slice(0, 6)),
    window_final_block_height: 5,
  });
  for (const count of [-1, height])
    expect(await shown.caller.rejectionOf('getchaintxstats', count)).toEqual([
      -8,
      "Invalid block count: should be between 0 and the block's height - 1",
    ]);
  await shown.caller.call('invalidateblock', hash);
  expect(await shown.caller.rejectionOf('getchaintxstats', 1, hash)).toEqual([
    -8,
    'Block is not in main chain',
  ]);
});

it('gettxoutsetinfo sums the unspent outputs', async () => {
  interface Info {
    readonly txouts: number;
    readonly transactions: number;
    readonly total_amount: number;
    readonly hash_serialized_2: string;
  }
  interface Output {
    readonly value: number;
    readonly scriptPubKey: { readonly type: string };
  }
  const info = async (...params: readonly unknown[]) => shown.caller.call<Info>('gettxoutsetinfo', ...params);
  const before = await info();
  expect(before).toMatchObject({ height: 520, bestblock: shown.chain.tip().hash, disk_size: 0 });
  expect(before.hash_serialized_2).toMatch(/^[0-9a-f]{64}$/);
  expect(await info('none')).not.toHaveProperty('hash_serialized_2');
  const [block] = await shown.caller.call<string[]>('generatetoaddress', 1, accountAt(0).address);
  const { tx } = await shown.caller.call<{ tx: { vout: Output[] }[] }>('getblock', block, 2);
  const vout = tx[0]!.vout.filter(({ scriptPubKey }) => scriptPubKey.type !== 'nulldata');
  const after = await info();
  expect(after.txouts).toBe(before.txouts + vout.length);
  expect(after.transactions).toBe(before.transactions + 1);
  expect(after.total_amount - before.total_amount).toBeCloseTo(
    vout.reduce((sum, { value }) => sum + value, 0),
    6,
  );
  expect(after.hash_serialized_2).not.toBe(before.hash_serialized_2);
  await shown.caller.call('invalidateblock', block);
  expect(await info()).toEqual(before);
  expect(await shown.caller.rejectionOf('gettxoutsetinfo', 'muhash')).toEqual([
    -8,
    "'muhash' is not a valid hash_type",
  ]);
  expect(await shown.caller.rejectionOf('gettxoutsetinfo', 'none', 5)).toEqual([
    -8,
    'Querying specific block heights requires coinstatsindex',
  ]);
});
