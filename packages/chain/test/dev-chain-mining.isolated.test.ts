// Has a process of its own: it sets fake timers and clocks, of which other files have some left.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decodeBlock } from '../src/primitives/block/block.js';
import { bytesToHex } from '../src/base/bytes/hex.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import type { MiningMode } from '../src/devchain/mining-mode.js';
import { NodeRejectionError } from '../src/layer1/layer1.js';
import { dataScript, payToPublicKeyHash } from '../src/primitives/script/standard-scripts.js';
import { signInput } from '../src/primitives/script/sign-input.js';
import {
  encodeTransaction,
  transactionId,
  type Transaction,
} from '../src/primitives/transaction/transaction.js';
import { reasonOf, transfer } from './dev-chain-state.js';

const idsIn = (chain: DevChain, height = chain.tip().height): string[] =>
  decodeBlock(chain.serializedBlock(height)!).transactions.map(transactionId);

describe('DevChain.mine', () => {
  it('pays the given address', () => {
    const chain = new DevChain({ mining: 'manual' });
    const account = chain.accounts[5]!;
    const before = chain.balance(account);
    chain.mine(2, { to: account.address });
    expect(chain.balance(account) - before).toBeGreaterThan(0n);
    expect(reasonOf(() => chain.mine(1, { to: 'XunknownAddress' }))).toBe('invalid-address');
  });

  it('leaves the mempool unchanged for empty blocks', async () => {
    const chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 1 });
    const id = await chain.sendTransaction(transfer(chain, 0, 1));
    chain.mine(3, { transactions: [] });
    expect(chain.mempool()).toEqual([id]);
    for (const height of [521, 522, 523]) expect(idsIn(chain, height)).not.toContain(id);
  });

  it('mines the given transactions and their ancestors', async () => {
    const chain = new DevChain({ mining: 'manual' });
    const [a, b] = chain.accounts;
    const parent = await chain.sendTransaction(chain.transfer(a!, b!, 99_900_000_000n));
    const unrelated = await chain.sendTransaction(transfer(chain, 3, 4));
    const child = spend(chain, parent, 1, [{ value: 99_899_990_000n, scriptPubKey: a!.scriptPubKey }]);
    const childId = await chain.sendTransaction(encodeTransaction(child));
    chain.mine(2, { transactions: [childId] });
    expect(idsIn(chain, 521).slice(-2)).toEqual([parent, childId]);
    expect(chain.mempool()).toEqual([unrelated]);
  });

  it('mines a non-standard transaction', async () => {
    const chain = new DevChain({ mining: 'manual' });
    const [coin] = chain.coins(chain.accounts[0]!);
    const { txid, index } = coin!.outPoint;
    const big = spend(chain, txid, 0, [{ value: 1n, scriptPubKey: dataScript(new Uint8Array(200)) }], {
      index,
      value: coin!.coin.value,
    });
    await expect(chain.sendTransaction(encodeTransaction(big))).rejects.toThrow(NodeRejectionError);
    chain.mine(1, { transactions: [bytesToHex(encodeTransaction(big))] });
    expect(idsIn(chain)).toContain(transactionId(big));
  });

  it('changes nothing when a transaction cannot be mined', () => {
    const chain = new DevChain({ mining: 'manual' });
    const tip = chain.tip();
    const payment = transfer(chain, 0, 1);
    const unsigned = { ...spend(chain, chain.coins(chain.accounts[0]!)[0]!.outPoint.txid, 0, []) };
    const worthless = bytesToHex(encodeTransaction(unsigned));
    expect(() => chain.mine(1, { transactions: [worthless] })).toThrow(NodeRejectionError);
    const twice = [bytesToHex(payment), bytesToHex(payment)];
    expect(() => chain.mine(1, { transactions: twice })).toThrow('TestBlockValidity failed: bad-txns-inputs');
    const damaged = payment.with(60, payment[60]! ^ 1);
    expect(() => chain.mine(1, { transactions: [bytesToHex(damaged)] })).toThrow(
      /TestBlockValidity failed: \S/,
    );
    for (const name of ['', 'zz', 'ab', 'ab'.repeat(32)]) {
      expect(reasonOf(() => chain.mine(1, { transactions: [name] }))).toBe('unknown-transaction');
    }
    expect(chain.tip()).toEqual(tip);
    chain.mine(1, { transactions: [bytesToHex(payment)] });
    expect(chain.tip().height).toBe(521);
  });
});

/** Spends an output of account 0 or, of a payment to it, of account 1. */
function spend(
  chain: DevChain,
  txid: string,
  by: number,
  outputs: Transaction['outputs'],
  { index = 0, value = 0n } = {},
): Transaction {
  const account = chain.accounts[by]!;
  const unsigned: Transaction = {
    version: 2,
    type: 0,
    inputs: [{ previousOutput: { txid, index }, scriptSig: new Uint8Array(), sequence: 0xffffffff }],
    outputs: [
      ...outputs,
      ...(value > 0n ? [{ value: value - 100_000n, scriptPubKey: account.scriptPubKey }] : []),
    ],
    lockTime: 0,
    extraPayload: new Uint8Array(),
  };
  const scriptPubKey = payToPublicKeyHash(Buffer.from(account.keyId, 'hex'));
  return signInput({ transaction: unsigned, inputIndex: 0, secretKey: account.secretKey, scriptPubKey });
}

describe('the mining mode', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('can be changed at any time', async () => {
    const chain = new DevChain({ mining: 'manual' });
    await chain.sendTransaction(transfer(chain, 0, 1));
    chain.setMining('on-transaction');
    await vi.runAllTimersAsync();
    expect(chain.tip().height).toBe(521);
    expect(chain.mempool()).toEqual([]);
    chain.setMining({ everyMilliseconds: 100 });
    await vi.advanceTimersByTimeAsync(350);
    expect(chain.tip().height).toBe(524);
    chain.setMining('manual');
    await vi.advanceTimersByTimeAsync(1_000);
    await chain.sendTransaction(transfer(chain, 1, 2));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(chain.tip().height).toBe(524);
    expect(chain.mining).toBe('manual');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is rejected if invalid', () => {
    const chain = new DevChain({ mining: 'manual' });
    const none: unknown[] = ['', 'auto', null, 5, {}, { everyMilliseconds: '5' }, { everyMilliseconds: 0 }];
    for (const mode of none) {
      const untyped: MiningMode = JSON.parse(JSON.stringify(mode));
      expect(reasonOf(() => chain.setMining(untyped))).toBe('invalid-mining-mode');
    }
    expect(chain.mining).toBe('manual');
  });
});
