import { createHash } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { decodeBlock } from '../src/primitives/block/block.js';
import { bytesToHex, hexToBytes } from '../src/base/bytes/hex.js';
import { unlockLimit } from '../src/chain/chainstate/credit-pool.js';
import { MasternodeRegistry } from '../src/rules/consensus/masternode-registry.js';
import { sizeBlock, sizeTransaction, type SizedBlock } from '../src/rules/consensus/sized-block.js';
import { Withdrawals } from '../src/rules/consensus/withdrawals.js';
import { signBls } from '../src/base/crypto/bls.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import type { QuorumRecord } from '../src/devchain/quorum-record.js';
import { reportTransaction } from '../src/devchain/transaction-report.js';
import { NULL_BLS_SIGNATURE } from '../src/primitives/masternode/null-bls.js';
import { assetUnlockSignHash } from '../src/rules/consensus/asset-unlock-sign-hash.js';
import { NO_SIGNALS } from '../src/rules/consensus/hard-fork-signals.js';
import { QuorumList } from '../src/rules/consensus/quorum-list.js';
import type { AssetUnlockTx } from '../src/primitives/payload/asset-unlock-tx.js';
import { decodePayload, encodePayload } from '../src/primitives/payload/payload.js';
import { TransactionType } from '../src/primitives/transaction/transaction-type.js';
import {
  decodeTransaction,
  encodeTransaction,
  type Transaction,
} from '../src/primitives/transaction/transaction.js';
import { everythingOf, reasonOf } from './dev-chain-state.js';
import { append, coinbasePayload, forge, stateOf } from './forge-block.js';
import { loadPeerBls, type PeerBls } from './peer-bls.js';
import { spend } from './spend.js';
import { Workshop } from './workshop.js';

// BLS takes its time where many tests run at once.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const DASH = 100_000_000n;

/** Blocks of a chain where four quorums of the platform formed, one after the other. */
let blocks: SizedBlock[];
/** The oldest first. */
let quorums: QuorumRecord[];
let peer: PeerBls;
let workshop: Workshop;

beforeAll(async () => {
  peer = await loadPeerBls();
  const chain = new DevChain({ mining: 'manual' });
  quorums = Array.from({ length: 4 }, () => {
    const [latest] = chain.quorums.form(['llmq_test_platform']);
    return latest!;
  });
  blocks = Array.from(chain.exportBlocks(), ({ hex }) => sizeBlock(decodeBlock(hexToBytes(hex))));
  chain.close();
});

beforeEach(() => {
  workshop = new Workshop(blocks);
});

/** Withdraws a DASH from the platform; the latest quorum signs, unless another does or a signature is given. */
function unlock(
  change: Partial<AssetUnlockTx> = {},
  around: Partial<Transaction> = {},
  signer = quorums.at(-1)!,
): Transaction {
  const payload: AssetUnlockTx = {
    kind: 'assetUnlockTx',
    version: 1,
    index: 7n,
    fee: 10_000,
    requestedHeight: workshop.tip.height,
    quorumHash: signer.quorumHash,
    quorumSig: NULL_BLS_SIGNATURE,
    ...change,
  };
  const unsigned: Transaction = {
    version: 3,
    type: TransactionType.assetUnlock,
    inputs: [],
    outputs: [{ value: DASH, scriptPubKey: workshop.account(1).scriptPubKey }],
    lockTime: 0,
    extraPayload: encodePayload(payload),
    ...around,
  };
  if (change.quorumSig !== undefined) return unsigned;
  const quorumSig = bytesToHex(signBls(assetUnlockSignHash(unsigned), hexToBytes(signer.secretKey!)));
  return { ...unsigned, extraPayload: encodePayload({ ...payload, quorumSig }) };
}

const paying = (value: bigint): Partial<Transaction> => ({
  outputs: [{ value, scriptPubKey: workshop.account(1).scriptPubKey }],
});

/** Takes so many duffs from the pool, the fee among them. */
const taking = (index: bigint, amount: bigint): Transaction => unlock({ index }, paying(amount - 10_000n));

const tipHeight = (): number => workshop.tip.height;
const pool = (): bigint => workshop.tip.connected!.creditPool;

/** By another library: SHA-256 twice. */
const sha256Twice = (...parts: Uint8Array[]): Buffer => {
  const once = createHash('sha256').update(Buffer.concat(parts)).digest();
  return createHash('sha256').update(once).digest();
};

const balanceOf = (chain: DevChain): bigint => {
  const [coinbase] = decodeBlock(chain.serializedBlock(chain.tip().height)!).transactions;
  const payload = decodePayload(coinbase!);
  if (payload?.kind !== 'cbTx' || payload.version !== 3) throw new TypeError('no coinbase payload');
  return payload.creditPoolBalance;
};

const REJECTED: readonly (readonly [reason: string, what: string, transaction: () => Transaction])[] = [
  ['bad-assetunlocktx-payload', 'a signature that is no point', () => unlock({ quorumSig: 'ab'.repeat(96) })],
  ['bad-assetunlock-quorum-hash', 'an unknown block', () => unlock({ quorumHash: '7'.repeat(64) })],
  [
    'bad-assetunlock-too-old-quorum',
    'a block without a quorum',
    () => unlock({ quorumHash: workshop.tip.hash }),
  ],
  ['bad-assetunlock-too-old-quorum', 'the quorum before the last three', () => unlock({}, {}, quorums[0])],
  ['bad-assetunlock-too-late', 'a height to come', () => unlock({ requestedHeight: tipHeight() + 1 })],
  ['bad-assetunlock-too-late', 'a height 48 blocks ago', () => unlock({ requestedHeight: tipHeight() - 48 })],
  ['bad-assetunlock-not-verified', 'no signature', () => unlock({ quorumSig: NULL_BLS_SIGNATURE })],
  [
    'bad-assetunlock-not-verified',
    'the signature of another quorum',
    () => unlock({ quorumHash: quorums[2]!.quorumHash }),
  ],
  ['bad-assetunlock-not-verified', 'more than was signed', () => ({ ...unlock(), ...paying(DASH + 1n) })],
];

const ACCEPTED: readonly (readonly [what: string, transaction: () => Transaction])[] = [
  ['of the latest quorum', () => unlock()],
  ['of the latest quorum that signs no more', () => unlock({}, {}, quorums[1])],
  ['of 47 blocks ago', () => unlock({ requestedHeight: tipHeight() - 47 })],
  ['with the highest number', () => unlock({ index: 2n ** 64n - 1n })],
];

describe('an asset unlock', () => {
  it.each(REJECTED)('is rejected with %s: %s', (reason, _, transaction) => {
    const rejected = transaction();
    const before = stateOf(workshop.chain);
    expect(workshop.submit(rejected)).toBe(`-26 ${reason}`);
    expect(workshop.rejectionOf(forge(workshop.block(), append(rejected)))).toBe(reason);
    expect(stateOf(workshop.chain)).toEqual(before);
  });

  it.each(ACCEPTED)('is accepted: %s', (_, transaction) => {
    const taken = transaction();
    const before = pool();
    const share = workshop.block().transactions[0]!.transaction.outputs[1]!.value;
    const txid = workshop.admit(taken);
    workshop.mine();
    expect(workshop.tip.block.transactions.map((each) => each.txid)).toContain(txid);
    expect(pool()).toBe(before + share - DASH - 10_000n);
    expect(workshop.chain.coins.coin({ txid, index: 0 })?.value).toBe(DASH);
    const { outputs } = workshop.tip.block.transactions[0]!.transaction;
    const empty = workshop.chain.blockAt(tipHeight() - 1)!.block.transactions[0]!.transaction.outputs;
    const sum = (all: typeof outputs): bigint => all.reduce((total, { value }) => total + value, 0n);
    expect(sum(outputs)).toBe(sum(empty) + 10_000n);
  });

  it('without a fee is rejected before its signature is checked', () => {
    expect(workshop.submit(unlock({ fee: 0 }))).toBe('-26 bad-txns-assetunlock-fee-outofrange');
    const rejected = unlock({ fee: 0, quorumSig: 'ab'.repeat(96) });
    expect(workshop.submit(rejected)).toBe('-26 bad-assetunlocktx-payload');
  });

  it('is signed without its signature under its index, as the BLS library of Dash Core verifies', () => {
    const signed = unlock({ index: 258n });
    const payload = decodePayload(signed);
    if (payload?.kind !== 'assetUnlockTx') throw new TypeError('no asset unlock');
    const bytes = encodeTransaction(signed);
    bytes.fill(0, -96);
    const request = sha256Twice(Buffer.from('\u0006plwdtx'), Uint8Array.of(2, 1, 0, 0, 0, 0, 0, 0));
    const quorumHash = hexToBytes(payload.quorumHash).toReversed();
    const message = sha256Twice(Uint8Array.of(106), quorumHash, request, sha256Twice(bytes));
    const { quorumPublicKey } = quorums.at(-1)!;
    expect(peer.verify(payload.quorumSig, message, quorumPublicKey)).toBe(true);
  });

  it('is rejected with an index used before, in the mempool, a later block or the same block', () => {
    const another = (): Transaction => unlock({}, paying(2n * DASH));
    const twice = forge(workshop.block(), append(unlock(), another()));
    expect(workshop.rejectionOf(twice)).toBe('failed-creditpool-unlock-duplicated-index');
    workshop.admit(unlock());
    workshop.mine();
    workshop.admit(another());
    expect(workshop.rejectionOf(forge(workshop.block(), append(another())))).toBe(
      'bad-assetunlock-duplicated-index',
    );
  });

  it('is rejected above the limit, alone or with others, and counts in the coinbase', () => {
    const limit = unlockLimit(workshop.tip);
    expect(workshop.rejectionOf(forge(workshop.block(), append(taking(1n, limit + 1n))))).toBe(
      'failed-creditpool-unlock-too-much',
    );
    const together = append(taking(1n, limit - DASH), taking(2n, DASH + 1n));
    expect(workshop.rejectionOf(forge(workshop.block(), together))).toBe('failed-creditpool-unlock-too-much');
    const all = [taking(1n, limit - DASH), taking(2n, DASH)];
    const block = workshop.block({ transactions: all });
    const wrong = forge(block, coinbasePayload({ creditPoolBalance: pool() }));
    expect(workshop.rejectionOf(wrong)).toBe('bad-cbtx-assetlocked-amount');
    for (const each of all) workshop.admit(each);
    workshop.mine();
    expect([...workshop.tip.connected!.withdrawals]).toHaveLength(2);
  });
});

describe('asset unlocks in the mempool', () => {
  it('are omitted from a block that rejects them, with their descendants', () => {
    const first = workshop.admit(unlock());
    const rival = unlock({ fee: 1_000 }, paying(2n * DASH));
    const { txid } = sizeTransaction(rival);
    workshop.admit(rival);
    const coin = { value: 2n * DASH, scriptPubKey: workshop.account(1).scriptPubKey };
    const held = { outPoint: { txid, index: 0 }, coin: { ...coin, height: 0, isCoinbase: false } };
    const child = spend(workshop.account(1), [held], [{ ...coin, value: 2n * DASH - 5_000n }]);
    const tooMuch = unlock({ index: 8n, fee: 1_000 }, paying(unlockLimit(workshop.tip)));
    const waiting = [txid, workshop.admit(child), workshop.admit(tooMuch)];
    const mined = () => workshop.tip.block.transactions.map((each) => each.txid);
    workshop.mine();
    expect(mined()).toContain(first);
    expect(Array.from(workshop.mempool.entries(), (each) => each.txid)).toEqual(waiting);
    workshop.mine();
    expect(mined()).not.toContain(txid);
    expect(Array.from(workshop.mempool.entries(), (each) => each.txid).slice(0, 2)).toEqual(
      waiting.slice(0, 2),
    );
  });

  it('expire 49 blocks after their requested height', () => {
    const txid = workshop.admit(unlock());
    workshop.extend(47);
    expect(workshop.submit(unlock({ requestedHeight: tipHeight() - 47 }))).toBe(txid);
    workshop.extend(1);
    expect(workshop.mempool.has(txid)).toBe(true);
    workshop.mine();
    expect(workshop.tip.block.transactions.map((each) => each.txid)).not.toContain(txid);
    expect(workshop.mempool.size).toBe(0);
  });

  it('return after a reorg, together with the withdrawn amount', () => {
    const before = pool();
    const txid = workshop.admit(unlock());
    workshop.mine();
    workshop.chain.invalidate(workshop.tip);
    workshop.follower.settle();
    expect(pool()).toBe(before);
    expect(workshop.mempool.has(txid)).toBe(true);
    workshop.extend(1, { later: 1 });
    workshop.mine();
    expect(workshop.mempool.size).toBe(0);
    expect([...workshop.tip.connected!.withdrawals]).toEqual([
      { index: 7n, height: tipHeight(), amount: DASH + 10_000n },
    ]);
  });
});

describe('unlockLimit', () => {
  it.each<[height: number, balance: bigint, taken: readonly (readonly [number, bigint])[], limit: bigint]>([
    [599, 99n, [], 99n],
    [599, 100n, [], 100n],
    [599, 500n, [], 100n],
    [599, 5_000n, [], 500n],
    [599, 50_000n, [], 1_000n],
    [599, 80n, [[599, 30n]], 70n],
    [599, 60n, [[500, 40n]], 60n],
    [599, 60n, [[499, 50n]], 60n],
    [599, 80n, [[499, 50n]], 80n],
    [599, 80n, [[500, 50n]], 50n],
    [599, 5_000n, [[550, 600n]], 0n],
    [
      599,
      50_000n,
      [
        [520, 300n],
        [599, 200n],
      ],
      500n,
    ],
    [600, 1_999n, [[599, 500n]], 1_999n],
    [600, 2_001n, [[600, 2_000n]], 2_000n],
  ])('after block %i with %s DASH and withdrawals %o is %s', (height, balance, taken, limit) => {
    const withdrawals = taken.reduce(
      (all, [at, dash], i) => all.with({ index: BigInt(i), height: at, amount: dash * DASH }),
      Withdrawals.none,
    );
    const connected = {
      creditPool: balance * DASH,
      withdrawals,
      masternodes: MasternodeRegistry.empty,
      quorums: QuorumList.empty,
      hardForkSignals: NO_SIGNALS,
      spent: [],
    };
    expect(unlockLimit({ height, connected })).toBe(limit * DASH);
  });
});

describe('withdrawals of a development chain', () => {
  const open: DevChain[] = [];
  afterEach(() => {
    for (const chain of open.splice(0)) chain.close();
  });

  function manual(): DevChain {
    const chain = new DevChain({ mining: 'manual' });
    open.push(chain);
    return chain;
  }

  function loaded(from: DevChain): DevChain {
    const chain = DevChain.load(from.dump(), { checkSignatures: true });
    open.push(chain);
    return chain;
  }

  it('form a quorum first and are the same on every run', () => {
    const chain = manual();
    const { address } = chain.accounts[1]!;
    const before = chain.balance(chain.accounts[1]!);
    const { txid, blockHash } = chain.quorums.withdraw({ address, duffs: 5n * DASH });
    expect(chain.tip()).toEqual({ hash: blockHash, height: 547 });
    expect(chain.transactionStatus(txid)).toMatchObject({ place: 'block', block: { hash: blockHash } });
    expect(chain.balance(chain.accounts[1]!)).toBe(before + 5n * DASH);
    const after = balanceOf(chain);
    const { transactions } = decodeBlock(chain.serializedBlock(547)!);
    const share = transactions[0]!.outputs[1]!.value;
    const [previous] = decodeBlock(chain.serializedBlock(546)!).transactions;
    const payload = decodePayload(previous!);
    expect(payload).toMatchObject({ creditPoolBalance: after - share + 5n * DASH + 1_000n });
    chain.quorums.withdraw({ address, duffs: DASH });
    const indexes = [547, 548].map((height) => {
      const found = decodeBlock(chain.serializedBlock(height)!).transactions.map((each) =>
        decodePayload(each),
      );
      return found.find((each) => each?.kind === 'assetUnlockTx')?.index;
    });
    expect(indexes).toEqual([0n, 1n]);
    const again = manual();
    again.quorums.withdraw({ address, duffs: 5n * DASH });
    again.quorums.withdraw({ address, duffs: DASH });
    expect(everythingOf(again)).toEqual(everythingOf(chain));
    expect(everythingOf(loaded(chain))).toEqual(everythingOf(chain));
  });

  it('can be signed without sending, reported, and kept through snapshots and dumps until they expire', async () => {
    const chain = manual();
    const { address } = chain.accounts[1]!;
    const signed = chain.quorums.signWithdrawal({ address, duffs: DASH });
    expect(chain.mempool()).toEqual([]);
    expect(reportTransaction(chain, signed)).toMatchObject({ fee: 1_000n, reason: undefined });
    const bare = chain.snapshot();
    const txid = await chain.sendTransaction(signed);
    chain.mine(48, { transactions: [] });
    expect(chain.mempool()).toEqual([txid]);
    expect(
      reportTransaction(chain, encodeTransaction({ ...decodeTransaction(signed), lockTime: 1 })),
    ).toMatchObject({
      reason: 'bad-assetunlock-too-late',
    });
    const copy = loaded(chain);
    expect(everythingOf(copy)).toEqual(everythingOf(chain));
    const late = chain.snapshot();
    chain.mine(1);
    expect(chain.mempool()).toEqual([]);
    expect(chain.transactionStatus(txid).place).toBe('none');
    chain.revert(late);
    expect(chain.mempool()).toEqual([txid]);
    chain.revert(bare);
    expect(chain.mempool()).toEqual([]);
    await chain.sendTransaction(signed);
    chain.mine(1);
    expect(chain.transactionStatus(txid).place).toBe('block');
  });

  it('are rejected without changes when invalid', () => {
    const chain = manual();
    const { address } = chain.accounts[1]!;
    const { maxWithdrawal } = chain.quorums;
    const before = everythingOf(chain);
    for (const duffs of [0n, 545n, maxWithdrawal + 1n])
      expect(reasonOf(() => chain.quorums.withdraw({ address, duffs }))).toBe('invalid-amount');
    expect(reasonOf(() => chain.quorums.withdraw({ address: 'y', duffs: DASH }))).toBe('invalid-address');
    expect(everythingOf(chain)).toEqual(before);
    chain.quorums.withdraw({ address, duffs: maxWithdrawal });
  });

  it('are rejected when too few evonodes are left', () => {
    const chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });
    open.push(chain);
    for (const { type, proTxHash } of chain.masternodes.list())
      if (type === 'evo') chain.masternodes.remove(proTxHash);
    // Members are those that were there eight blocks before the quorum's.
    chain.mine(30);
    const before = everythingOf(chain);
    const { address } = chain.accounts[1]!;
    expect(reasonOf(() => chain.quorums.withdraw({ address, duffs: DASH }))).toBe('too-few-members');
    expect(everythingOf(chain)).toEqual(before);
  });
});
