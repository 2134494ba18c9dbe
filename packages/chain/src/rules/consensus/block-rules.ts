import { compactToTarget, meetsTarget } from '../../primitives/block/compact-target.js';
import { merkleRootSteps } from '../../primitives/block/merkle-root.js';
import { isCoinbase } from '../../primitives/transaction/transaction.js';
import { TransactionType } from '../../primitives/transaction/transaction-type.js';
import { endsStep } from '../../base/event-loop/in-turns.js';
import { buildScript } from '../../primitives/script/build-script.js';
import { legacySigops } from '../policy/sigops.js';
import { isFinal } from './lock-time.js';
import { REGTEST } from './regtest.js';
import { enforce, RejectionError, type Rule } from './rejection-error.js';
import type { SizedBlock } from './sized-block.js';
import { checkTransaction, checkTransactionAtHeight } from './transaction-rules.js';

/**
 * Checks the rules of a block that do not depend on the chain: proof of work, merkle root, sizes, the place of the coinbase, and every
 * transaction by itself, in steps.
 *
 * Source: `CheckBlock` in `src/validation.cpp` of dashpay/dash.
 * @throws {RejectionError}
 */
export function* checkBlockSteps(block: SizedBlock): Generator<undefined, void> {
  enforce([LACKS_WORK], block);
  yield* merkleSteps(block);
  enforce(CONTEXT_FREE_RULES, block);
  for (const [at, transaction] of block.transactions.entries()) {
    checkTransaction(transaction);
    if (endsStep(at)) yield;
  }
  enforce([TOO_MANY_SIGOPS], block);
}

const EASIEST_TARGET = compactToTarget(REGTEST.bits).target;

const LACKS_WORK: Rule<SizedBlock> = [
  'high-hash',
  ({ hash, header }) => !meetsTarget(hash, header.bits, EASIEST_TARGET),
];

function* merkleSteps({ header, transactions }: SizedBlock): Generator<undefined, void> {
  const { root, mutated } = yield* merkleRootSteps(transactions.map(({ txid }) => txid));
  if (root !== header.merkleRoot) throw new RejectionError('bad-txnmrklroot');
  if (mutated) throw new RejectionError('bad-txns-duplicate');
}

const CONTEXT_FREE_RULES: readonly Rule<SizedBlock>[] = [
  ['bad-blk-length', ({ transactions, size }) => transactions.length === 0 || size > REGTEST.maxBlockSize],
  ['bad-cb-missing', ({ transactions: [first] }) => first === undefined || !isCoinbase(first.transaction)],
  [
    'bad-cb-multiple',
    ({ transactions }) => transactions.slice(1).some(({ transaction }) => isCoinbase(transaction)),
  ],
];

const TOO_MANY_SIGOPS: Rule<SizedBlock> = [
  'bad-blk-sigops',
  ({ transactions }) =>
    transactions.reduce((sum, { transaction }) => sum + legacySigops(transaction), 0) >
    REGTEST.maxBlockSigops,
];

/** Describes the context that a header is checked against. Times are in seconds. */
export interface HeaderContext {
  readonly block: SizedBlock;
  /** The median time past of the block before. */
  readonly medianTime: number;
  readonly now: number;
}

/**
 * Checks a header against the block before it.
 *
 * Source: `ContextualCheckBlockHeader` in `src/validation.cpp` of dashpay/dash.
 * @throws {RejectionError}
 */
export function checkHeader(context: HeaderContext): void {
  enforce(HEADER_RULES, context);
  const { version } = context.block.header;
  if (version < MIN_VERSION) {
    throw new RejectionError(`bad-version(0x${(version >>> 0).toString(16).padStart(8, '0')})`);
  }
}

/** BIP-34, BIP-65 and BIP-66 are in force from height 1. */
const MIN_VERSION = 4;

const HEADER_RULES: readonly Rule<HeaderContext>[] = [
  ['bad-diffbits', ({ block }) => block.header.bits !== REGTEST.bits],
  ['time-too-old', ({ block, medianTime }) => block.header.time <= medianTime],
  ['time-too-new', ({ block, now }) => block.header.time > now + REGTEST.maxFutureTime],
];

/**
 * Checks the transactions of a block at `height`, in steps.
 *
 * Source: `ContextualCheckBlock` in `src/validation.cpp` of dashpay/dash.
 * @param medianTime the median time past of the block before
 * @throws {RejectionError}
 */
export function* checkBlockAtHeightSteps(
  block: SizedBlock,
  height: number,
  medianTime: number,
): Generator<undefined, void> {
  for (const [at, transaction] of block.transactions.entries()) {
    if (!isFinal(transaction.transaction, height, medianTime)) throw new RejectionError('bad-txns-nonfinal');
    checkTransactionAtHeight(transaction, height);
    if (endsStep(at)) yield;
  }
  const coinbase = block.transactions[0]?.transaction;
  if (height >= REGTEST.specialTransactionsHeight) {
    if (coinbase?.type !== TransactionType.coinbase) throw new RejectionError('bad-cb-type');
    return;
  }
  const expected = buildScript(height);
  const scriptSig = coinbase?.inputs[0]?.scriptSig ?? new Uint8Array();
  if (Buffer.compare(scriptSig.subarray(0, expected.length), expected) !== 0)
    throw new RejectionError('bad-cb-height');
}
