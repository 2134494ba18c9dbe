import { beforeAll, describe, expect, it } from 'vitest';
import { merkleRoot } from '../src/primitives/block/merkle-root.js';
import { blockHash } from '../src/primitives/block/block-header.js';
import { bytesToHex } from '../src/base/bytes/hex.js';
import type { ChainState } from '../src/chain/chainstate/chain-state.js';
import { sizedBlock, type SizedBlock } from '../src/rules/consensus/sized-block.js';
import { signBls } from '../src/base/crypto/bls.js';
import { buildScript } from '../src/primitives/script/build-script.js';
import { TransactionType } from '../src/primitives/transaction/transaction-type.js';
import type { Transaction } from '../src/primitives/transaction/transaction.js';
import {
  append,
  coinbase,
  coinbasePayload,
  forge,
  forgeHeader,
  LATER,
  recorded,
  recordedChain,
  rejectionOf,
  stateOf,
  transactionAt,
  type Damage,
} from './forge-block.js';

/** What Dash Core says of a block, and how the recorded block gets to deserve it. */
type Case = readonly [reason: string, damage: (block: SizedBlock) => SizedBlock, note?: string];

/** Each block is rejected for its reason and changes nothing; the block as it was is accepted afterwards. */
function describeDamage(what: string, height: number, cases: readonly Case[]): void {
  describe(`${what} (block ${height})`, () => {
    let chain: ChainState;
    beforeAll(() => {
      chain = recordedChain(height - 1);
    });
    it.each(cases.map(([reason, damage, note]) => [note ?? '', reason, damage] as const))(
      'rejects the damage: %s %s',
      (_, reason, damage) => {
        const before = stateOf(chain);
        expect(rejectionOf(() => chain.accept(damage(recorded(height))))).toBe(reason);
        expect(stateOf(chain)).toEqual(before);
      },
    );
    it('accepts the undamaged block', () => {
      expect(chain.accept(recorded(height)) === chain.tip).toBe(true);
    });
  });
}

const damaged =
  (damage: Damage) =>
  (block: SizedBlock): SizedBlock =>
    forge(block, damage);

const header =
  (change: Parameters<typeof forgeHeader>[1]) =>
  (block: SizedBlock): SizedBlock =>
    forgeHeader(block, change);

function unsolved(change: Partial<SizedBlock['header']>) {
  return (block: SizedBlock): SizedBlock => {
    const changed = { ...block.header, ...change };
    return { ...block, header: changed, hash: blockHash(changed) };
  };
}

function withoutWork(block: SizedBlock): SizedBlock {
  for (let nonce = 0; ; nonce += 1) {
    const unsolved = { ...block.header, nonce };
    const hash = blockHash(unsolved);
    if (hash > '8') return { ...block, header: unsolved, hash };
  }
}

/** The same merkle root from more transactions. */
function withRepeatedTransactions(block: SizedBlock): SizedBlock {
  const transactions = [...block.transactions, ...block.transactions.slice(-2)];
  expect(merkleRoot(transactions.map(({ txid }) => txid))).toBe(block.header.merkleRoot);
  return sizedBlock({ ...block, transactions });
}

const anotherCoinbase = (transaction: Transaction): Transaction => ({ ...transaction, lockTime: 7 });
const scriptSig = (script: Uint8Array) =>
  coinbase((t) => ({ ...t, inputs: t.inputs.map((input) => ({ ...input, scriptSig: script })) }));
const outputValue = (index: number, by: bigint) =>
  coinbase((t) => ({
    ...t,
    outputs: t.outputs.map((output, i) => (i === index ? { ...output, value: output.value + by } : output)),
  }));
const withoutOutput = (index: number) =>
  coinbase((t) => ({ ...t, outputs: t.outputs.filter((_, i) => i !== index) }));
const flipBit = (at: number) => (bytes: Uint8Array) =>
  bytes.map((byte, i) => (i === (at + bytes.length) % bytes.length ? byte ^ 1 : byte));

/** Of a key that is no quorum's. */
const aSignature = bytesToHex(signBls(new Uint8Array(32), new Uint8Array(32).fill(7)));
const nobody = '7'.repeat(64);

describeDamage('the header and the frame', 200, [
  ['high-hash', withoutWork],
  ['high-hash', unsolved({ bits: 0x2100_ffff }), 'a target above the limit:'],
  ['high-hash', unsolved({ bits: 0x2080_0001 }), 'a negative target:'],
  ['bad-txnmrklroot', header({ merkleRoot: nobody })],
  ['bad-diffbits', header({ bits: 0x207f_fffe })],
  ['time-too-old', (block) => forgeHeader(block, { time: medianBefore(block) })],
  ['time-too-new', header({ time: LATER + 7201 })],
  ['bad-version(0x00000003)', header({ version: 3 })],
  ['bad-version(0x80000000)', header({ version: -(2 ** 31) })],
  ['prev-blk-not-found', header({ previousBlockHash: nobody })],
  ['bad-blk-length', damaged(({ header }) => ({ header, transactions: [] }))],
  ['bad-cb-missing', damaged(coinbase((t) => ({ ...t, inputs: t.inputs.map(spendSomething) })))],
  [
    'bad-cb-multiple',
    damaged(({ header, transactions: [first] }) => ({
      header,
      transactions: [first!, anotherCoinbase(first!)],
    })),
  ],
  ['bad-cb-height', damaged(scriptSig(buildScript(201, 'OP_0')))],
  ['bad-cb-height', damaged(scriptSig(Uint8Array.of(0x01, 0xc8))), 'the height without its sign byte:'],
  ['bad-cb-length', damaged(scriptSig(buildScript()))],
  ['bad-cb-length', damaged(scriptSig(new Uint8Array(101)))],
  ['bad-cb-amount', damaged(outputValue(0, 1n))],
  ['bad-txns-vout-empty', damaged(coinbase((t) => ({ ...t, outputs: [] })))],
  ['bad-txns-vout-negative', damaged(outputValue(0, -(2n ** 40n)))],
  ['bad-tx-type', damaged(append({ ...emptySpecial(TransactionType.quorumCommitment) }))],
]);

function medianBefore({ header: { previousBlockHash } }: SizedBlock): number {
  const times = Array.from({ length: 11 }, (_, i) => recorded(199 - i));
  expect(times[0]!.hash).toBe(previousBlockHash);
  return times.map(({ header }) => header.time).toSorted((a, b) => a - b)[5]!;
}

function spendSomething(input: Transaction['inputs'][number]): Transaction['inputs'][number] {
  return { ...input, previousOutput: { txid: nobody, index: 0 } };
}

function emptySpecial(type: number): Transaction {
  return { version: 3, type, inputs: [], outputs: [], lockTime: 0, extraPayload: Uint8Array.of(1) };
}

describeDamage('the payload of the coinbase', 460, [
  ['bad-cb-type', damaged(coinbase((t) => ({ ...t, version: 2, type: 0, inputs: withHeight(t) })))],
  ['bad-txns-cb-type', damaged(coinbase((t) => ({ ...t, type: 0, inputs: withHeight(t) })))],
  ['bad-txns-type', damaged(coinbase((t) => ({ ...t, version: 2, inputs: withHeight(t) })))],
  ['bad-cbtx-payload', damaged(payloadBytes((bytes) => bytes.slice(0, -1))), 'cut short:'],
  ['bad-cbtx-payload', damaged(payloadBytes((bytes) => Uint8Array.of(...bytes, 0))), 'a byte behind it:'],
  ['bad-cbtx-version', damaged(payloadBytes((bytes) => bytes.with(0, 4))), 'a version to come:'],
  ['bad-cbtx-version', damaged(payloadBytes((bytes) => bytes.slice(0, 2 + 4 + 32).with(0, 1))), 'the first:'],
  ['bad-cbtx-version', damaged(payloadBytes((bytes) => bytes.slice(0, 2 + 4 + 32).with(0, 0))), 'none:'],
  ['bad-cbtx-payload', damaged(payloadBytes((bytes) => bytes.with(0, 0))), 'none on the bytes of the third:'],
  [
    'bad-cbtx-payload',
    damaged(payloadBytes((bytes) => bytes.with(0, 1))),
    'the first on the bytes of the third:',
  ],
  [
    'bad-cbtx-payload',
    damaged(payloadBytes((bytes) => bytes.with(0, 2))),
    'the second on the bytes of the third:',
  ],
  ['bad-cbtx-height', damaged(payloadBytes((bytes) => bytes.slice(0, 38).with(0, 1).with(2, 9)))],
  ['bad-cbtx-height', damaged(coinbasePayload({ height: 461 }))],
  ['bad-cbtx-assetlocked-amount', damaged(coinbasePayload({ creditPoolBalance: 0n }))],
  ['bad-cbtx-mnmerkleroot', damaged(coinbasePayload({ merkleRootMNList: nobody }))],
  ['bad-cbtx-quorummerkleroot', damaged(coinbasePayload({ merkleRootQuorums: nobody }))],
  ['bad-cbtx-cldiff', damaged(coinbasePayload({ bestCLHeightDiff: 1 }))],
  ['bad-cbtx-payload', damaged(coinbasePayload({ bestCLSignature: 'f'.repeat(192) }))],
  [
    'bad-cbtx-cldiff',
    damaged(coinbasePayload({ bestCLSignature: '1'.repeat(192), bestCLHeightDiff: 1 })),
    'a signature of the legacy scheme, which is read as none:',
  ],
  ['bad-cbtx-invalid-clsig', damaged(coinbasePayload({ bestCLSignature: aSignature }))],
  [
    'bad-cbtx-invalid-clsig',
    damaged(coinbasePayload({ bestCLSignature: aSignature, bestCLHeightDiff: 9_999 })),
    'below the genesis block:',
  ],
  ['bad-cb-amount', damaged(outputValue(0, 1n))],
]);

function withHeight({ inputs }: Transaction): Transaction['inputs'] {
  return inputs.map((input) => ({ ...input, scriptSig: buildScript(460) }));
}

function payloadBytes(change: (bytes: Uint8Array) => Uint8Array): Damage {
  return coinbase((t) => ({ ...t, extraPayload: change(t.extraPayload) }));
}

describeDamage('transactions that are repeated', 444, [['bad-txns-duplicate', withRepeatedTransactions]]);

describeDamage('the platform share while there are no masternodes', 505, [
  ['bad-cb-payee', damaged(withoutOutput(1))],
  ['bad-cb-payee', damaged(outputValue(1, -1n))],
]);

describe('a block before masternode payments are enforced', () => {
  it('may omit the payment to the platform', () => {
    const chain = recordedChain(498);
    expect(rejectionOf(() => chain.accept(forge(recorded(499), withoutOutput(1))))).toBeUndefined();
  });
});

describeDamage('payments', 640, [
  ['bad-cb-payee', damaged(withoutOutput(1)), 'without the platform:'],
  ['bad-cb-payee', damaged(withoutOutput(2)), 'without the masternode:'],
  ['bad-cb-payee', damaged(outputValue(2, -1n)), 'a duff too little:'],
  [
    'bad-cb-payee',
    damaged(
      coinbase((t) => ({
        ...t,
        outputs: t.outputs.map((output, i) =>
          i === 2 ? { ...output, scriptPubKey: t.outputs[0]!.scriptPubKey } : output,
        ),
      })),
    ),
    'paid to another script:',
  ],
  ['bad-cb-amount', damaged(outputValue(0, 1n))],
]);

describe('a miner', () => {
  it.each([
    ['take less than is due', 640, outputValue(0, -5n)],
    ['pay in another order', 640, coinbase((t) => ({ ...t, outputs: t.outputs.toReversed() }))],
  ])('may %s', (_, height, damage) => {
    expect(
      rejectionOf(() => recordedChain(height - 1).accept(forge(recorded(height), damage))),
    ).toBeUndefined();
  });

  it.each([
    [
      'a second after the median',
      (block: SizedBlock) => forgeHeader(block, { time: medianBefore(block) + 1 }),
    ],
    ['two hours ahead', header({ time: LATER + 7200 })],
  ])('may mine a block with a time %s', (_, damage) => {
    expect(rejectionOf(() => recordedChain(199).accept(damage(recorded(200))))).toBeUndefined();
  });
});

describeDamage('a plain transaction', 511, [
  [
    'block-validation-failed',
    damaged(transactionAt(plainTransaction(), withInput(signatureScript(20)))),
    'a signature of something else:',
  ],
  [
    'block-validation-failed',
    damaged(transactionAt(plainTransaction(), withInput(signatureScript(1)))),
    'a signature in the wrong form:',
  ],
  [
    'bad-txns-inputs-missingorspent',
    damaged((block) => append(block.transactions[plainTransaction()]!)(block)),
    'twice in the block:',
  ],
  [
    'bad-txns-inputs-missingorspent',
    damaged(transactionAt(plainTransaction(), (t) => ({ ...t, inputs: t.inputs.map(spendSomething) }))),
  ],
  ['bad-txns-nonfinal', damaged(transactionAt(plainTransaction(), notBefore(511)))],
]);

function plainTransaction(): number {
  return recorded(511).transactions.length - 1;
}

function withInput(change: (script: Uint8Array) => Uint8Array) {
  return (t: Transaction): Transaction => ({
    ...t,
    inputs: t.inputs.map((input) => ({ ...input, scriptSig: change(input.scriptSig) })),
  });
}

/** Changes a byte of the signature, counted from its length byte. */
function signatureScript(at: number): (script: Uint8Array) => Uint8Array {
  return flipBit(at);
}

function notBefore(height: number) {
  return (t: Transaction): Transaction => ({
    ...t,
    lockTime: height,
    inputs: t.inputs.map((input) => ({ ...input, sequence: 0xffff_fffe })),
  });
}

const signature = (t: Transaction): Transaction => ({ ...t, extraPayload: flipBit(-3)(t.extraPayload) });
const firstOf = (type: number) =>
  recorded(645).transactions.findIndex(({ transaction }) => transaction.type === type);

describeDamage('updates of masternodes', 645, [
  ['bad-protx-sig', damaged(transactionAt(firstOf(TransactionType.providerUpdateService), signature))],
  ['bad-protx-sig', damaged(transactionAt(firstOf(TransactionType.providerUpdateRegistrar), signature))],
  [
    'bad-protx-inputs-hash',
    damaged(
      transactionAt(firstOf(TransactionType.providerUpdateService), (t) => ({
        ...t,
        inputs: t.inputs.map(spendSomething),
      })),
    ),
  ],
  ['bad-cbtx-mnmerkleroot', damaged(transactionAt(firstOf(TransactionType.providerUpdateService)))],
]);
