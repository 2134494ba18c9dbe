import { beforeEach, describe, expect, it } from 'vitest';
import { ZERO_HASH } from '../src/base/bytes/hex.js';
import type { UnspentCoin } from '../src/rules/consensus/coin.js';
import { dataScript, payToScript } from '../src/primitives/script/standard-scripts.js';
import type { AssetLockTx } from '../src/primitives/payload/asset-lock-tx.js';
import type { AssetUnlockTx } from '../src/primitives/payload/asset-unlock-tx.js';
import { encodePayload } from '../src/primitives/payload/payload.js';
import { TransactionType } from '../src/primitives/transaction/transaction-type.js';
import type { Transaction, TransactionOutput } from '../src/primitives/transaction/transaction.js';
import { append, coinbasePayload, forge, stateOf } from './forge-block.js';
import { spend } from './spend.js';
import { Workshop } from './workshop.js';

let workshop: Workshop;
let coin: UnspentCoin;

beforeEach(() => {
  workshop = new Workshop();
  coin = workshop.coin(workshop.account(0));
});

const DASH = 100_000_000n;
const BURN = Uint8Array.of(0x6a, 0);
const toBob = (value: bigint): TransactionOutput => ({
  value,
  scriptPubKey: workshop.account(1).scriptPubKey,
});
const burned = (value: bigint, scriptPubKey: Uint8Array = BURN): TransactionOutput => ({
  value,
  scriptPubKey,
});

/** Moves coins to the platform; the rest comes back, but for a fee. */
function lock(
  outputs = [burned(DASH)],
  credits = [toBob(DASH)],
  change: Partial<Transaction> = {},
): Transaction {
  const payload: AssetLockTx = { kind: 'assetLockTx', version: 1, creditOutputs: credits };
  const paid = outputs.reduce((sum, { value }) => sum + value, 0n);
  const rest = { value: coin.coin.value - paid - 10_000n, scriptPubKey: workshop.account(0).scriptPubKey };
  return spend(workshop.account(0), [coin], [...outputs, rest], {
    version: 3,
    type: TransactionType.assetLock,
    extraPayload: encodePayload(payload),
    ...change,
  });
}

const version = (value: number): Partial<Transaction> => ({
  extraPayload: lock().extraPayload.with(0, value),
});

const LOCKS: readonly (readonly [reason: string, what: string, transaction: () => Transaction])[] = [
  ['bad-assetlocktx-no-return', 'nothing burned', () => lock([])],
  ['bad-assetlocktx-non-empty-return', 'data', () => lock([burned(DASH, dataScript(Uint8Array.of(1)))])],
  ['bad-assetlocktx-non-empty-return', 'a bare return', () => lock([burned(DASH, Uint8Array.of(0x6a))])],
  ['bad-assetlocktx-opreturn-outofrange', 'nothing in it', () => lock([burned(0n)])],
  [
    'bad-assetlocktx-payload',
    'no payload',
    () => lock(undefined, undefined, { extraPayload: new Uint8Array() }),
  ],
  ['bad-assetlocktx-version', 'version 0', () => lock(undefined, undefined, version(0))],
  ['bad-assetlocktx-version', 'version 2', () => lock(undefined, undefined, version(2))],
  ['bad-assetlocktx-emptycreditoutputs', 'nobody', () => lock(undefined, [])],
  ['bad-assetlocktx-credit-outofrange', 'a credit of zero', () => lock(undefined, [toBob(DASH), toBob(0n)])],
  [
    'bad-assetlocktx-credit-outofrange',
    'less than nothing',
    () => lock(undefined, [toBob(-1n), toBob(DASH + 1n)]),
  ],
  [
    'bad-assetlocktx-credit-outofrange',
    'more than there can be',
    () => lock(undefined, [toBob(21n * 10n ** 14n), toBob(1n)]),
  ],
  [
    'bad-assetlocktx-pubKeyHash',
    'a script',
    () => lock(undefined, [{ value: DASH, scriptPubKey: payToScript(BURN) }]),
  ],
  ['bad-assetlocktx-creditamount', 'a duff less', () => lock(undefined, [toBob(DASH - 1n)])],
];

describe('an asset lock', () => {
  it.each(LOCKS)('is rejected with %s: %s', (reason, _, transaction) => {
    const rejected = transaction();
    const before = stateOf(workshop.chain);
    expect(workshop.submit(rejected)).toBe(`-26 ${reason}`);
    expect(workshop.rejectionOf(forge(workshop.block(), append(rejected)))).toBe(reason);
    expect(stateOf(workshop.chain)).toEqual(before);
  });

  it('with two burn outputs is rejected in the mempool and in blocks', () => {
    const twice = lock([burned(DASH), burned(DASH)], [toBob(2n * DASH)]);
    expect(workshop.submit(twice)).toBe('-26 multi-op-return');
    expect(workshop.rejectionOf(forge(workshop.block(), append(twice)))).toBe(
      'bad-assetlocktx-multiple-return',
    );
  });

  it("is added to the credit pool with the block's share, and removed by a reorg", () => {
    const before = workshop.tip.connected!.creditPool;
    workshop.admit(lock());
    workshop.mine();
    const share = workshop.tip.block.transactions[0]!.transaction.outputs[1]!.value;
    expect(workshop.tip.connected!.creditPool).toBe(before + DASH + share);
    workshop.chain.invalidate(workshop.tip);
    workshop.follower.settle();
    expect(workshop.tip.connected!.creditPool).toBe(before);
    expect(workshop.mempool.size).toBe(1);
  });

  it('must be included in the coinbase balance', () => {
    const block = workshop.block({ transactions: [lock()] });
    const creditPoolBalance = workshop.tip.connected!.creditPool;
    expect(workshop.rejectionOf(forge(block, coinbasePayload({ creditPoolBalance })))).toBe(
      'bad-cbtx-assetlocked-amount',
    );
    expect(workshop.rejectionOf(block)).toBeUndefined();
  });
});

/** Withdraws coins from the platform; no quorum has signed it. */
function unlock(change: Partial<AssetUnlockTx> = {}, around: Partial<Transaction> = {}): Transaction {
  const payload: AssetUnlockTx = {
    kind: 'assetUnlockTx',
    version: 1,
    index: 1n,
    fee: 10_000,
    requestedHeight: workshop.tip.height,
    quorumHash: workshop.tip.block.hash,
    quorumSig: '0'.repeat(192),
    ...change,
  };
  return {
    version: 3,
    type: TransactionType.assetUnlock,
    inputs: [],
    outputs: [toBob(DASH)],
    lockTime: 0,
    extraPayload: encodePayload(payload),
    ...around,
  };
}

const UNLOCKS: readonly (readonly [reason: string, what: string, transaction: () => Transaction])[] = [
  ['bad-assetunlock-quorum-hash', 'an unknown quorum', () => unlock({ quorumHash: '7'.repeat(64) })],
  ['bad-assetunlock-too-old-quorum', 'a block without a quorum', () => unlock()],
  [
    'bad-assetunlocktx-too-many-outs',
    '33 outputs',
    () => unlock({}, { outputs: Array.from({ length: 33 }, () => toBob(DASH)) }),
  ],
];

describe('an asset unlock', () => {
  it.each(UNLOCKS)('is rejected by mempool and blocks with %s: %s', (reason, _, transaction) => {
    const rejected = transaction();
    expect(workshop.submit(rejected)).toBe(`-26 ${reason}`);
    expect(workshop.rejectionOf(forge(workshop.block(), append(rejected)))).toBe(reason);
  });

  it('with a truncated payload is rejected', () => {
    const rejected = unlock({}, { extraPayload: unlock().extraPayload.slice(0, -1) });
    expect(workshop.rejectionOf(forge(workshop.block(), append(rejected)))).toBe('bad-assetunlocktx-payload');
  });

  it.each([0, 2])('with version %i is rejected', (wrong) => {
    const rejected = unlock({}, { extraPayload: unlock().extraPayload.with(0, wrong) });
    expect(workshop.rejectionOf(forge(workshop.block(), append(rejected)))).toBe('bad-assetunlocktx-version');
  });

  it('without a fee is rejected before other checks', () => {
    expect(workshop.submit(unlock({ fee: 0 }))).toBe('-26 bad-txns-assetunlock-fee-outofrange');
  });

  it('must pay for its size', () => {
    expect(workshop.submit(unlock({ fee: 7 }))).toMatch(/^-26 min relay fee not met, 7 < \d+$/);
  });

  it('must not have inputs', () => {
    const { inputs } = lock();
    expect(workshop.submit(unlock({}, { inputs }))).toBe('-26 bad-assetunlocktx-have-input');
  });
});

/** A signal for a fork; no quorum has signed it. */
function signal(versionBit: number, quorumHash = workshop.tip.block.hash): Transaction {
  return spend(workshop.account(0), [coin], [toBob(DASH)], {
    version: 3,
    type: TransactionType.mnHardForkSignal,
    extraPayload: encodePayload({
      kind: 'mnHfTx',
      version: 1,
      versionBit,
      quorumHash,
      signature: '0'.repeat(192),
    }),
  });
}

describe('a masternode hard fork signal', () => {
  it.each([
    ['bad-mnhf-non-ehf', 28, undefined],
    ['bad-mnhf-quorum-hash', 12, ZERO_HASH],
    ['bad-mnhf-missing-quorum', 12, undefined],
  ] as const)('is rejected: %s', (reason, bit, quorumHash) => {
    expect(workshop.submit(signal(bit, quorumHash))).toBe(`-26 ${reason}`);
  });

  it('with an unknown version is rejected', () => {
    const wrong = { ...signal(12), extraPayload: signal(12).extraPayload.with(0, 2) };
    expect(workshop.rejectionOf(forge(workshop.block(), append(wrong)))).toBe('bad-mnhf-version');
  });
});
