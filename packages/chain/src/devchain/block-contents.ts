import { BlockView } from '../chain/chainstate/block-view.js';
import { hexToBytes, isHash, isHex } from '../base/bytes/hex.js';
import { MalformedBytesError } from '../base/bytes/malformed-bytes-error.js';
import { spentCoins, transactionFee } from '../rules/consensus/input-rules.js';
import { RejectionError } from '../rules/consensus/rejection-error.js';
import { sizeTransaction } from '../rules/consensus/sized-block.js';
import type { SizedTransaction } from '../rules/consensus/transaction-rules.js';
import { endsStep, runAtOnce } from '../base/event-loop/in-turns.js';
import { NodeRejectionError } from '../layer1/layer1.js';
import type { MempoolEntry } from '../chain/mempool/mempool-entry.js';
import { RPC_ERROR_CODES } from '../layer1/rpc-error-code.js';
import { decodeTransaction } from '../primitives/transaction/transaction.js';
import type { ChainParts } from './chain-parts.js';
import { ControlRejectedError } from './control-rejected-error.js';

/**
 * Returns the contents of a block with the named transactions: ids of those that wait in the mempool, which bring those they depend on,
 * or serialised transactions in hexadecimal, which need not be such as are relayed.
 * @throws {ControlRejectedError} `unknown-transaction` for an id that does not wait, and for what is neither
 * @throws {NodeRejectionError} -25 if a serialised transaction spends a missing output
 */
export function blockContents(named: readonly string[], node: ChainParts): MempoolEntry[] {
  return runAtOnce(blockContentsSteps(named, node));
}

/**
 * Does what {@link blockContents} does, in steps, while nobody else uses the node.
 * @throws {ControlRejectedError} as {@link blockContents}
 * @throws {NodeRejectionError} as {@link blockContents}
 */
export function* blockContentsSteps(
  named: readonly string[],
  { chain, mempool }: ChainParts,
): Generator<undefined, MempoolEntry[]> {
  if (!Array.isArray(named))
    throw new ControlRejectedError('unknown-transaction', {
      expected: 'an array of ids of transactions that wait, or of serialised ones in hexadecimal',
      found: named,
    });
  const waiting = new Set<string>();
  const brought: SizedTransaction[] = [];
  for (const [position, name] of named.entries()) {
    if (endsStep(position)) yield;
    const entry = mempool.get(name);
    if (entry === undefined) {
      brought.push(readTransaction(name));
      continue;
    }
    waiting.add(name);
    for (const ancestor of mempool.ancestors(entry.parents)) waiting.add(ancestor);
  }
  const entries = [...mempool.entries()].filter(({ txid }) => waiting.has(txid));
  const height = chain.tip.height + 1;
  const view = new BlockView(chain.coins, height);
  for (const [position, subject] of [...entries, ...brought].entries()) {
    if (endsStep(position)) yield;
    try {
      const coins = spentCoins(subject, view);
      const fee = transactionFee(subject, coins, height);
      view.apply(subject, coins, false);
      if (!waiting.has(subject.txid)) {
        entries.push({ ...subject, fee, feeSize: subject.size, sigops: 0, parents: new Set() });
      }
    } catch (error) {
      throw blockRejection(error);
    }
  }
  return entries;
}

/** Converts the rejection of a block to the error of Dash Core's `generateblock`; returns other errors unchanged. */
export function blockRejection(error: unknown): unknown {
  if (!(error instanceof RejectionError)) return error;
  return new NodeRejectionError(RPC_ERROR_CODES.verify, `TestBlockValidity failed: ${error.message}`);
}

function readTransaction(name: string): SizedTransaction {
  const isSerialized = typeof name === 'string' && !isHash(name) && isHex(name) && name !== '';
  try {
    if (isSerialized) return sizeTransaction(decodeTransaction(hexToBytes(name)));
  } catch (error) {
    if (!(error instanceof MalformedBytesError)) throw error;
  }
  throw new ControlRejectedError('unknown-transaction', {
    expected: 'the id of a transaction that waits in the mempool, or a serialised transaction in hexadecimal',
    found: name,
  });
}
