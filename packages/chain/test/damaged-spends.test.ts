import { describe, expect, it } from 'vitest';
import { merkleRoot } from '../src/primitives/block/merkle-root.js';
import { displayHash } from '../src/base/bytes/hex.js';
import { sizeTransaction } from '../src/rules/consensus/sized-block.js';
import type { UnspentCoin } from '../src/rules/consensus/coin.js';
import { sha256d } from '../src/base/crypto/hashes.js';
import { buildScript } from '../src/primitives/script/build-script.js';
import { dataScript, payToScript } from '../src/primitives/script/standard-scripts.js';
import {
  encodeTransaction,
  type Transaction,
  type TransactionOutput,
} from '../src/primitives/transaction/transaction.js';
import { append, forge, forgeHeader, stateOf } from './forge-block.js';
import { made, spend } from './spend.js';
import { Workshop } from './workshop.js';

const workshop = new Workshop();
const alice = workshop.account(0);
const bob = workshop.account(1);
const [first, second] = workshop.coins(alice);

const toBob = (value: bigint): TransactionOutput => ({ value, scriptPubKey: bob.scriptPubKey });
const valueOf = ({ coin }: UnspentCoin): bigint => coin.value;

function youngestCoinbase(age: number): UnspentCoin {
  const height = workshop.tip.height + 1 - age;
  const { block } = workshop.chain.blockAt(height)!;
  const { txid, transaction } = block.transactions[0]!;
  return {
    outPoint: { txid, index: 0 },
    coin: { ...transaction.outputs[0]!, height, isCoinbase: true },
  };
}

const payment = spend(alice, [first!], [toBob(1000n)]);
/** A coin that is as young as can be, spent with a relative lock time. */
const timeLocked = (sequence: number, version = 2) => {
  const locked = spend(alice, [first!], [{ value: valueOf(first!), scriptPubKey: alice.scriptPubKey }]);
  return [locked, spend(alice, [made(locked)], [toBob(1000n)], { sequence, version })];
};
const burning = spend(alice, [first!], [{ value: 5n, scriptPubKey: dataScript(Uint8Array.of(1)) }]);
const anyone = buildScript(1);
const CLTV_LATER = buildScript(600, 'OP_CHECKLOCKTIMEVERIFY');

const REJECTED: readonly (readonly [reason: string, what: string, transactions: readonly Transaction[]])[] = [
  ['bad-txns-inputs-missingorspent', 'two spends of a coin', [payment, spend(alice, [first!], [toBob(7n)])]],
  [
    'bad-txns-inputs-missingorspent',
    'an output of a later transaction',
    [spend(bob, [made(payment)], [toBob(1n)]), payment],
  ],
  [
    'bad-txns-inputs-missingorspent',
    'an output that can never be spent',
    [burning, spend(alice, [{ ...made(burning), coin: first!.coin }], [toBob(1n)])],
  ],
  ['bad-txns-inputs-duplicate', 'the same input twice', [spend(alice, [first!, first!], [toBob(1n)])]],
  [
    'bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 99',
    'a young coinbase',
    [spend(workshop.treasury, [youngestCoinbase(99)], [toBob(1n)])],
  ],
  [
    'bad-txns-in-belowout, value in (500.00) < value out (500.00000001)',
    'more than it has',
    [spend(alice, [first!], [toBob(valueOf(first!) + 1n)])],
  ],
  ['bad-txns-vout-negative', 'less than nothing', [spend(alice, [first!], [toBob(-1n)])]],
  [
    'bad-txns-vout-toolarge',
    'more than there can be',
    [spend(alice, [first!], [toBob(21n * 10n ** 14n + 1n)])],
  ],
  [
    'bad-txns-txouttotal-toolarge',
    'more than there can be, in two parts',
    [spend(alice, [first!], [toBob(21n * 10n ** 14n), toBob(1n)])],
  ],
  ['bad-txns-vin-empty', 'nothing spent', [{ ...payment, inputs: [] }]],
  ['bad-txns-vout-empty', 'nothing paid', [spend(alice, [first!], [])]],
  [
    'bad-txns-prevout-null',
    'a null input beside another',
    [
      {
        ...payment,
        inputs: [
          ...payment.inputs,
          {
            ...payment.inputs[0]!,
            previousOutput: { txid: '0'.repeat(64), index: 0xffff_ffff },
          },
        ],
      },
    ],
  ],
  ['bad-txns-type', 'an unknown type', [spend(alice, [first!], [toBob(1n)], { version: 3, type: 10 })]],
  [
    'bad-txns-type',
    'a type in an old version',
    [spend(alice, [first!], [toBob(1n)], { version: 2, type: 1 })],
  ],
  ['bad-cbtx-invalid', 'a coinbase type', [spend(alice, [first!], [toBob(1n)], coinbaseLike())]],
  [
    'bad-txns-oversize',
    'a byte too much',
    [spend(alice, [first!], [{ value: 1n, scriptPubKey: new Uint8Array(99_999) }])],
  ],
  [
    'bad-txns-payload-oversize',
    'a large payload',
    [spend(alice, [first!], [toBob(1n)], { version: 3, type: 8, extraPayload: new Uint8Array(10_001) })],
  ],
  ['bad-txns-nonfinal', 'a later height', [later(workshop.tip.height + 1)]],
  ['bad-txns-nonfinal', 'a later time', [later(workshop.tip.medianTime)]],
  ['bad-txns-nonfinal', 'a relative height not reached', timeLocked(1)],
  ['bad-txns-nonfinal', 'a relative time not reached', timeLocked(0x0040_0001)],
  ['bad-txns-nonfinal', 'a relative height in a version below 0', timeLocked(1, -1)],
  [
    'block-validation-failed',
    'the key of another',
    [{ ...payment, inputs: payment.inputs.map((input) => ({ ...input, scriptSig: bobsScript() })) }],
  ],
  ['block-validation-failed', 'a script that waits', throughScript(CLTV_LATER)],
  [
    'bad-blk-sigops',
    'too many signature operations',
    [spend(alice, [first!], [{ value: 1n, scriptPubKey: checks(40_000) }])],
  ],
  ['bad-blk-sigops', 'too many in redeemed scripts', redeemedChecks()],
];

function later(lockTime: number): Transaction {
  return spend(alice, [first!], [toBob(1n)], { lockTime, sequence: 0xffff_fffe });
}

function coinbaseLike(): Partial<Transaction> {
  const { transaction } = workshop.tip.block.transactions[0]!;
  return { version: 3, type: 5, extraPayload: transaction.extraPayload };
}

function bobsScript(): Uint8Array {
  const [coin] = workshop.coins(bob);
  return spend(bob, [coin!], [toBob(1n)]).inputs[0]!.scriptSig;
}

/** Pays to a script and redeems it in the same block. */
function throughScript(script: Uint8Array, value = valueOf(first!)): Transaction[] {
  const paying = spend(alice, [first!], [{ value, scriptPubKey: payToScript(script) }]);
  return [paying, redeem(paying, script)];
}

function redeem(paying: Transaction, script: Uint8Array, index = 0): Transaction {
  const { outPoint } = made(paying, index);
  return {
    ...paying,
    inputs: [{ previousOutput: outPoint, scriptSig: buildScript(script), sequence: 0 }],
    outputs: [toBob(1n)],
  };
}

/** A script with so many signature checks as they are counted, that none of is run. */
function checks(count: number): Uint8Array {
  return new Uint8Array(count).fill(0xac);
}

/** 200 inputs of 200 checks in redeemed scripts, and one. */
function redeemedChecks(): Transaction[] {
  const script = Uint8Array.of(0x51, 0x00, 0x63, ...checks(200), 0x68);
  const paying = spend(
    alice,
    [first!],
    Array.from({ length: 201 }, () => ({ value: 1n, scriptPubKey: payToScript(script) })),
  );
  const { txid } = sizeTransaction(paying);
  const input = { scriptSig: buildScript(script), sequence: 0 };
  const inputs = paying.outputs.map((_, index) => ({ previousOutput: { txid, index }, ...input }));
  return [paying, { ...paying, inputs, outputs: [toBob(1n)] }];
}

describe('a block with an invalid transaction', () => {
  it.each(REJECTED)('is rejected with %s: %s', (reason, _, transactions) => {
    const before = stateOf(workshop.chain);
    const block = forge(workshop.block(), append(...transactions));
    expect(workshop.rejectionOf(block)).toBe(reason);
    expect(stateOf(workshop.chain)).toEqual(before);
  });

  it('is rejected with the id that a transaction of a version below 0 would have with its type', () => {
    const negative = spend(alice, [first!], [toBob(1n)], { version: -2 });
    const bytes = encodeTransaction(negative);
    expect(bytes.subarray(0, 4)).toEqual(Uint8Array.of(0xfe, 0xff, 0xff, 0xff));
    bytes.set([0, 0], 2);
    const block = forge(workshop.block(), append(negative));
    const ids = [...block.transactions.slice(0, -1).map(({ txid }) => txid), displayHash(sha256d(bytes))];
    expect(workshop.rejectionOf(forgeHeader(block, { merkleRoot: merkleRoot(ids) }))).toBe('bad-txnmrklroot');
  });

  it('is rejected again as a duplicate, and so are its descendants', () => {
    const invalid = workshop.block({ transactions: [later(workshop.tip.height + 1)] });
    expect(workshop.rejectionOf(invalid)).toBe('bad-txns-nonfinal');
    expect(workshop.rejectionOf(invalid)).toBe('duplicate-invalid');
    const child = forgeHeader(workshop.block(), { previousBlockHash: invalid.hash });
    expect(workshop.rejectionOf(child)).toBe('bad-prevblk');
    expect(workshop.rejectionOf(workshop.tip.block)).toBe('duplicate');
  });

  it('is accepted once corrected if its hash does not commit to the error', () => {
    const block = workshop.block({ transactions: [payment] });
    const before = stateOf(workshop.chain);
    expect(workshop.rejectionOf({ ...block, transactions: block.transactions.slice(0, -1) })).toBe(
      'bad-txnmrklroot',
    );
    expect(stateOf(workshop.chain)).toEqual(before);
    workshop.chain.invalidate(workshop.accept(block));
  });
});

/** A transaction with a script of so many bytes in its output. */
const ofLength = (length: number): Transaction =>
  spend(alice, [first!], [{ value: 1n, scriptPubKey: new Uint8Array(length) }]);

const ACCEPTED: readonly (readonly [what: string, transactions: () => readonly Transaction[]])[] = [
  ['a chain of spends', () => [payment, spend(bob, [made(payment)], [toBob(1n)])]],
  ['a coinbase at depth 100', () => [spend(workshop.treasury, [youngestCoinbase(100)], [toBob(1n)])]],
  ['a lock time that has passed', () => [later(workshop.tip.height)]],
  ['a median time that has passed', () => [later(workshop.tip.medianTime - 1)]],
  [
    'a lock time that no input waits for',
    () => [spend(alice, [first!], [toBob(1n)], { lockTime: 600, sequence: 0xffff_ffff })],
  ],
  ['a relative lock time of nothing', () => timeLocked(0)],
  ['a relative time of nothing', () => timeLocked(0x0040_0000)],
  ['a relative lock time that is switched off', () => timeLocked(0x8000_0001)],
  ['a relative lock time in version 1', () => timeLocked(1, 1)],
  ['a script without a signature', () => throughScript(anyone)],
  [
    'exactly 100,000 bytes',
    () => {
      const lengths = Array.from({ length: 20 }, (_, i) => 99_790 + i);
      return lengths
        .map(ofLength)
        .filter((transaction) => sizeTransaction(transaction).size === 100_000)
        .slice(0, 1);
    },
  ],
  ['two coins at once', () => [spend(alice, [first!, second!], [toBob(1n)])]],
];

describe('a block with a valid transaction', () => {
  it.each(ACCEPTED)('is accepted: %s', (_, transactions) => {
    const before = stateOf(workshop.chain);
    const added = workshop.accept(workshop.block({ transactions: transactions() }));
    expect(workshop.tip).toBe(added);
    workshop.chain.invalidate(added);
    expect(stateOf(workshop.chain)).toEqual(before);
  });
});
