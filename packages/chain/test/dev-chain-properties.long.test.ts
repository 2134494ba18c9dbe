import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBlock } from '../src/primitives/block/block.js';
import { hexToBytes } from '../src/base/bytes/hex.js';
import { sizeBlock } from '../src/rules/consensus/sized-block.js';
import { blockSubsidy } from '../src/rules/consensus/subsidy.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { InsufficientFundsError } from '../src/devchain/wallet.js';
import { ControlRejectedError } from '../src/devchain/control-rejected-error.js';
import { NodeRejectionError } from '../src/layer1/layer1.js';
import { emptyChain } from './forge-block.js';
import { everythingOf } from './dev-chain-state.js';

/** Something that is done to a chain; what cannot be done is rejected, and does nothing. */
type Step =
  | { readonly do: 'mine' | 'reorganise' | 'advance' | 'fund' | 'revert' | 'ban'; readonly by: number }
  | { readonly do: 'send'; readonly by: number; readonly to: number }
  | { readonly do: 'snapshot' | 'invalidate' | 'reconsider' | 'register'; readonly by: number };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('mine' as const), by: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('send' as const), by: fc.nat(9), to: fc.nat(9) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        ...(['reorganise', 'advance', 'fund', 'invalidate', 'reconsider', 'register', 'ban'] as const),
      ),
      by: fc.nat(5),
    }),
  },
);

const anySteps = fc.array(anyStep, { maxLength: 14 });

async function play(chain: DevChain, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    try {
      await carryOut(chain, step);
    } catch (error) {
      const isRejection = [ControlRejectedError, NodeRejectionError, InsufficientFundsError].some(
        (kind) => error instanceof kind,
      );
      if (!isRejection) throw error;
    }
  }
}

const seen = new WeakMap<DevChain, string[]>();

async function carryOut(chain: DevChain, step: Step): Promise<void> {
  const { by } = step;
  switch (step.do) {
    case 'mine':
      chain.mine(by);
      return;
    case 'send': {
      const [from, to] = [chain.accounts[by]!, chain.accounts[step.to]!];
      await chain.sendTransaction(chain.transfer(from, to, 40_000_000_000n));
      return;
    }
    case 'reorganise':
      chain.reorganise(by);
      return;
    case 'advance':
      chain.clock.advance(by * 1_000 - 2_500);
      return;
    case 'fund':
      chain.fund(chain.accounts[by]!.address, BigInt(by) * 1_000n);
      return;
    case 'invalidate': {
      const hash = await chain.blockHash(chain.tip().height - by);
      seen.set(chain, [...(seen.get(chain) ?? []), hash]);
      chain.invalidate(hash);
      return;
    }
    case 'reconsider':
      chain.reconsider(seen.get(chain)?.at(-1) ?? '');
      return;
    case 'register':
      chain.masternodes.register();
      return;
    case 'ban':
      chain.masternodes.ban(chain.masternodes.list()[by]?.proTxHash ?? '');
  }
}

const fresh = (): DevChain => new DevChain({ mining: 'manual', masternodeChangeInterval: 4 });

describe('any use of a development chain', () => {
  it('produces blocks that an independent chain accepts, with the same coins', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        const chain = fresh();
        await play(chain, steps);
        const replica = emptyChain(() => true);
        let subsidies = 0n;
        for (const { hex, height } of chain.exportBlocks()) {
          replica.accept(sizeBlock(decodeBlock(hexToBytes(hex))));
          subsidies += blockSubsidy(height);
        }
        expect(replica.tip.hash).toBe(chain.tip().hash);
        let [coins, burnt] = [0n, 0n];
        for (const [, { value }] of replica.coins.entries()) coins += value;
        for (const { hex } of chain.exportBlocks()) {
          for (const { outputs } of decodeBlock(hexToBytes(hex)).transactions) {
            for (const { value, scriptPubKey } of outputs) if (scriptPubKey[0] === 0x6a) burnt += value;
          }
        }
        // No coin comes from nowhere: what was created is unspent, or in the credit pool.
        expect(coins + burnt).toBe(subsidies);
        for (const account of chain.accounts) {
          const own = [...replica.coins.entries()]
            .filter(([, { scriptPubKey }]) => Buffer.compare(scriptPubKey, account.scriptPubKey) === 0)
            .reduce((sum, [, { value }]) => sum + value, 0n);
          expect(chain.balance(account)).toBe(own);
        }
      }),
      { numRuns: 12 },
    );
  });

  it('leaves nothing in the mempool that cannot be mined', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        const chain = fresh();
        await play(chain, steps);
        const waiting = chain.mempool();
        chain.mine(1, { transactions: waiting });
        expect(chain.mempool()).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it('is undone by reverting to a snapshot', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, anySteps, anySteps, async (first, second, third) => {
        const chain = fresh();
        await play(chain, first);
        const outer = [chain.snapshot(), everythingOf(chain)] as const;
        await play(chain, second);
        const inner = [chain.snapshot(), everythingOf(chain)] as const;
        await play(chain, third);
        chain.revert(inner[0]);
        expect(everythingOf(chain)).toEqual(inner[1]);
        chain.revert(outer[0]);
        expect(everythingOf(chain)).toEqual(outer[1]);
      }),
      { numRuns: 25 },
    );
  });

  it('is deterministic byte for byte, also through a dump', async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, anySteps, async (first, second) => {
        const [one, other] = [fresh(), fresh()];
        for (const chain of [one, other]) await play(chain, first);
        const loaded = DevChain.load(one.dump());
        seen.set(loaded, seen.get(one) ?? []);
        for (const chain of [one, other, loaded]) await play(chain, second);
        expect(everythingOf(other)).toEqual(everythingOf(one));
        expect(everythingOf(loaded)).toEqual(everythingOf(one));
      }),
      { numRuns: 15 },
    );
  });
});
