import { describe, expect, it } from 'vitest';
import { decodeBlock } from '../src/primitives/block/block.js';
import { ChainState } from '../src/chain/chainstate/chain-state.js';
import { bytesToHex, hexToBytes } from '../src/base/bytes/hex.js';
import { spentCoins, transactionFee } from '../src/rules/consensus/input-rules.js';
import { encodeSizedBlock, sizeBlock, type SizedBlock } from '../src/rules/consensus/sized-block.js';
import { masternodeDiff } from '../src/devchain/masternode-diff.js';
import { Mempool } from '../src/chain/mempool/mempool.js';
import { runAtOnce } from '../src/base/event-loop/in-turns.js';
import { assemblySteps, commitmentsAfter } from '../src/chain/mining/assemble-block.js';
import { TransactionType } from '../src/primitives/transaction/transaction-type.js';
import { answerTo } from './answer-to.js';
import { RECORDED_BLOCKS, RECORDED_CALLS } from './recorded.js';

const blocks = RECORDED_BLOCKS.map(({ hex, hash }) => ({
  block: sizeBlock(decodeBlock(hexToBytes(hex))),
  hash,
}));

function chainOf([genesis, ...rest]: readonly { block: SizedBlock }[]): ChainState {
  const chain = new ChainState({
    origin: genesis!.block,
    now: () => 2_000_000_000,
    scriptsAreChecked: () => false,
  });
  for (const { block } of rest) chain.accept(block);
  return chain;
}

describe('the chain mined by Dash Core', () => {
  it('is accepted block by block', () => {
    const chain = chainOf(blocks);
    expect(chain.tip.height).toBe(646);
    expect(chain.tip.block.hash).toBe(blocks.at(-1)!.hash);
  });

  it('equals the chain our miner builds from the same transactions', () => {
    const chain = chainOf(blocks.slice(0, 1));
    for (const { block } of blocks.slice(1)) {
      const previous = chain.tip;
      const height = previous.height + 1;
      const mempool = new Mempool();
      const transactions = block.transactions
        .slice(1)
        .filter(({ transaction }) => transaction.type !== TransactionType.quorumCommitment)
        .map((transaction) => {
          const coins = spentCoins(transaction, mempool.viewOn(chain.coins, previous.height));
          const fee = transactionFee(transaction, coins, height);
          const parents = new Set<string>();
          const entry = { ...transaction, fee, feeSize: transaction.size, sigops: 0, parents };
          mempool.add(entry);
          return entry;
        });
      const minerScript = block.transactions[0]!.transaction.outputs[0]!.scriptPubKey;
      const { time, nonce } = block.header;
      const { header, transactions: made } = runAtOnce(
        assemblySteps({
          previous,
          coins: chain.coins,
          commitments: commitmentsAfter(previous),
          transactions,
          minerScript,
          time,
        }),
      );
      const encoded = encodeSizedBlock({ header: { ...header, nonce }, transactions: made });
      expect(bytesToHex(encoded), `height ${height}`).toBe(bytesToHex(encodeSizedBlock(block)));
      chain.accept(block);
    }
  });
});

describe('protx diff', () => {
  const chain = chainOf(blocks);
  const recorded = RECORDED_CALLS.filter(
    ({ method, params }) => method === 'protx' && params[0] === 'diff' && params.length === 3,
  );

  it.each(recorded.map((exchange) => [exchange.label, exchange] as const))(
    'returns the recorded result: %s',
    (_, { params, result, error }) => {
      const [, base, block] = params.map(String);
      const answer = answerTo(() => masternodeDiff(chain, base!, block!));
      expect(JSON.stringify(answer)).toBe(JSON.stringify({ result, error }));
    },
  );
});
