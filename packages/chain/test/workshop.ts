import type { ChainBlock } from '../src/chain/block-tree/chain-block.js';
import { ChainState } from '../src/chain/chainstate/chain-state.js';
import type { Coin, UnspentCoin } from '../src/rules/consensus/coin.js';
import { RejectionError } from '../src/rules/consensus/rejection-error.js';
import { sizedBlock, sizeTransaction, type SizedBlock } from '../src/rules/consensus/sized-block.js';
import type { SizedTransaction } from '../src/rules/consensus/transaction-rules.js';
import { regtestGenesis } from '../src/devchain/genesis.js';
import { buildInitialChain } from '../src/devchain/initial-chain.js';
import { KeyRing, type Account } from '../src/devchain/keys.js';
import { payFrom, spendableCoins, type Draft } from '../src/devchain/wallet.js';
import { NodeRejectionError } from '../src/layer1/layer1.js';
import { followChain, type ChainFollower } from '../src/chain/mempool/follow-chain.js';
import type { MempoolEntry } from '../src/chain/mempool/mempool-entry.js';
import { Mempool } from '../src/chain/mempool/mempool.js';
import { submitTransaction } from '../src/chain/mempool/submit.js';
import { runAtOnce } from '../src/base/event-loop/in-turns.js';
import { assemblySteps, commitmentsAfter } from '../src/chain/mining/assemble-block.js';
import { mineBlock } from '../src/chain/mining/mine-block.js';
import { solveHeader } from '../src/chain/mining/solve-block.js';
import {
  encodeTransaction,
  outPointKey,
  type Transaction,
} from '../src/primitives/transaction/transaction.js';
import { LATER } from './forge-block.js';

const MNEMONIC = 'a workshop for chains that go wrong';
const FIRST_TIME = 1_767_225_600;

/** How a block differs from the one that a miner would make. */
export interface BlockOptions {
  /** The tip unless said otherwise. */
  readonly previous?: ChainBlock;
  /** Behind the commitments, whether they are valid or not. */
  readonly transactions?: readonly Transaction[];
  /** Added to the time it would have. */
  readonly later?: number;
  readonly miner?: Account;
}

/**
 * A chain with a mempool at height 520, whose accounts have coins and whose masternodes are registered, with all that
 * is needed to put blocks on it that are not valid.
 */
export class Workshop {
  readonly keyRing = new KeyRing(MNEMONIC);
  readonly accounts: readonly Account[] = Array.from({ length: 10 }, (_, i) =>
    this.keyRing.account('account', i),
  );
  readonly treasury = this.keyRing.account('treasury', 0);
  readonly mempool = new Mempool();
  readonly chain: ChainState;
  readonly follower: ChainFollower;

  /** @param blocks from height 1; those of the initial chain unless said otherwise */
  constructor(blocks: readonly SizedBlock[] = initialBlocks()) {
    let isBuilding = true;
    this.chain = new ChainState({
      origin: regtestGenesis(),
      now: () => LATER,
      scriptsAreChecked: () => isBuilding,
    });
    this.follower = followChain(this.chain, this.mempool);
    for (const block of blocks) this.chain.accept(block);
    isBuilding = false;
  }

  get tip(): ChainBlock {
    return this.chain.tip;
  }

  account(index: number): Account {
    const account = this.accounts[index];
    if (account === undefined) throw new RangeError(`there is no account ${index}`);
    return account;
  }

  /** What an account can spend now. */
  coins(account: Account): UnspentCoin[] {
    return [...spendableCoins(account, this.chain, this.mempool)];
  }

  /** The coin of an account that is spent next. */
  coin(account: Account): UnspentCoin {
    const [coin] = this.coins(account);
    if (coin === undefined) throw new RangeError('the account has no coin left');
    return coin;
  }

  /** A signed transaction from an account; from all coins that it can spend unless they are given. */
  pay(from: Account, draft: Draft, coins: readonly UnspentCoin[] = this.coins(from)): Transaction {
    return payFrom(from, coins, draft);
  }

  /** What a node says to a transaction: its id, or code and message of the rejection. */
  submit(transaction: Transaction): string {
    try {
      return submitTransaction(encodeTransaction(transaction), this.chain, this.mempool).txid;
    } catch (error) {
      if (error instanceof NodeRejectionError) return `${error.code} ${error.message}`;
      throw error;
    }
  }

  /** The id of a transaction that must be let in. */
  admit(transaction: Transaction): string {
    const { txid } = sizeTransaction(transaction);
    const answer = this.submit(transaction);
    if (answer !== txid) throw new Error(answer);
    return txid;
  }

  /** A block as a miner would make it, with transactions that nobody has checked. It is not put on the chain. */
  block({
    previous = this.tip,
    transactions = [],
    later = 0,
    miner = this.treasury,
  }: BlockOptions = {}): SizedBlock {
    const { header, transactions: all } = runAtOnce(
      assemblySteps({
        previous,
        coins: this.chain.coins,
        commitments: commitmentsAfter(previous),
        transactions: this.#entries(transactions.map(sizeTransaction)),
        minerScript: miner.scriptPubKey,
        time: Math.max(previous.block.header.time + 150, FIRST_TIME) + later,
      }),
    );
    return sizedBlock({ ...solveHeader(header), transactions: all });
  }

  /** Puts a block on the chain; the mempool follows. */
  accept(block: SizedBlock): ChainBlock {
    try {
      return this.chain.accept(block);
    } finally {
      this.follower.settle();
    }
  }

  /** Puts blocks of these transactions on the tip, or on a block beside it; gives the last. */
  extend(count: number, options: BlockOptions = {}): ChainBlock {
    let last = options.previous ?? this.tip;
    for (let i = 0; i < count; i += 1) {
      last = this.accept(this.block({ ...options, previous: last, ...(i > 0 && { transactions: [] }) }));
    }
    return last;
  }

  /** Mines blocks with what is in the mempool. */
  mine(count = 1): void {
    for (let i = 0; i < count; i += 1) {
      this.accept(
        mineBlock({
          previous: this.tip,
          coins: this.chain.coins,
          mempool: this.mempool,
          minerScript: this.treasury.scriptPubKey,
          time: this.tip.block.header.time + 150,
        }),
      );
    }
  }

  /** Dash Core's reject reason for a block; `undefined` where it is accepted. */
  rejectionOf(block: SizedBlock): string | undefined {
    try {
      this.accept(block);
      return undefined;
    } catch (error) {
      if (error instanceof RejectionError) return error.message;
      throw error;
    }
  }

  /** With fees as far as they can be known. */
  #entries(transactions: readonly SizedTransaction[]): MempoolEntry[] {
    const made = new Map<string, Pick<Coin, 'value'>>();
    return transactions.map((subject) => {
      const { inputs, outputs } = subject.transaction;
      const valueIn = inputs.reduce((sum, { previousOutput }) => {
        const coin = made.get(outPointKey(previousOutput)) ?? this.chain.coins.coin(previousOutput);
        return sum + (coin?.value ?? 0n);
      }, 0n);
      const valueOut = outputs.reduce((sum, { value }) => sum + value, 0n);
      for (const [index, output] of outputs.entries()) made.set(outPointKey({ ...subject, index }), output);
      const fee = valueIn > valueOut ? valueIn - valueOut : 0n;
      return { ...subject, fee, feeSize: subject.size, sigops: 0, parents: new Set<string>() };
    });
  }
}

let initial: readonly SizedBlock[] | undefined;

/** Mined once, for all workshops of a file. */
function initialBlocks(): readonly SizedBlock[] {
  if (initial !== undefined) return initial;
  const workshop = new Workshop([]);
  const blocks: SizedBlock[] = [];
  const builder = {
    tip: () => workshop.tip,
    spendable: (account: Account) => workshop.coins(account),
    submit: (transaction: Transaction) => void workshop.admit(transaction),
    mine: (minerScript: Uint8Array) => {
      const time = Math.max(workshop.tip.block.header.time + 150, FIRST_TIME);
      const { chain, mempool, tip } = workshop;
      const block = mineBlock({ previous: tip, coins: chain.coins, mempool, minerScript, time });
      workshop.accept(block);
      blocks.push(block);
    },
  };
  buildInitialChain(workshop.keyRing, builder, false);
  initial = blocks;
  return blocks;
}

/** The blocks of a chain from height 1 on. */
export function blocksOf(chain: ChainState): SizedBlock[] {
  return Array.from({ length: chain.tip.height }, (_, i) => chain.blockAt(i + 1)?.block).filter(
    (block) => block !== undefined,
  );
}
