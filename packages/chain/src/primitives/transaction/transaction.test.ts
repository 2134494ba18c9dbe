import { describe, expect, it } from 'vitest';
import { recordedRequest, recordedResponse, RECORDED_BLOCKS } from '../../../test/recorded.js';
import { looseness } from '../../../test/strict-decoder.js';
import { decodeBlock } from '../block/block.js';
import { hexToBytes } from '../../base/bytes/hex.js';
import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';
import {
  decodeTransaction,
  encodeTransaction,
  assetUnlockHash,
  networkTransactionId,
  transactionId,
  type Transaction,
} from './transaction.js';

interface PrintedTransaction {
  readonly txid: string;
  readonly version: number;
  readonly type: number;
  readonly size: number;
  readonly locktime: number;
  readonly vin: readonly {
    readonly txid: string;
    readonly vout: number;
    readonly scriptSig: { readonly hex: string };
    readonly sequence: number;
  }[];
  readonly vout: readonly { readonly valueSat: number; readonly scriptPubKey: { readonly hex: string } }[];
}

const encode = (transaction: Transaction): Uint8Array => {
  const bytes = encodeTransaction(transaction);
  // The sign of a version covers the type.
  if (transaction.version < 0)
    new DataView(bytes.buffer, bytes.byteOffset).setUint16(2, transaction.type, true);
  return bytes;
};

describe('a transaction', () => {
  it('has the fields printed by decoderawtransaction', () => {
    const {
      params: [hex],
    }: { params: [string] } = JSON.parse(recordedRequest('decoderawtransaction'));
    const { result: printed }: { result: PrintedTransaction } = JSON.parse(
      recordedResponse('decoderawtransaction'),
    );
    const transaction = decodeTransaction(hexToBytes(hex));
    expect(transactionId(transaction)).toBe(printed.txid);
    expect(hex).toHaveLength(printed.size * 2);
    expect(transaction).toEqual({
      version: printed.version,
      type: printed.type,
      inputs: printed.vin.map(({ txid, vout, scriptSig, sequence }) => ({
        previousOutput: { txid, index: vout },
        scriptSig: hexToBytes(scriptSig.hex),
        sequence,
      })),
      outputs: printed.vout.map(({ valueSat, scriptPubKey }) => ({
        value: BigInt(valueSat),
        scriptPubKey: hexToBytes(scriptPubKey.hex),
      })),
      lockTime: printed.locktime,
      extraPayload: new Uint8Array(),
    });
  });

  it('has the id returned by sendrawtransaction', () => {
    const {
      params: [hex],
    }: { params: [string] } = JSON.parse(recordedRequest('sendrawtransaction: accepted'));
    const { result: txid }: { result: string } = JSON.parse(recordedResponse('sendrawtransaction: accepted'));
    expect(transactionId(decodeTransaction(hexToBytes(hex)))).toBe(txid);
  });

  it.each([
    'sendrawtransaction: truncated',
    'sendrawtransaction: trailing bytes',
    'sendrawtransaction: empty',
  ])('is rejected if the recorded node could not decode it: %s', (label) => {
    const {
      params: [hex],
    }: { params: [string] } = JSON.parse(recordedRequest(label));
    expect(() => decodeTransaction(hexToBytes(hex))).toThrow(MalformedBytesError);
  });

  const transactions = RECORDED_BLOCKS.flatMap(({ hex }) => decodeBlock(hexToBytes(hex)).transactions);

  it('spends only earlier outputs on the recorded chain', () => {
    const outputs = new Map<string, number>();
    let spent = 0;
    for (const transaction of transactions) {
      for (const { previousOutput } of transaction.inputs) {
        if (/^0+$/.test(previousOutput.txid)) continue;
        expect(outputs.get(previousOutput.txid)).toBeGreaterThan(previousOutput.index);
        spent += 1;
      }
      outputs.set(transactionId(transaction), transaction.outputs.length);
    }
    expect(spent).toBeGreaterThan(10);
  });

  it('has an id without its type where its version is below 0', () => {
    const plain = transactions[1]!;
    const negative = { ...plain, version: -2, extraPayload: new Uint8Array() };
    expect(transactionId({ ...negative, type: 3 })).toBe(transactionId({ ...negative, type: 8 }));
    expect(encodeTransaction({ ...negative, type: 3 }).subarray(0, 4)).toEqual(
      Uint8Array.of(0xfe, 0xff, 0xff, 0xff),
    );
  });

  it('decodes strictly', () => {
    const samples = [0, 1, 450].flatMap((i) => transactions.slice(i, i + 1)).concat(transactions.slice(-12));
    const codec = { decode: decodeTransaction, encode };
    expect(looseness(codec, samples.map(encodeTransaction))).toBeUndefined();
  });
});

function unlock(version: number, signer: number): Transaction {
  const extraPayload = Uint8Array.of(
    version,
    ...new Uint8Array(12).fill(1),
    ...new Uint8Array(132).fill(signer),
  );
  return { version: 3, type: 9, inputs: [], outputs: [], lockTime: 0, extraPayload };
}

it('the hash of an asset unlock depends on its quorum, and version 1 has none', () => {
  expect(assetUnlockHash(unlock(2, 1))).toBe(transactionId(unlock(2, 1)));
  expect(assetUnlockHash(unlock(2, 1))).not.toBe(assetUnlockHash(unlock(2, 2)));
  expect(assetUnlockHash(unlock(1, 1))).toBeUndefined();
});

it("the network's id of an asset unlock depends on its quorum in version 1 only", () => {
  expect(networkTransactionId(unlock(1, 1))).not.toBe(networkTransactionId(unlock(1, 2)));
  expect(networkTransactionId(unlock(2, 1))).toBe(networkTransactionId(unlock(2, 2)));
  expect(networkTransactionId(unlock(2, 0))).toBe(networkTransactionId(unlock(2, 2)));
  expect(networkTransactionId(unlock(1, 0))).not.toBe(networkTransactionId(unlock(2, 0)));
  expect(networkTransactionId(unlock(1, 1))).toBe(transactionId(unlock(1, 1)));
});
