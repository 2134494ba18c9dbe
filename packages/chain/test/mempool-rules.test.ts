import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sizeTransaction } from '../src/rules/consensus/sized-block.js';
import type { UnspentCoin } from '../src/rules/consensus/coin.js';
import { buildScript } from '../src/primitives/script/build-script.js';
import { publicKeyOf } from '../src/primitives/script/ecdsa.js';
import { dataScript, multisigScript } from '../src/primitives/script/standard-scripts.js';
import type { Transaction, TransactionOutput } from '../src/primitives/transaction/transaction.js';
import { commitmentTransaction, nullCommitment } from '../src/rules/consensus/quorum-commitments.js';
import { QUORUM_TYPES } from '../src/rules/consensus/quorum-types.js';
import { made, spend } from './spend.js';
import {
  alice,
  bob,
  COIN,
  REDEEM_SCRIPTS,
  UNKNOWN_SCRIPT,
  UNUSUAL_CHAIN,
  unusualOutput,
} from './unusual-outputs.js';
import { Workshop } from './workshop.js';

const NULL_OUTPUT = { txid: '0'.repeat(64), index: 0xffff_ffff };

const nothing = new Uint8Array();
let workshop: Workshop;
let coin: UnspentCoin;
let second: UnspentCoin;

/** The initial chain again, with an empty mempool. */
function start(): void {
  workshop = new Workshop(UNUSUAL_CHAIN);
  const coins = workshop.coins(alice);
  coin = coins[0]!;
  second = coins[1]!;
}

const pay = (value: bigint, scriptPubKey = bob.scriptPubKey): TransactionOutput => ({ value, scriptPubKey });
const rest = (fee = 10_000n): TransactionOutput => pay(coin.coin.value - fee);

/** A transaction with the fee that is asked for, and one thing that is changed. */
const payment = (change: Parameters<typeof spend>[3] = {}, outputs = [rest()]): Transaction =>
  spend(alice, [coin], outputs, change);

const withScript = (t: Transaction, scriptSig: Uint8Array): Transaction => ({
  ...t,
  inputs: t.inputs.map((input) => ({ ...input, scriptSig })),
});

/** Spends an output of the foundation that pays to a script. */
function redeem(indices: readonly number[], script: Uint8Array, value = 10_000n): Transaction {
  return {
    ...payment(),
    inputs: indices.map((index) => ({
      previousOutput: unusualOutput(index).outPoint,
      scriptSig: buildScript(script),
      sequence: 0xffff_ffff,
    })),
    outputs: [pay(value)],
  };
}

const keys = [1, 2, 3, 4].map((i) => publicKeyOf(new Uint8Array(32).fill(i)));

/** So many bytes in all. */
function ofSize(size: number): Transaction {
  const many = Array.from({ length: 2_900 }, () => pay(600n));
  for (let attempt = 0; attempt < 700; attempt += 1) {
    // The length of a signature depends on what is signed.
    const base = [...many, pay(BigInt(attempt), dataScript(new Uint8Array(1 + (attempt % 70))))];
    const missing = size - sizeTransaction(payment({}, base)).size;
    const more = Array.from({ length: Math.floor(missing / 34) }, () => pay(600n));
    const paid = [...base, ...more].reduce((sum, { value }) => sum + value, 0n);
    const [, ...others] = [...base, ...more];
    const candidate = payment({}, [rest(paid + 200_000n), ...others]);
    if (sizeTransaction(candidate).size === size) return candidate;
  }
  throw new RangeError(`nothing of ${size} bytes`);
}

const REJECTED: readonly (readonly [answer: string, what: string, transaction: () => Transaction])[] = [
  ['-26 bad-txns-vout-empty', 'no output', () => payment({}, [])],
  ['-26 bad-txns-vin-empty', 'no input', () => ({ ...payment(), inputs: [] })],
  ['-26 bad-txns-vout-negative', 'a negative amount', () => payment({}, [pay(-1n)])],
  ['-26 bad-txns-vout-toolarge', 'too large an amount', () => payment({}, [pay(21n * 10n ** 14n + 1n)])],
  [
    '-26 bad-txns-vout-negative',
    'the first of two wrong amounts',
    () => payment({}, [pay(-1n), pay(10n ** 18n)]),
  ],
  [
    '-26 bad-txns-vout-toolarge',
    'the first of two, the other way',
    () => payment({}, [pay(10n ** 18n), pay(-1n)]),
  ],
  [
    '-26 bad-txns-txouttotal-toolarge',
    'too large a sum',
    () => payment({}, [pay(21n * 10n ** 14n), pay(1n)]),
  ],
  ['-26 bad-txns-inputs-duplicate', 'an input twice', () => spend(alice, [coin, coin], [rest()])],
  [
    '-26 bad-txns-prevout-null',
    'a null input',
    () => ({
      ...payment(),
      inputs: [...payment().inputs, { previousOutput: NULL_OUTPUT, scriptSig: nothing, sequence: 0 }],
    }),
  ],
  [
    '-26 bad-cb-length',
    'a coinbase with a short script',
    () => ({ ...payment(), inputs: [{ previousOutput: NULL_OUTPUT, scriptSig: nothing, sequence: 0 }] }),
  ],
  [
    '-26 coinbase',
    'a coinbase',
    () => ({
      ...payment(),
      inputs: [{ previousOutput: NULL_OUTPUT, scriptSig: new Uint8Array(9), sequence: 0 }],
    }),
  ],
  [
    '-26 qc-not-allowed',
    'a quorum commitment',
    () =>
      commitmentTransaction(
        nullCommitment({ quorumType: QUORUM_TYPES[0]!, quorumHash: '0'.repeat(64), quorumIndex: 0 }),
        7,
      ),
  ],
  ['-26 bad-txns-type', 'an unknown type', () => payment({ version: 3, type: 10 })],
  ['-26 bad-txns-type', 'a type in version 2', () => payment({ version: 2, type: 1 })],
  ['-26 bad-cbtx-invalid', 'the type of coinbases', () => payment(coinbaseLike())],
  ['-26 version', 'version 0', () => payment({ version: 0 })],
  ['-26 version', 'version 4', () => payment({ version: 4 })],
  ['-26 bad-txns-type', 'a version below 0, whose sign covers the type', () => payment({ version: -2 })],
  ['-26 bad-txns-oversize', '100,001 bytes', () => ofSize(100_001)],
  ['-26 tx-size', '100,000 bytes', () => ofSize(100_000)],
  ['-26 scriptsig-size', 'a script of 1,651 bytes', () => withScript(payment(), new Uint8Array(1_651))],
  ['-26 scriptsig-not-pushonly', 'a script that acts', () => withScript(payment(), buildScript(1, 'OP_DUP'))],
  ['-26 scriptpubkey', 'an unknown kind of output', () => payment({}, [pay(COIN, UNKNOWN_SCRIPT)])],
  ['-26 scriptpubkey', 'a multisig of 4 keys', () => payment({}, [pay(COIN, multisigScript(1, keys))])],
  ['-26 scriptpubkey', '81 bytes of data', () => payment({}, [pay(0n, dataScript(new Uint8Array(81)))])],
  ['-26 dust', 'an output that is not worth its spending', () => payment({}, [pay(545n)])],
  ['-26 dust', 'a multisig that is not', () => payment({}, [pay(545n, multisigScript(1, keys.slice(0, 3)))])],
  [
    '-26 multi-op-return',
    'two outputs with data',
    () => payment({}, [pay(0n, dataScript(Uint8Array.of(1))), pay(0n, dataScript(Uint8Array.of(2)))]),
  ],
  [
    '-26 tx-size-small',
    '82 bytes',
    () => withScript(payment({}, [pay(COIN, dataScript(new Uint8Array(19)))]), nothing),
  ],
  ['-26 non-final', 'a later height', () => later(workshop.tip.height + 1)],
  ['-26 non-final', 'a later time', () => later(workshop.tip.medianTime)],
  ['-26 non-BIP68-final', 'a coin that must be older', () => payment({ sequence: oldEnoughAt(2) })],
  [
    '-26 non-BIP68-final',
    'a coin that must be seconds older',
    () => spend(alice, [second], [rest()], { sequence: 0x0040_ffff }),
  ],
  [
    '-25 bad-txns-inputs-missingorspent',
    'a coin that does not exist',
    () => spend(alice, [{ ...coin, outPoint: { ...coin.outPoint, index: 9 } }], [rest()]),
  ],
  [
    '-26 bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 99',
    'a coinbase at depth 99',
    () => spend(workshop.treasury, [coinbaseAt(99)], [pay(1_000n)]),
  ],
  [
    '-26 bad-txns-in-belowout, value in (500.00) < value out (500.10)',
    'more than there is',
    () => payment({}, [rest(-10_000_000n)]),
  ],
  ['-26 bad-txns-nonstandard-inputs', 'an output of an unknown kind', () => withScript(spendOdd(), nothing)],
  [
    '-26 bad-txns-nonstandard-inputs',
    '16 checks in a redeemed script',
    () => redeem([1], REDEEM_SCRIPTS.sixteenChecks),
  ],
  [
    '-26 bad-txns-nonstandard-inputs',
    'no redeemed script',
    () => withScript(redeem([0], REDEEM_SCRIPTS.anything), nothing),
  ],
  [
    '-26 bad-txns-too-many-sigops, 4006',
    'too many signature checks',
    () =>
      redeem(
        Array.from({ length: 267 }, (_, i) => i + 4),
        REDEEM_SCRIPTS.fifteenChecks,
        1_000n,
      ),
  ],
  ['-26 min relay fee not met, 190 < 191', 'a duff too little', () => payment({}, [rest(190n)])],
  [
    '-26 mandatory-script-verify-flag-failed (Operation not valid with the current stack size)',
    'no signature',
    () => withScript(payment(), nothing),
  ],
  [
    '-26 mandatory-script-verify-flag-failed (Script failed an OP_EQUALVERIFY operation)',
    'the signature of another',
    () => withScript(payment(), spend(bob, [workshop.coin(bob)], [rest()]).inputs[0]!.scriptSig),
  ],
  [
    '-26 non-mandatory-script-verify-flag (Stack size must be exactly one after execution)',
    'a value too many',
    () => withScript(redeem([0], REDEEM_SCRIPTS.anything), buildScript(7, REDEEM_SCRIPTS.anything)),
  ],
];

function later(lockTime: number): Transaction {
  return payment({ lockTime, sequence: 0xffff_fffe });
}

/** The relative lock time that the coin reaches in so many blocks from now, 1 being the next. */
function oldEnoughAt(blocks: number): number {
  return workshop.tip.height + blocks - coin.coin.height;
}

function coinbaseAt(depth: number): UnspentCoin {
  const { block } = workshop.chain.blockAt(workshop.tip.height + 1 - depth)!;
  return made(block.transactions[0]!.transaction);
}

function coinbaseLike(): Partial<Transaction> {
  const { extraPayload } = workshop.tip.block.transactions[0]!.transaction;
  return { version: 3, type: 5, extraPayload };
}

function spendOdd(): Transaction {
  return {
    ...payment(),
    inputs: [{ previousOutput: unusualOutput(3).outPoint, scriptSig: nothing, sequence: 0 }],
    outputs: [pay(1_000n)],
  };
}

describe('a transaction rejected by the mempool', () => {
  beforeAll(start);

  it.each(REJECTED)('gets %s: %s', (answer, _, transaction) => {
    expect(workshop.submit(transaction())).toBe(answer);
    expect(workshop.mempool.size).toBe(0);
  });

  it('gets a conflict for a coin spent in the mempool', () => {
    workshop.admit(payment());
    expect(workshop.submit(payment({}, [rest(20_000n)]))).toBe('-26 txn-mempool-conflict');
  });
});

const ACCEPTED: readonly (readonly [what: string, transaction: () => Transaction])[] = [
  ['version 1', () => payment({ version: 1 })],
  ['version 3 without a type', () => payment({ version: 3 })],
  ['99,999 bytes', () => ofSize(99_999)],
  [
    'a multisig of 3 keys',
    () => payment({}, [pay(COIN, multisigScript(2, keys.slice(0, 3))), rest(COIN + 10_000n)]),
  ],
  ['80 bytes of data', () => payment({}, [pay(0n, dataScript(new Uint8Array(80))), rest()])],
  ['546 duffs', () => payment({}, [pay(546n), rest()])],
  ['a height that has passed', () => later(workshop.tip.height)],
  ['a time that has passed', () => later(workshop.tip.medianTime - 1)],
  ['a coin that is just old enough', () => payment({ sequence: oldEnoughAt(1) })],
  ['a coin that is old enough by time', () => payment({ sequence: 0x0040_0001 })],
  [
    'a coinbase at depth 100',
    () => {
      const coinbase = coinbaseAt(100);
      return spend(workshop.treasury, [coinbase], [pay(coinbase.coin.value - 10_000n)]);
    },
  ],
  ['15 checks in a redeemed script', () => redeem([2], REDEEM_SCRIPTS.fifteenChecks, COIN - 10_000n)],
  ['a fee of a duff a byte', () => payment({}, [rest(191n)])],
];

describe('a transaction accepted by the mempool', () => {
  beforeEach(start);

  it.each(ACCEPTED)('may have %s', (_, transaction) => {
    const wanted = transaction();
    expect(workshop.submit(wanted)).toBe(sizeTransaction(wanted).txid);
    workshop.mine();
    expect(workshop.mempool.size).toBe(0);
  });
});
