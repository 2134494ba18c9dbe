import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeBlock } from '../block/block.js';
import { hexToBytes } from '../../base/bytes/hex.js';
import { scriptRejection } from '../../rules/policy/script-rejection.js';
import { inputsAreStandard } from '../../rules/policy/standard-inputs.js';
import {
  decodeTransaction,
  isCoinbase,
  isNullOutPoint,
  outPointKey,
  type Transaction,
  transactionId,
  type TransactionOutput,
} from '../transaction/transaction.js';
import { STANDARD_SCRIPT_FLAGS } from './script-flags.js';
import { verifyInput, verifyInputs } from './verify-inputs.js';

const FIXTURES = new URL('../../../../../fixtures/dash-core-23.1.2/', import.meta.url);

interface Exchange {
  label: string;
  request: { body: string };
  response: string;
}

function lines(file: string): string[] {
  return readFileSync(new URL(file, FIXTURES), 'utf8').trim().split('\n');
}

function transactionsOf(line: string): readonly Transaction[] {
  const { hex }: { hex: string } = JSON.parse(line);
  return decodeBlock(hexToBytes(hex)).transactions;
}

const transactions = lines('blocks.jsonl').flatMap(transactionsOf);
const outputs = new Map<string, TransactionOutput>();
for (const transaction of transactions) {
  const txid = transactionId(transaction);
  for (const [index, output] of transaction.outputs.entries())
    outputs.set(outPointKey({ txid, index }), output);
}
const spending = transactions
  .filter((transaction) => !isCoinbase(transaction) && transaction.inputs.length > 0)
  .filter(({ inputs }) => !inputs.some(({ previousOutput }) => isNullOutPoint(previousOutput)));

function spentBy({ inputs }: Transaction): TransactionOutput[] {
  return inputs.map(({ previousOutput }) => outputs.get(outPointKey(previousOutput))!);
}

function withFlippedBit(bytes: Uint8Array, index: number): Uint8Array {
  return bytes.with(index, (bytes[index] ?? 0) ^ 1);
}

describe('script verification of the recorded chain', () => {
  it('covers inputs of plain and special transactions', () => {
    expect(spending.reduce((sum, { inputs }) => sum + inputs.length, 0)).toBe(47);
    expect(new Set(spending.map(({ type }) => type))).toContain(1);
  });

  it('accepts every input under the relay rules', () => {
    for (const transaction of spending) {
      const spentOutputs = spentBy(transaction);
      expect(verifyInputs({ transaction, spentOutputs, flags: STANDARD_SCRIPT_FLAGS })).toBeUndefined();
      expect(inputsAreStandard(transaction, spentOutputs)).toBe(true);
    }
  });

  it('rejects every input with a flipped signature bit', () => {
    for (const transaction of spending) {
      for (const [inputIndex, { scriptPubKey }] of spentBy(transaction).entries()) {
        // A byte of R or S, wherever in the DER they are.
        const inputs = transaction.inputs.map((input) => ({
          ...input,
          scriptSig: withFlippedBit(input.scriptSig, 40),
        }));
        const changed = { ...transaction, inputs };
        const verification = { transaction: changed, inputIndex, scriptPubKey, flags: STANDARD_SCRIPT_FLAGS };
        expect(verifyInput(verification)).toMatch(/SIG_NULLFAIL|SIG_DER|EVAL_FALSE/);
      }
    }
  });

  it('rejects every input after a change of amount, payload, lock time or sequence', () => {
    const changes: ((transaction: Transaction) => Transaction)[] = [
      (transaction) => ({
        ...transaction,
        outputs: transaction.outputs.map((output) => ({ ...output, value: output.value ^ 1n })),
      }),
      (transaction) => ({ ...transaction, lockTime: transaction.lockTime ^ 1 }),
      (transaction) => ({
        ...transaction,
        inputs: transaction.inputs.map((input) => ({ ...input, sequence: (input.sequence ^ 2) >>> 0 })),
      }),
      (transaction) =>
        transaction.extraPayload.length > 0
          ? { ...transaction, extraPayload: withFlippedBit(transaction.extraPayload, 0) }
          : { ...transaction, version: transaction.version ^ 4 },
    ];
    for (const transaction of spending) {
      for (const change of changes) {
        const verification = { transaction: change(transaction), spentOutputs: spentBy(transaction) };
        const failed = verifyInputs({ ...verification, flags: STANDARD_SCRIPT_FLAGS });
        expect(failed).toEqual({ inputIndex: 0, error: 'SIG_NULLFAIL' });
      }
    }
  });
});

describe('a recorded script rejection', () => {
  it('has the message of Dash Core', () => {
    const exchanges = lines('exchanges.jsonl').map((line): Exchange => JSON.parse(line));
    const recorded = exchanges.find(({ label }) => label === 'sendrawtransaction: unsigned')!;
    const { params }: { params: [string] } = JSON.parse(recorded.request.body);
    const { error }: { error: { message: string } } = JSON.parse(recorded.response);
    const transaction = decodeTransaction(hexToBytes(params[0]));
    expect(scriptRejection({ transaction, spentOutputs: spentBy(transaction) })).toBe(error.message);
    expect(error.message).toContain('Operation not valid with the current stack size');
  });
});
