import { afterAll, describe, expect, it } from 'vitest';
import { decodeTransaction, encodeTransaction } from '../primitives/transaction/transaction.js';
import { DevChain } from './dev-chain.js';
import { reportTransaction } from './transaction-report.js';

const chain = new DevChain({ mining: 'manual' });
afterAll(() => chain.close());
const [alice, bob] = chain.accounts;
const payment = chain.transfer(alice!, bob!, 100_000_000n);

const verdicts = (serialized: Uint8Array) => {
  const { checks, reason } = reportTransaction(chain, serialized);
  return {
    reason,
    failed: checks.find(({ verdict }) => verdict === 'failed')?.name,
    passed: checks.filter(({ verdict }) => verdict === 'passed').length,
    all: checks.length,
  };
};

describe('reportTransaction', () => {
  it('lists every check, the fee and the id of an acceptable transaction', () => {
    const report = reportTransaction(chain, payment);
    expect(report).toMatchObject({ size: payment.length, reason: undefined });
    expect(report.fee).toBeGreaterThan(0n);
    expect(report.checks.every(({ verdict }) => verdict === 'passed')).toBe(true);
  });

  it('names the first failed check with the reject reason of the mempool', async () => {
    const transaction = decodeTransaction(payment);
    const [input] = transaction.inputs;
    const elsewhere = { ...input!, previousOutput: { txid: '11'.repeat(32), index: 0 } };
    const [output] = transaction.outputs;
    const damaged: readonly [string, string, Uint8Array][] = [
      ['structure', 'bad-txns-vout-empty', encodeTransaction({ ...transaction, outputs: [] })],
      ['standard', 'version', encodeTransaction({ ...transaction, version: 4 })],
      [
        'final',
        'non-final',
        encodeTransaction({ ...transaction, lockTime: 400_000, inputs: [{ ...input!, sequence: 0 }] }),
      ],
      ['coins', 'bad-txns-inputs-missingorspent', encodeTransaction({ ...transaction, inputs: [elsewhere] })],
      [
        'amounts',
        'bad-txns-in-belowout',
        encodeTransaction({ ...transaction, outputs: [{ ...output!, value: 2_000_000_000_000n }] }),
      ],
      [
        'scripts',
        'mandatory-script-verify-flag-failed',
        encodeTransaction({ ...transaction, outputs: [{ ...output!, value: 1_000n }] }),
      ],
    ];
    for (const [check, reason, serialized] of damaged) {
      const found = verdicts(serialized);
      expect(found.failed).toBe(check);
      expect(found.reason).toContain(reason);
      await expect(chain.sendTransaction(serialized)).rejects.toThrow(found.reason);
    }
  });

  it('reports bytes that do not decode', () => {
    expect(verdicts(payment.subarray(1))).toMatchObject({ failed: 'encoding', passed: 0 });
    expect(reportTransaction(chain, Uint8Array.of()).txid).toBeUndefined();
  });

  it('reports a transaction that is already mined', async () => {
    const other = new DevChain({ mining: 'manual' });
    await other.sendTransaction(payment);
    other.mine(1);
    const { reason, checks } = reportTransaction(other, payment);
    expect(reason).toBe('txn-already-known');
    expect(checks.find(({ verdict }) => verdict === 'failed')?.name).toBe('coins');
    other.close();
  });

  it('changes nothing', () => {
    reportTransaction(chain, payment);
    expect(chain.mempool()).toEqual([]);
  });
});
