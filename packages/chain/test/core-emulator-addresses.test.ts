import { describe, expect, it } from 'vitest';
import { bytesToHex } from '../src/base/bytes/hex.js';
import { EmulatorFixture } from './emulator-fixture.js';

interface Delta {
  readonly satoshis: number;
  readonly txid: string;
  readonly index: number;
  readonly blockindex: number;
  readonly height: number;
  readonly address: string;
}
interface Balance {
  readonly balance: number;
  readonly balance_immature: number;
  readonly balance_spendable: number;
  readonly received: number;
}
interface Utxo {
  readonly address: string;
  readonly txid: string;
  readonly outputIndex: number;
  readonly script: string;
  readonly satoshis: number;
  readonly height: number;
}

const shown = new EmulatorFixture();
const addressOf = (at: number): string => shown.chain.accounts[at]!.address;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe('the address index', () => {
  it('has what blocks pay to an address and spend of it', async () => {
    const { caller, chain } = shown;
    const address = addressOf(0);
    const txid = await caller.call<string>('sendrawtransaction', shown.payment(0, 1));
    const { fees } = await caller.call<{ fees: { base: number } }>('getmempoolentry', txid);
    const before = await caller.call<Delta[]>('getaddressdeltas', { addresses: [address] });
    chain.mine(1);
    const after = await caller.call<Delta[]>('getaddressdeltas', { addresses: [address] });
    const { height, hash } = chain.tip();
    const { tx } = await caller.call<{ tx: string[] }>('getblock', hash);
    const blockindex = tx.indexOf(txid);
    const added = after.slice(before.length);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(added.length).toBeGreaterThan(1);
    for (const delta of added) expect(delta).toMatchObject({ txid, height, blockindex, address });
    const { vin, vout } = await caller.call<{
      vin: unknown[];
      vout: { valueSat: number; scriptPubKey: { address: string } }[];
    }>('getrawtransaction', txid, true);
    expect(added.filter(({ satoshis }) => satoshis < 0)).toHaveLength(vin.length);
    const paid = vout.filter(({ scriptPubKey }) => scriptPubKey.address !== address);
    expect(-sum(added.map(({ satoshis }) => satoshis))).toBe(
      sum(paid.map(({ valueSat }) => valueSat)) + Math.round(fees.base * 1e8),
    );
  });

  it('has the balance, the unspent outputs and the transactions that follow from the deltas', async () => {
    const { caller, chain } = shown;
    await caller.call('sendrawtransaction', shown.payment(0, 1));
    await caller.call<string[]>('generatetoaddress', 3, addressOf(0));
    const { height } = chain.tip();
    const addresses = [addressOf(1), addressOf(0)];
    const deltas = await caller.call<Delta[]>('getaddressdeltas', { addresses });
    const balance = await caller.call<Balance>('getaddressbalance', { addresses });
    const values = deltas.map(({ satoshis }) => satoshis);
    expect(balance.balance).toBe(sum(values));
    expect(balance.received).toBe(sum(values.filter((value) => value > 0)));
    expect(balance.balance).toBe(balance.balance_immature + balance.balance_spendable);
    const immature = deltas.filter(({ blockindex, height: at }) => blockindex === 0 && height - at < 100);
    expect(immature.length).toBeGreaterThanOrEqual(3);
    expect(balance.balance_immature).toBe(sum(immature.map(({ satoshis }) => satoshis)));
    const unspent = await caller.call<Utxo[]>('getaddressutxos', { addresses });
    expect(sum(unspent.map(({ satoshis }) => satoshis))).toBe(balance.balance);
    expect(unspent.map((utxo) => utxo.height)).toEqual(
      unspent.map((utxo) => utxo.height).toSorted((a, b) => a - b),
    );
    const { scriptPubKey } = chain.accounts[0]!;
    for (const { address, script, txid, outputIndex } of unspent.filter(
      (utxo) => utxo.address === addresses[1],
    )) {
      expect(script).toBe(bytesToHex(scriptPubKey));
      expect(await caller.call('gettxout', txid, outputIndex)).toMatchObject({ scriptPubKey: { address } });
    }
    const txids = await caller.call<string[]>('getaddresstxids', { addresses });
    expect(new Set(txids)).toEqual(new Set(deltas.map(({ txid }) => txid)));
    expect(txids).toHaveLength(new Set(txids).size);
  });

  it('limits deltas and transactions to heights', async () => {
    const { caller, chain } = shown;
    const address = addressOf(0);
    await caller.call('generatetoaddress', 3, address);
    const end = chain.tip().height - 1;
    const range = { addresses: [address], start: end - 1, end };
    const deltas = await caller.call<Delta[]>('getaddressdeltas', range);
    expect(deltas.map(({ height }) => height)).toEqual([end - 1, end]);
    expect(await caller.call('getaddresstxids', range)).toEqual(deltas.map(({ txid }) => txid));
    const all = await caller.call<Delta[]>('getaddressdeltas', { addresses: [address] });
    expect(await caller.call('getaddressdeltas', { ...range, start: 0 })).toEqual(all);
    expect(await caller.rejectionOf('getaddressdeltas', { ...range, end: end - 2 })).toEqual([
      -5,
      'End value is expected to be greater than start',
    ]);
  });

  it('has the mempool by itself', async () => {
    const { caller } = shown;
    const address = addressOf(1);
    expect(await caller.call('getaddressmempool', address)).toEqual([]);
    const txid = await caller.call<string>('sendrawtransaction', shown.payment(0, 1));
    expect(await caller.call('getaddressmempool', address)).toEqual([
      { address, txid, index: expect.any(Number), satoshis: 100_000_000, timestamp: expect.any(Number) },
    ]);
    const spent = await caller.call<{ prevtxid?: string }[]>('getaddressmempool', {
      addresses: [addressOf(0)],
    });
    expect(spent).toContainEqual(
      expect.objectContaining({ prevtxid: expect.any(String), prevout: expect.any(Number) }),
    );
  });

  it('takes one address as a text, with space around it', async () => {
    const address = addressOf(0);
    const balance = await shown.caller.call('getaddressbalance', { addresses: [address] });
    expect(await shown.caller.call('getaddressbalance', ` ${address}\n`)).toEqual(balance);
    expect(await shown.caller.call('getaddresstxids', address)).not.toEqual([]);
  });

  it.each([
    [undefined, -5, 'Invalid address'],
    ['nothing', -5, 'Invalid address'],
    [{ addresses: ['nothing'] }, -5, 'Invalid address'],
    [{ addresses: 'nothing' }, -5, 'Addresses is expected to be an array'],
    [{}, -5, 'Addresses is expected to be an array'],
    [{ addresses: [1] }, -3, 'JSON value of type number is not of expected type string'],
  ])('rejects %j as Dash Core does', async (param, code, message) => {
    const params = param === undefined ? [] : [param];
    for (const method of ['getaddressbalance', 'getaddressutxos', 'getaddressmempool', 'getaddresstxids'])
      expect(await shown.caller.rejectionOf(method, ...params)).toEqual([code, message]);
  });

  it('rejects deltas of an address without an object', async () => {
    expect(await shown.caller.rejectionOf('getaddressdeltas', addressOf(0))).toEqual([
      -3,
      'JSON value of type string is not of expected type object',
    ]);
  });
});

describe('quorums and sporks of a node that is no masternode', () => {
  it('has no distributed key generation', async () => {
    expect(await shown.caller.rejectionOf('quorum', 'dkginfo')).toEqual([
      -32_603,
      'Only available in masternode or watch-only mode.',
    ]);
  });

  it('shows null commitments while they are due', async () => {
    const { chain, caller } = shown;
    const due: number[] = [];
    for (let block = 0; block < 24; block += 1) {
      chain.mine(1);
      const { quorumConnections, minableCommitments } = await caller.call<{
        quorumConnections: object[];
        minableCommitments: { quorumHash: string; signersCount: number; llmqType: number }[];
      }>('quorum', 'dkgstatus', 0);
      expect(quorumConnections).toContainEqual({ llmqType: 'llmq_test', quorumIndex: 0 });
      expect(quorumConnections).toContainEqual({ llmqType: 'llmq_test_dip0024', quorumIndex: 1 });
      for (const { quorumHash, signersCount } of minableCommitments) {
        expect(signersCount).toBe(0);
        expect(await caller.call('getblockheader', quorumHash)).toMatchObject({ hash: quorumHash });
      }
      if (minableCommitments.some(({ llmqType }) => llmqType === 100)) due.push(chain.tip().height % 24);
    }
    expect(due.toSorted((a, b) => a - b)).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18]);
    expect(await caller.rejectionOf('quorum', 'dkgstatus', 3)).toEqual([-8, 'invalid detail_level']);
  });

  it('shows sporks, and updates none', async () => {
    const { caller } = shown;
    const values = await caller.call<Record<string, number>>('spork', 'show');
    expect(Object.keys(values)).toHaveLength(7);
    expect(values['SPORK_19_CHAINLOCKS_ENABLED']).toBe(4_070_908_800);
    expect(await caller.call('sporkupdate', 'SPORK_19_CHAINLOCKS_ENABLED', 0)).toBeNull();
    expect(await caller.call('spork', 'show')).toEqual(values);
    expect(await caller.call('spork', 'active')).toMatchObject({ SPORK_2_INSTANTSEND_ENABLED: false });
    expect(await caller.call('spork', 'other')).toBeNull();
    expect(await caller.rejectionOf('sporkupdate', 'SPORK_1', 0)).toEqual([-8, 'Invalid spork name']);
  });

  it('rejects commands of a wallet and of signing sessions as a node without them', async () => {
    const { caller } = shown;
    expect(await caller.rejectionOf('getnewaddress')).toEqual([-32_601, 'Method not found']);
    for (const [command, word] of [
      ['protx', 'register'],
      ['quorum', 'getrecsig'],
    ] as const)
      expect(await caller.rejectionOf(command, word)).toEqual([-8, 'Must be a valid command']);
  });
});

const spentRejectionOf = (request: unknown) => shown.caller.rejectionOf('getspentinfo', request);

describe('the index of spent outputs', () => {
  it('has the input that spends an output, in the mempool and in its block', async () => {
    const { caller, chain } = shown;
    const txid = await caller.call<string>('sendrawtransaction', shown.payment(0, 1));
    const { vin } = await caller.call<{ vin: { txid: string; vout: number }[] }>(
      'getrawtransaction',
      txid,
      true,
    );
    const spent = vin.map(({ txid: id, vout }) => ({ txid: id, index: vout }));
    const found = () => Promise.all(spent.map((request) => caller.call('getspentinfo', request)));
    expect(await found()).toEqual(spent.map((_, index) => ({ txid, index, height: -1 })));
    chain.mine(1);
    const { height } = chain.tip();
    chain.mine(2);
    expect(await found()).toEqual(spent.map((_, index) => ({ txid, index, height })));
    expect(await spentRejectionOf({ txid, index: 1000 })).toEqual([-5, 'Unable to get spent info']);
  });

  it('is rejected in the words of Dash Core', async () => {
    expect(await spentRejectionOf({})).toEqual([-5, 'Invalid txid or index']);
    expect(await spentRejectionOf({ txid: '11'.repeat(32), index: '0' })).toEqual([
      -5,
      'Invalid txid or index',
    ]);
    expect(await spentRejectionOf({ txid: '11', index: 0 })).toEqual([
      -8,
      "txid must be of length 64 (not 2, for '11')",
    ]);
  });
});
