import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ANY_PAYLOAD } from '../../../test/any-payload.js';
import { RECORDED_BLOCKS } from '../../../test/recorded.js';
import { decodeBlock } from '../../primitives/block/block.js';
import { hexToBytes } from '../../base/bytes/hex.js';
import { DevChain } from '../../devchain/dev-chain.js';
import {
  decodePayload,
  encodePayload,
  PAYLOAD_FORMATS,
  type SpecialPayload,
} from '../../primitives/payload/payload.js';
import { TransactionType } from '../../primitives/transaction/transaction-type.js';
import { encodeTransaction, type Transaction } from '../../primitives/transaction/transaction.js';
import { UnsafeTransactionError } from '../../primitives/transaction/unsafe-transaction-error.js';
import { checkBeforeBroadcast } from './broadcast-rules.js';

const PLAIN: Transaction = {
  version: 3,
  type: TransactionType.normal,
  inputs: [],
  outputs: [],
  lockTime: 0,
  extraPayload: new Uint8Array(),
};

const TYPES = new Map([...PAYLOAD_FORMATS].map(([type, { name }]) => [name, type]));

function withPayload(payload: SpecialPayload, more: Partial<Transaction> = {}): Transaction {
  return { ...PLAIN, type: TYPES.get(payload.kind)!, extraPayload: encodePayload(payload), ...more };
}

function errorOf(transaction: Transaction): UnsafeTransactionError | undefined {
  try {
    checkBeforeBroadcast(encodeTransaction(transaction));
    return undefined;
  } catch (error) {
    if (error instanceof UnsafeTransactionError) return error;
    throw error;
  }
}

/** One payload of each kind. */
function samples(seed: number): SpecialPayload[] {
  return Object.values(ANY_PAYLOAD).flatMap((any) => fc.sample<SpecialPayload>(any, { seed, numRuns: 30 }));
}

const transactions = RECORDED_BLOCKS.flatMap(({ hex }) => [...decodeBlock(hexToBytes(hex)).transactions]);
const RELAYED = [1, 2, 3, 4, 7, 8, 9];
const HASH = '11'.repeat(32);
const SIGNATURE = '00'.repeat(96);

const signal = (versionBit: number): SpecialPayload => ({
  kind: 'mnHfTx',
  version: 1,
  versionBit,
  quorumHash: HASH,
  signature: SIGNATURE,
});
const lock = (...values: bigint[]): SpecialPayload => ({
  kind: 'assetLockTx',
  version: 1,
  creditOutputs: values.map((value) => ({ value, scriptPubKey: new Uint8Array(25) })),
});
const unlock = (fee: number): SpecialPayload => ({
  kind: 'assetUnlockTx',
  version: 1,
  index: 2n ** 64n - 1n,
  fee,
  requestedHeight: 0,
  quorumHash: HASH,
  quorumSig: SIGNATURE,
});
const revocation = (reason: number): SpecialPayload => ({
  kind: 'proUpRevTx',
  version: 2,
  proTxHash: HASH,
  reason,
  inputsHash: HASH,
  signature: SIGNATURE,
});
const update = (mode: number): SpecialPayload => ({
  kind: 'proUpRegTx',
  version: 2,
  proTxHash: HASH,
  mode,
  pubKeyOperator: '00'.repeat(48),
  keyIdVoting: '00'.repeat(20),
  scriptPayout: new Uint8Array(),
  inputsHash: HASH,
  signature: new Uint8Array(),
});
const registration = (
  fields: Partial<Extract<SpecialPayload, { kind: 'proRegTx' }>>,
): Extract<SpecialPayload, { kind: 'proRegTx' }> => ({
  kind: 'proRegTx',
  version: 2,
  masternodeType: 0,
  mode: 0,
  collateral: { txid: HASH, index: 0 },
  addresses: { kind: 'single', service: { ip: '1.2.3.4', port: 1 } },
  keyIdOwner: '11'.repeat(20),
  pubKeyOperator: '11'.repeat(48),
  keyIdVoting: '11'.repeat(20),
  operatorReward: 0,
  scriptPayout: new Uint8Array(25),
  inputsHash: HASH,
  platform: undefined,
  signature: new Uint8Array(),
  ...fields,
});
const output = { value: 1n, scriptPubKey: new Uint8Array() };
const input = { previousOutput: { txid: HASH, index: 0 }, scriptSig: new Uint8Array(), sequence: 0 };
const MAX_MONEY = 2_100_000_000_000_000n;

describe('checkBeforeBroadcast accepts', () => {
  it('every relayed transaction mined by Dash Core 23.1.2', () => {
    const relayed = transactions.filter(({ type }) => type !== 5 && type !== 6);
    expect(new Set(relayed.map(({ type }) => type))).toEqual(new Set([0, 1, 2, 3]));
    expect(relayed.map(errorOf).filter(Boolean)).toEqual([]);
  });

  it('special transactions of the development chain', () => {
    const chain = new DevChain();
    chain.quorums.withdraw({ address: chain.accounts[1]!.address, duffs: 100_000_000n });
    chain.mine(100);
    const mined = Array.from({ length: chain.tip().height + 1 }, (_, height) =>
      decodeBlock(chain.serializedBlock(height)!).transactions.slice(1),
    ).flat();
    chain.close();
    const relayed = mined.filter(({ type }) => type !== 6);
    expect(new Set(relayed.map(({ type }) => type))).toEqual(new Set([0, 1, 2, 3, 4, 8, 9]));
    expect(relayed.map(errorOf).filter(Boolean)).toEqual([]);
  });

  it.each([
    ['a plain transaction of any version', { ...PLAIN, version: 1 }],
    ['a type without a payload, which a node rejects', { ...PLAIN, version: 2, type: 7 }],
    ['a type of a version below 0, which a node rejects', { ...PLAIN, version: -1, type: 7 }],
    ['the highest bit of a signal', withPayload(signal(28))],
    ['the lowest bit of a signal', withPayload(signal(0))],
    ['the highest reward', withPayload(registration({ operatorReward: 10_000 }))],
    ['the highest reason', withPayload(revocation(3))],
    ['an update', withPayload(update(0))],
    ['all coins locked', withPayload(lock(1n, MAX_MONEY - 1n))],
    [
      'the lowest fee and 32 withdrawals',
      withPayload(unlock(1), { outputs: Array.from({ length: 32 }, () => output) }),
    ],
    ['the highest fee', withPayload(unlock(2 ** 32 - 1))],
  ])('%s', (_, transaction) => {
    expect(errorOf(transaction)).toBeUndefined();
  });

  it('a masternode type that is only checked against the chain', () => {
    const payload = samples(1).find((one) => one.kind === 'proUpServTx' && one.masternodeType === 0xffff);
    expect(errorOf(withPayload(payload!))).toBeUndefined();
  });

  it('bytes that do not decode, which a node rejects itself', () => {
    for (const hex of ['', '00', '0300', '03000700ff']) {
      expect(() => checkBeforeBroadcast(hexToBytes(hex))).not.toThrow();
    }
  });
});

describe('checkBeforeBroadcast rejects', () => {
  it.each<[string, Transaction, at: string, expected: string, found: unknown]>([
    ['the bit 29 of a signal', withPayload(signal(29)), '/payload/versionBit', 'at most 28', 29],
    ['the bit 255 of a signal', withPayload(signal(255)), '/payload/versionBit', 'at most 28', 255],
    ['a reason', withPayload(revocation(4)), '/payload/reason', 'at most 3', 4],
    ['the mode of an update', withPayload(update(1)), '/payload/mode', 'at most 0', 1],
    ['a mode', withPayload(registration({ mode: 1 })), '/payload/mode', 'at most 0', 1],
    [
      'a masternode type',
      withPayload(registration({ masternodeType: 2 })),
      '/payload/masternodeType',
      'at most 1',
      2,
    ],
    [
      'a reward',
      withPayload(registration({ operatorReward: 10_001 })),
      '/payload/operatorReward',
      'at most 10000',
      10_001,
    ],
    ['a lock of nothing', withPayload(lock()), '/payload/creditOutputs', 'at least 1 output', 0],
    [
      'a lock of 0',
      withPayload(lock(1n, 0n)),
      '/payload/creditOutputs',
      'values from 1 to 2100000000000000 duffs',
      '0',
    ],
    [
      'a lock of less than 0',
      withPayload(lock(-1n)),
      '/payload/creditOutputs',
      'values from 1 to 2100000000000000 duffs',
      '-1',
    ],
    [
      'a lock of more than there is',
      withPayload(lock(MAX_MONEY, 1n)),
      '/payload/creditOutputs',
      'a sum of at most 2100000000000000 duffs',
      '2100000000000001',
    ],
    ['an unlock without a fee', withPayload(unlock(0)), '/payload/fee', 'at least 1', 0],
    ['an unlock that spends', withPayload(unlock(1), { inputs: [input] }), '/inputs', 'at most 0', 1],
    [
      '33 withdrawals',
      withPayload(unlock(1), { outputs: Array.from({ length: 33 }, () => output) }),
      '/outputs',
      'at most 32',
      33,
    ],
    [
      'a long payload',
      { ...PLAIN, type: 8, extraPayload: new Uint8Array(10_001) },
      '/payload',
      'at most 10000 bytes',
      10_001,
    ],
  ])('a payload out of range: %s', (_, transaction, at, expected, found) => {
    const error = errorOf(transaction);
    expect(error).toMatchObject({ reason: 'payload-out-of-range', details: { at, expected, found } });
    expect(error?.message).toContain(String(found));
    expect(error?.details.fix).not.toBe('');
  });

  it.each([
    [5, 'a coinbase is valid in a block only'],
    [6, 'a quorum commitment is valid in a block only'],
  ])('the type %i, whatever its payload', (type, message) => {
    const recorded = transactions.find((one) => one.type === type)!;
    for (const transaction of [recorded, { ...PLAIN, type }]) {
      expect(errorOf(transaction)).toMatchObject({
        reason: 'transaction-type-not-relayed',
        message,
        details: { found: type, at: '/type' },
      });
    }
  });

  it.each([10, 11, 100, 0xffff])('the unknown type %i', (type) => {
    expect(errorOf({ ...PLAIN, type })).toMatchObject({
      reason: 'transaction-type-unknown',
      details: { found: type, at: '/type' },
    });
  });

  it.each(RELAYED)('every truncated, extended or unknown payload of type %i', (type) => {
    const whole = samples(3).filter(({ kind }) => TYPES.get(kind) === type);
    expect(whole.length).toBeGreaterThan(0);
    for (const payload of whole.slice(0, 5)) {
      const bytes = encodePayload(payload);
      const cut = Array.from({ length: bytes.length }, (_, length) => bytes.slice(0, length));
      const longer = Buffer.concat([bytes, Uint8Array.of(0)]);
      const unknown = Uint8Array.from(bytes, (byte, at) => (at === 0 ? 9 : byte));
      for (const extraPayload of [...cut, longer, unknown]) {
        expect(errorOf({ ...PLAIN, type, extraPayload })).toMatchObject({
          reason: 'payload-malformed',
          details: { at: '/payload', expected: expect.stringContaining(`type ${type}`) },
        });
      }
    }
  });
});

it('payloads only with its own error, whatever the bytes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 12 }), fc.uint8Array({ maxLength: 400 }), (type, extraPayload) => {
      const error = errorOf({ ...PLAIN, type, extraPayload });
      if (error !== undefined) return;
      // What passes is what its decoder reads.
      expect(() => decodePayload({ version: 3, type, extraPayload })).not.toThrow();
    }),
    { numRuns: 2_000 },
  );
});
