import { create } from '@bufbuild/protobuf';
import { DevChain, decodeTransaction, hexToBytes, transactionId, type Transaction } from '@dapikit/chain';
import dashcore from '@dashevo/dashcore-lib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { TransactionFilter } from '../../src/grpc/core/transaction-filter.js';
import { BloomFilterSchema } from '../../src/grpc/generated/dapi_pb.js';

const UPDATE_NOTHING = 0;
const UPDATE_ALL = 1;

/** A filter with some elements, made by the official library. */
function filterOf(elements: readonly Uint8Array[], flags = UPDATE_NOTHING): TransactionFilter {
  const filter = dashcore.BloomFilter.create(elements.length, 0.000_000_1, 7, flags);
  for (const element of elements) filter.insert(Buffer.from(element));
  const { vData, nHashFuncs, nTweak, nFlags } = filter;
  return new TransactionFilter(
    create(BloomFilterSchema, { vData: Uint8Array.from(vData), nHashFuncs, nTweak, nFlags }),
  );
}

const isMatch = (filter: TransactionFilter, transaction: Transaction): boolean =>
  filter.matches(transactionId(transaction), transaction);

/** A payment, and a transaction that spends its first output. */
async function chained(): Promise<{ readonly first: Transaction; readonly second: Transaction }> {
  const chain = new DevChain({ mining: 'manual' });
  onTestFinished(() => chain.close());
  const { txid } = chain.fund(chain.accounts[1]!.address, 100_000_000n);
  const { serialized } = await chain.read('transaction', { txid });
  const first = decodeTransaction(serialized);
  return { first, second: spending(first) };
}

/** A transaction with one input, the first output of another; nobody checks its signature. */
const spending = (transaction: Transaction): Transaction => ({
  ...transaction,
  inputs: [
    {
      ...transaction.inputs[0]!,
      previousOutput: { txid: transactionId(transaction), index: 0 },
      scriptSig: new Uint8Array(),
    },
  ],
  outputs: [{ value: 1n, scriptPubKey: new Uint8Array([0x6a]) }],
});

describe('a filter of transactions', () => {
  it('matches the id in display order and in internal order', async () => {
    const { first } = await chained();
    const id = hexToBytes(transactionId(first));
    expect(isMatch(filterOf([id]), first)).toBe(true);
    expect(isMatch(filterOf([id.toReversed()]), first)).toBe(true);
    expect(isMatch(filterOf([id.map((byte) => byte ^ 1)]), first)).toBe(false);
  });

  it('matches what spends a matched output only if it is updated', async () => {
    const { first, second } = await chained();
    const script = first.outputs[0]!.scriptPubKey;
    const keyHash = script.slice(3, 23);
    for (const [flags, follows] of [
      [UPDATE_NOTHING, false],
      [UPDATE_ALL, true],
    ] as const) {
      const filter = filterOf([keyHash], flags);
      expect(isMatch(filter, first)).toBe(true);
      expect(isMatch(filter, second)).toBe(follows);
    }
  });
});
