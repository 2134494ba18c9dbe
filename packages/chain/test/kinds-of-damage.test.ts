import { describe, expect, it } from 'vitest';
import { merkleRoot } from '../src/primitives/block/merkle-root.js';
import { blockHash } from '../src/primitives/block/block-header.js';
import { sizedBlock, type SizedBlock } from '../src/rules/consensus/sized-block.js';
import { buildScript } from '../src/primitives/script/build-script.js';
import { TransactionType } from '../src/primitives/transaction/transaction-type.js';
import { decodePayload, encodePayload } from '../src/primitives/payload/payload.js';
import type { Transaction } from '../src/primitives/transaction/transaction.js';
import {
  append,
  coinbase,
  coinbasePayload,
  emptyChain,
  forge,
  forgeHeader,
  LATER,
  recorded,
  rejectionOf,
  stateOf,
  transactionAt,
  type Damage,
} from './forge-block.js';

/** One kind of damage to a block of the recorded chain: what it is, what Dash Core 23.1.2 says of it, which block, and how. */
type Kind = readonly [what: string, reason: string, height: number, damage: Damage | Forgery];

/** A damage that puts nothing right. Any other has its merkle root put right, and is mined again. */
interface Forgery {
  readonly forgery: (block: SizedBlock) => SizedBlock;
}

const NOBODY = '7'.repeat(64);
const NOT_NULL = { txid: NOBODY, index: 0 };
const [PLAIN_HEIGHT, PROVIDER_HEIGHT] = [511, 645];
/** The only plain transaction up to there, and the last one of its block. */
const plain = recorded(PLAIN_HEIGHT).transactions.at(-1)!.transaction;
const lastOf = (height: number): number => recorded(height).transactions.length - 1;
const firstOf = (type: number): number =>
  recorded(PROVIDER_HEIGHT).transactions.findIndex(({ transaction }) => transaction.type === type);

const header = (change: Partial<SizedBlock['header']>): Forgery => ({
  forgery: (block) => forgeHeader(block, change),
});
const inputs =
  (change: (input: Transaction['inputs'][number]) => Partial<typeof input>) => (t: Transaction) => ({
    ...t,
    inputs: t.inputs.map((input) => ({ ...input, ...change(input) })),
  });
const outputs =
  (change: (output: Transaction['outputs'][number], index: number) => Partial<typeof output>) =>
  (t: Transaction): Transaction => ({
    ...t,
    outputs: t.outputs.map((output, index) => ({ ...output, ...change(output, index) })),
  });
const withoutOutput = (removed: number) =>
  coinbase((t) => ({ ...t, outputs: t.outputs.filter((_, index) => index !== removed) }));
const plainly = (change: (transaction: Transaction) => Transaction): Damage =>
  transactionAt(lastOf(PLAIN_HEIGHT), change);
const flipBit = (bytes: Uint8Array, at: number): Uint8Array => bytes.with(at, bytes.at(at)! ^ 1);

function commitment(change: Partial<{ height: number; quorumHash: string; llmqType: number }>): Damage {
  return transactionAt(1, (t) => {
    const payload = decodePayload(t);
    if (payload?.kind !== 'quorumCommitmentTx') throw new TypeError('no commitment');
    const { height = payload.height, ...fields } = change;
    const commitment = { ...payload.commitment, ...fields };
    return { ...t, extraPayload: encodePayload({ ...payload, height, commitment }) };
  });
}

function withoutWork(block: SizedBlock): SizedBlock {
  for (let nonce = 0; ; nonce += 1) {
    const header = { ...block.header, nonce };
    const hash = blockHash(header);
    if (hash > '8') return { ...block, header, hash };
  }
}

/** More together than a block may have, though each by itself is as large as a transaction may ever be. */
const large = Array.from({ length: 3 }, (_, i) =>
  outputs(() => ({ scriptPubKey: new Uint8Array(700_000 + i) }))(plain),
);

/** The functions named are those of Dash Core that give the reasons. */
const KINDS: readonly Kind[] = [
  // CheckBlock and CheckTransaction
  ['no proof of work', 'high-hash', 200, { forgery: withoutWork }],
  ['another merkle root', 'bad-txnmrklroot', 200, header({ merkleRoot: NOBODY })],
  ['no transactions', 'bad-blk-length', 200, ({ header }) => ({ header, transactions: [] })],
  ['more than 2,000,000 bytes', 'bad-blk-length', 200, append(...large)],
  ['no coinbase', 'bad-cb-missing', 200, coinbase(inputs(() => ({ previousOutput: NOT_NULL })))],
  [
    'two coinbases',
    'bad-cb-multiple',
    200,
    (block) => append({ ...block.transactions[0]!, lockTime: 7 })(block),
  ],
  [
    'a long coinbase script',
    'bad-cb-length',
    200,
    coinbase(inputs(() => ({ scriptSig: new Uint8Array(101) }))),
  ],
  ['a negative amount', 'bad-txns-vout-negative', 200, coinbase(outputs(() => ({ value: -1n })))],
  ['more than all DASH', 'bad-txns-vout-toolarge', 200, coinbase(outputs(() => ({ value: 2n ** 60n })))],
  [
    '40,001 signature operations',
    'bad-blk-sigops',
    200,
    coinbase(outputs(() => ({ scriptPubKey: new Uint8Array(40_001).fill(0xac) }))),
  ],
  // AcceptBlockHeader and ContextualCheckBlockHeader
  ['an unknown block before', 'prev-blk-not-found', 200, header({ previousBlockHash: NOBODY })],
  ['another target', 'bad-diffbits', 200, header({ bits: 0x207f_fffe })],
  ['a time at the median', 'time-too-old', 200, header({ time: recorded(194).header.time })],
  ['a time two hours ahead', 'time-too-new', 200, header({ time: LATER + 7201 })],
  ['an old version', 'bad-version(0x00000003)', 200, header({ version: 3 })],
  // ContextualCheckBlock, before DIP-3 and ProcessSpecialTxsInBlock
  [
    'the height of another block',
    'bad-cb-height',
    200,
    coinbase(inputs(() => ({ scriptSig: buildScript(201, 'OP_0') }))),
  ],
  [
    'a special transaction too early',
    'bad-tx-type',
    200,
    append({
      version: 3,
      type: TransactionType.quorumCommitment,
      inputs: [],
      outputs: [],
      lockTime: 0,
      extraPayload: Uint8Array.of(1),
    }),
  ],
  // IsBlockValueValid
  ['a duff too much', 'bad-cb-amount', 200, coinbase(outputs(({ value }) => ({ value: value + 1n })))],
  // CheckBlock: a merkle tree does not tell whether its end is there twice
  [
    'transactions repeated under the same root',
    'bad-txns-duplicate',
    444,
    { forgery: withRepeatedTransactions },
  ],
  // ProcessBlock and ProcessCommitment of CQuorumBlockProcessor, and CheckLLMQCommitment
  ['a commitment left out', 'bad-qc-missing', 444, transactionAt(1)],
  [
    'a commitment twice',
    'bad-qc-dup',
    444,
    (block) => append({ ...block.transactions[1]!, lockTime: 7 })(block),
  ],
  [
    'a commitment out of its window',
    'bad-qc-not-allowed',
    441,
    (block) => append(lateCommitment(block.transactions.length))(block),
  ],
  ['a commitment for another height', 'bad-qc-height', 444, commitment({ height: 445 })],
  ['a commitment of another cycle', 'bad-qc-block', 444, commitment({ quorumHash: recorded(408).hash })],
  ['a commitment to no block', 'bad-qc-quorum-hash', 444, commitment({ quorumHash: NOBODY })],
  ['a commitment of no type', 'bad-qc-commitment-type', 444, commitment({ llmqType: 99 })],
  // ContextualCheckBlock, CheckCbTx, CheckCreditPoolDiffForBlock and ProcessSpecialTxsInBlock
  [
    'a coinbase without a payload',
    'bad-cb-type',
    460,
    coinbase((t) => ({
      ...t,
      version: 2,
      type: 0,
      inputs: t.inputs.map((input) => ({ ...input, scriptSig: buildScript(460) })),
    })),
  ],
  [
    'a payload cut short',
    'bad-cbtx-payload',
    460,
    coinbase((t) => ({ ...t, extraPayload: t.extraPayload.slice(0, -1) })),
  ],
  ['a payload of another height', 'bad-cbtx-height', 460, coinbasePayload({ height: 461 })],
  ['another credit pool', 'bad-cbtx-assetlocked-amount', 460, coinbasePayload({ creditPoolBalance: 0n })],
  [
    'another root of the masternode list',
    'bad-cbtx-mnmerkleroot',
    460,
    coinbasePayload({ merkleRootMNList: NOBODY }),
  ],
  [
    'another root of the quorums',
    'bad-cbtx-quorummerkleroot',
    460,
    coinbasePayload({ merkleRootQuorums: NOBODY }),
  ],
  // ConnectBlock, CheckTransaction, CheckTxInputs and CheckInputScripts
  [
    'a coinbase that is there already',
    'bad-txns-BIP30',
    461,
    coinbase(() => recorded(460).transactions[0]!.transaction),
  ],
  ['an output spent twice', 'bad-txns-inputs-missingorspent', 511, append({ ...plain, lockTime: 7 })],
  [
    'an input twice',
    'bad-txns-inputs-duplicate',
    511,
    plainly((t) => ({ ...t, inputs: [...t.inputs, ...t.inputs] })),
  ],
  [
    'an output that never was',
    'bad-txns-inputs-missingorspent',
    511,
    plainly(inputs(() => ({ previousOutput: NOT_NULL }))),
  ],
  [
    'a young coinbase spent',
    'bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 3',
    511,
    plainly(inputs(() => ({ previousOutput: { txid: recorded(508).transactions[0]!.txid, index: 0 } }))),
  ],
  [
    'more paid than spent',
    'bad-txns-in-belowout, value in (431.12244899) < value out (501.00)',
    511,
    plainly(outputs(() => ({ value: 501n * 10n ** 8n }))),
  ],
  [
    'a transaction that is not final',
    'bad-txns-nonfinal',
    511,
    plainly((t) => ({ ...inputs(() => ({ sequence: 0 }))(t), lockTime: 511 })),
  ],
  ['a type that does not exist', 'bad-txns-type', 511, plainly((t) => ({ ...t, version: 3, type: 10 }))],
  // With more threads than one for scripts, Dash Core only says block-validation-failed.
  [
    'the signature of something else',
    'block-validation-failed',
    511,
    plainly(inputs(({ scriptSig }) => ({ scriptSig: flipBit(scriptSig, 20) }))),
  ],
  ['a transaction that is there already', 'bad-txns-BIP30', 512, append(plain)],
  [
    'an output spent by an earlier block',
    'bad-txns-inputs-missingorspent',
    512,
    append({ ...plain, lockTime: 7 }),
  ],
  // IsBlockPayeeValid
  ['no share for the platform', 'bad-cb-payee', 505, withoutOutput(1)],
  ['no share for the masternode', 'bad-cb-payee', 640, withoutOutput(2)],
  [
    'a share for another script',
    'bad-cb-payee',
    640,
    coinbase((t) =>
      outputs((_, index) => (index === 2 ? { scriptPubKey: t.outputs[0]!.scriptPubKey } : {}))(t),
    ),
  ],
  [
    'a share that is too small',
    'bad-cb-payee',
    640,
    coinbase(outputs(({ value }, index) => ({ value: index === 2 ? value - 1n : value }))),
  ],
  // CheckProUpServTx, and ProcessSpecialTxsInBlock
  [
    'the signature of another operator',
    'bad-protx-sig',
    645,
    transactionAt(firstOf(TransactionType.providerUpdateService), (t) => ({
      ...t,
      extraPayload: flipBit(t.extraPayload, -3),
    })),
  ],
  [
    'a payload for other inputs',
    'bad-protx-inputs-hash',
    645,
    transactionAt(
      firstOf(TransactionType.providerUpdateService),
      inputs(() => ({ previousOutput: NOT_NULL })),
    ),
  ],
  [
    'an update left out',
    'bad-cbtx-mnmerkleroot',
    645,
    transactionAt(firstOf(TransactionType.providerUpdateService)),
  ],
];

function withRepeatedTransactions(block: SizedBlock): SizedBlock {
  const transactions = [...block.transactions, ...block.transactions.slice(-2)];
  expect(merkleRoot(transactions.map(({ txid }) => txid))).toBe(block.header.merkleRoot);
  return sizedBlock({ ...block, transactions });
}

/** A commitment of block 444, as if it were for the block where it is the transaction at `position`. */
function lateCommitment(position: number): Transaction {
  const { transaction } = recorded(444).transactions[1]!;
  const payload = decodePayload(transaction);
  if (payload?.kind !== 'quorumCommitmentTx') throw new TypeError('no commitment');
  return { ...transaction, lockTime: position, extraPayload: encodePayload({ ...payload, height: 441 }) };
}

describe('a damaged block of the recorded chain', () => {
  const chain = emptyChain();
  const advanceTo = (height: number): void => {
    while (chain.tip.height < height) chain.accept(recorded(chain.tip.height + 1));
  };

  it.each(KINDS.toSorted(([, , a], [, , b]) => a - b))(
    'is rejected with %s: %s',
    (_, reason, height, damage) => {
      advanceTo(height - 1);
      const before = stateOf(chain);
      const block = recorded(height);
      const damaged = 'forgery' in damage ? damage.forgery(block) : forge(block, damage);
      expect(rejectionOf(() => chain.accept(damaged))).toBe(reason);
      expect(stateOf(chain)).toEqual(before);
    },
  );

  it('is rejected again as a duplicate, and so are its descendants', () => {
    const { height } = chain.tip;
    const invalid = forge(recorded(height + 1), withoutOutput(1));
    expect(rejectionOf(() => chain.accept(invalid))).toBe('bad-cb-payee');
    expect(rejectionOf(() => chain.accept(invalid))).toBe('duplicate-invalid');
    const child = forgeHeader(recorded(height + 1), { previousBlockHash: invalid.hash });
    expect(rejectionOf(() => chain.accept(child))).toBe('bad-prevblk');
  });

  it('does not prevent accepting the recorded chain', () => {
    advanceTo(646);
    expect(chain.tip.hash).toBe(recorded(646).hash);
  });
});
