import { decodeBlock, type Block } from '../src/primitives/block/block.js';
import type { BlockHeader } from '../src/primitives/block/block-header.js';
import { merkleRoot } from '../src/primitives/block/merkle-root.js';
import { hexToBytes } from '../src/base/bytes/hex.js';
import { ChainState } from '../src/chain/chainstate/chain-state.js';
import { RejectionError } from '../src/rules/consensus/rejection-error.js';
import { sizeBlock, sizedBlock, type SizedBlock } from '../src/rules/consensus/sized-block.js';
import { regtestGenesis } from '../src/devchain/genesis.js';
import { solveHeader } from '../src/chain/mining/solve-block.js';
import type { CbTxV3 } from '../src/primitives/payload/cb-tx.js';
import { decodePayload, encodePayload } from '../src/primitives/payload/payload.js';
import { transactionId, type Transaction } from '../src/primitives/transaction/transaction.js';
import { recordedBlock } from './recorded.js';

/** Later than every block of the recorded chain, in seconds. */
export const LATER = 2_000_000_000;

/** A chain of nothing but the genesis block. */
export function emptyChain(scriptsAreChecked: (txid: string) => boolean = () => false): ChainState {
  return new ChainState({ origin: regtestGenesis(), now: () => LATER, scriptsAreChecked });
}

/** The recorded block at `height`, as it is. */
export function recorded(height: number): SizedBlock {
  return sizeBlock(decodeBlock(hexToBytes(recordedBlock(height).hex)));
}

/** The recorded chain up to `height`; its scripts are taken as checked, those of blocks to come are not. */
export function recordedChain(height: number): ChainState {
  let isBuilding = true;
  const chain = emptyChain(() => isBuilding);
  for (let at = 1; at <= height; at += 1) chain.accept(recorded(at));
  isBuilding = false;
  return chain;
}

/** What is changed in a block. */
export type Damage = (block: Block) => Block;

/** A block with something changed, its merkle root put right and mined again. */
export function forge({ header, transactions }: SizedBlock, damage: Damage = (block) => block): SizedBlock {
  const damaged = damage({ header, transactions: transactions.map(({ transaction }) => transaction) });
  const root = merkleRoot(damaged.transactions.map(transactionId));
  return mined({ ...damaged, header: { ...damaged.header, merkleRoot: root } });
}

/** A block with something changed in its header, mined again. */
export function forgeHeader(block: SizedBlock, change: Partial<BlockHeader>): SizedBlock {
  const transactions = block.transactions.map(({ transaction }) => transaction);
  return mined({ header: { ...block.header, ...change }, transactions });
}

function mined({ header, transactions }: Block): SizedBlock {
  const { transactions: sized } = sizeBlock({ header, transactions });
  return sizedBlock({ ...solveHeader(header), transactions: sized });
}

/** Changes the transaction at a position; without a change it is taken out. */
export function transactionAt(position: number, change?: (transaction: Transaction) => Transaction): Damage {
  return ({ header, transactions }) => ({
    header,
    transactions: transactions.flatMap((transaction, i) => {
      if (i !== position) return [transaction];
      return change ? [change(transaction)] : [];
    }),
  });
}

/** Changes the coinbase. */
export function coinbase(change: (transaction: Transaction) => Transaction): Damage {
  return transactionAt(0, change);
}

/** Changes what the coinbase's payload says. */
export function coinbasePayload(change: Partial<CbTxV3>): Damage {
  return coinbase((transaction) => {
    const payload = decodePayload(transaction);
    if (payload?.kind !== 'cbTx' || payload.version !== 3) throw new TypeError('no coinbase payload');
    return { ...transaction, extraPayload: encodePayload({ ...payload, ...change }) };
  });
}

/** Puts transactions behind those of a block. */
export function append(...added: readonly Transaction[]): Damage {
  return ({ header, transactions }) => ({ header, transactions: [...transactions, ...added] });
}

/** Dash Core's words for what is rejected; `undefined` where nothing is. */
export function rejectionOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof RejectionError) return error.message;
    throw error;
  }
}

/** All that a block changes in a chain, in a form that can be compared. */
export function stateOf(chain: ChainState) {
  const { block, connected } = chain.tip;
  return {
    tip: block.hash,
    coins: coinsOf(chain),
    masternodes: [...(connected?.masternodes ?? [])],
    creditPool: connected?.creditPool,
    payee: connected?.masternodes.payee()?.proTxHash,
  };
}

/** The unspent outputs of a chain, in an order that does not depend on how it got there. */
export function coinsOf(chain: ChainState): string[] {
  return Array.from(
    chain.coins.entries(),
    ([key, { value, height, isCoinbase, scriptPubKey }]) =>
      `${key} ${value} ${height} ${isCoinbase} ${Buffer.from(scriptPubKey).toString('hex')}`,
  ).toSorted();
}
