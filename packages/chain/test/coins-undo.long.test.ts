import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyBlock, undoBlock } from '../src/chain/chainstate/apply-block.js';
import { sizeTransaction } from '../src/rules/consensus/sized-block.js';
import type { Account } from '../src/devchain/keys.js';
import type { UnspentCoin } from '../src/rules/consensus/coin.js';
import { dataScript } from '../src/primitives/script/standard-scripts.js';
import type { Transaction } from '../src/primitives/transaction/transaction.js';
import { coinsOf, stateOf } from './forge-block.js';
import { Workshop } from './workshop.js';

/** Which coins a transaction spends, of those that there are then, and how many outputs it makes of them. */
interface Step {
  readonly spends: readonly number[];
  readonly makes: number;
  readonly withData: boolean;
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  spends: fc.array(fc.nat(1_000), { minLength: 1, maxLength: 3 }),
  makes: fc.integer({ min: 1, max: 4 }),
  withData: fc.boolean(),
});

/** Blocks of transactions; those of a block spend outputs of each other as well. */
const anyBlocks = fc.array(fc.array(anyStep, { maxLength: 6 }), { minLength: 1, maxLength: 5 });

const template = new Workshop();
const blocks = Array.from({ length: template.tip.height }, (_, i) => template.chain.blockAt(i + 1)!.block);
const owner = template.account(0);

/** The transactions that steps make of the coins of an account, one after the other. */
function transactionsOf(workshop: Workshop, account: Account, steps: readonly Step[]): Transaction[] {
  const unspent: UnspentCoin[] = workshop.coins(account);
  return steps.flatMap(({ spends, makes, withData }) => {
    const chosen = [...new Set(spends.map((place) => place % Math.max(unspent.length, 1)))]
      .toSorted((a, b) => b - a)
      .flatMap((place) => unspent.splice(place, 1));
    const total = chosen.reduce((sum, { coin }) => sum + coin.value, 0n);
    const share = (total - 100_000n) / BigInt(makes);
    if (share < 1_000n) {
      unspent.push(...chosen);
      return [];
    }
    const outputs = Array.from({ length: makes }, () => ({
      value: share,
      scriptPubKey: account.scriptPubKey,
    }));
    const data = withData ? [{ value: 0n, scriptPubKey: dataScript(Uint8Array.of(makes)) }] : [];
    const transaction = workshop.pay(account, { outputs: [...outputs, ...data] }, chosen);
    const { txid } = sizeTransaction(transaction);
    for (const [index, output] of transaction.outputs.entries()) {
      if (output.value === 0n) continue;
      const coin = { ...output, height: workshop.tip.height + 1, isCoinbase: false };
      unspent.push({ outPoint: { txid, index }, coin });
    }
    return [transaction];
  });
}

describe('disconnected blocks', () => {
  it('restore the coins and masternodes', () => {
    fc.assert(
      fc.property(anyBlocks, (plan) => {
        const workshop = new Workshop(blocks);
        const states = plan.map((steps) => {
          const before = stateOf(workshop.chain);
          const transactions = transactionsOf(workshop, owner, steps);
          workshop.accept(workshop.block({ transactions }));
          return before;
        });
        const after = stateOf(workshop.chain);
        const added = Array.from(plan, (_, i) => workshop.chain.blockAt(blocks.length + 1 + i)!);
        for (const before of states.toReversed()) {
          workshop.chain.invalidate(workshop.tip);
          expect(stateOf(workshop.chain)).toEqual(before);
        }
        for (const block of added) applyBlock(workshop.chain.coins, block);
        expect(coinsOf(workshop.chain)).toEqual(after.coins);
        for (const block of added.toReversed()) undoBlock(workshop.chain.coins, block);
        expect(stateOf(workshop.chain)).toEqual(states[0]);
      }),
      { numRuns: 25 },
    );
  });
});
