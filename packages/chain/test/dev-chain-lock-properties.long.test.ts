import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeBlock } from '../src/primitives/block/block.js';
import { hexToBytes, ZERO_HASH } from '../src/base/bytes/hex.js';
import { sizeBlock } from '../src/rules/consensus/sized-block.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { ControlRejectedError } from '../src/devchain/control-rejected-error.js';
import { InsufficientFundsError } from '../src/devchain/wallet.js';
import { NodeRejectionError } from '../src/layer1/layer1.js';
import { verifyChainLock } from '../src/rules/signing/chain-lock.js';
import { verifyInstantLock } from '../src/rules/signing/instant-lock.js';
import { emptyChain } from './forge-block.js';
import { everythingOf, transfer } from './dev-chain-state.js';

/** Something that is done to a chain with quorums; what cannot be done is rejected, and does nothing. */
type Step = (chain: DevChain) => unknown;

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.integer({ min: 1, max: 9 }).map(
    (count): Step =>
      (chain) =>
        chain.mine(count),
  ),
  fc.nat(5).map(
    (account): Step =>
      (chain) =>
        chain.sendTransaction(transfer(chain, account, 9)),
  ),
  fc.nat(3).map(
    (place): Step =>
      (chain) =>
        chain.quorums.instantLock(chain.mempool()[place] ?? ''),
  ),
  fc.nat(12).map(
    (depth): Step =>
      (chain) =>
        chain.quorums.chainLock(chain.tip().height - depth),
  ),
  fc.constant<Step>((chain) => chain.quorums.chainLock()),
  fc.integer({ min: 1, max: 9 }).map(
    (depth): Step =>
      (chain) =>
        chain.reorganise(depth),
  ),
  fc.constant<Step>((chain) => chain.quorums.form(['llmq_test'])),
  fc.nat(5).map((place): Step => (chain) => {
    chain.masternodes.ban(chain.masternodes.list()[place]?.proTxHash ?? '');
  }),
);

const anySteps = fc.array(anyStep, { minLength: 1, maxLength: 9 });

async function play(chain: DevChain, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    try {
      await step(chain);
    } catch (error) {
      const kinds = [ControlRejectedError, NodeRejectionError, InsufficientFundsError];
      if (!kinds.some((kind) => error instanceof kind)) throw error;
    }
  }
}

/** A chain on which quorums of all types formed. */
let formed: Uint8Array;
beforeAll(() => {
  const chain = new DevChain({ mining: 'manual' });
  chain.quorums.form();
  formed = chain.dump();
});

describe('any use of a chain with quorums', () => {
  it('produces blocks that an independent chain accepts and locks that a client verifies', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        const chain = DevChain.load(formed);
        await play(chain, steps);
        // Of scripts others tests see to; only commitments have no inputs here.
        const commitments = new Set<string>();
        const replica = emptyChain((txid) => !commitments.has(txid));
        for (const { hex } of chain.exportBlocks()) {
          const block = sizeBlock(decodeBlock(hexToBytes(hex)));
          for (const { txid, transaction } of block.transactions)
            if (transaction.inputs.length === 0) commitments.add(txid);
          replica.accept(block);
        }
        expect(replica.tip.hash).toBe(chain.tip().hash);
        const lock = chain.bestChainLock();
        const signers =
          lock && (await chain.masternodeListDiff(ZERO_HASH, String(lock.height - 8))).newQuorums;
        const ofLock = signers?.filter(({ llmqType }) => llmqType === 100) ?? [];
        expect(lock === undefined || verifyChainLock(lock, ofLock)).toBe(true);
        const { newQuorums } = await chain.masternodeListDiff(ZERO_HASH, String(620));
        const rotated = newQuorums.filter(({ llmqType }) => llmqType === 103);
        for (const each of chain.quorums.instantLocks)
          expect(each.cycleHash === (await chain.blockHash(600)) && verifyInstantLock(each, rotated)).toBe(
            true,
          );
      }),
      { numRuns: 5 },
    );
  });

  it('is deterministic byte for byte, also through a dump', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, anySteps, async (first, second) => {
        const [one, other] = [DevChain.load(formed), DevChain.load(formed)];
        for (const chain of [one, other]) await play(chain, first);
        const loaded = DevChain.load(one.dump(), { checkSignatures: true });
        for (const chain of [one, other, loaded]) await play(chain, second);
        expect(everythingOf(other)).toEqual(everythingOf(one));
        expect(everythingOf(loaded)).toEqual(everythingOf(one));
      }),
      { numRuns: 3 },
    );
  });

  it('is undone by reverting to a snapshot', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, anySteps, async (first, second) => {
        const chain = DevChain.load(formed);
        await play(chain, first);
        const [id, before] = [chain.snapshot(), everythingOf(chain)];
        await play(chain, second);
        chain.revert(id);
        expect(everythingOf(chain)).toEqual(before);
      }),
      { numRuns: 5 },
    );
  });
});
