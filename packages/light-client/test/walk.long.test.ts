import { DevChain } from '@dapikit/chain';
import { describe, expect, it } from 'vitest';
import { chainLockQuorums } from '../src/quorums/chain-lock-quorums.js';
import { nextWindow, orderQuorums, walkInterval, walkTo, type WalkStep } from '../src/walk/walk.js';
import { blockAt, blocksOf, listAt, lockedChain, mineLocked, REGTEST, stateAt } from './dev-network.js';

const hashes = (quorums: readonly { readonly quorumHash: string }[]) =>
  quorums.map(({ quorumHash }) => quorumHash).toSorted();

describe('a walk by blocks', () => {
  it('reaches the quorums of the tip, over intervals with and without a new one', async () => {
    const chain = lockedChain();
    chain.quorums.form();
    mineLocked(chain, 4);
    const start = await stateAt(chain, chain.tip().height);
    for (let formed = 0; formed < 3; formed += 1) {
      chain.quorums.form();
      mineLocked(chain, 30);
    }
    const steps: WalkStep[] = [];
    const end = await walkTo(start, chain.tip().height, blocksOf(chain), (step) => steps.push(step));
    const list = await listAt(chain, chain.tip().height);
    expect(hashes(end.quorums)).toEqual(hashes(chainLockQuorums(list.quorums.values(), REGTEST)));
    expect(hashes(end.quorums)).not.toEqual(hashes(start.quorums));
    expect(new Set(steps.map(({ added }) => added === undefined))).toEqual(new Set([true, false]));
    expect(end.hash).toBe(chain.blockHash(end.height));
    expect(steps.every(({ chainLock }) => chainLock.hash === chain.blockHash(chainLock.height))).toBe(true);
    chain.close();
  });

  it('finds the order of quorums by the blocks that name them', async () => {
    const chain = lockedChain();
    chain.quorums.form();
    chain.quorums.form();
    const state = await stateAt(chain, chain.tip().height);
    const reversed = { ...state, quorums: state.quorums.toReversed() };
    const [ordered, other] = [
      await orderQuorums(state, blocksOf(chain)),
      await orderQuorums(reversed, blocksOf(chain)),
    ];
    expect(ordered.quorums).toEqual(other.quorums);
    for (const { height, quorumHash } of ordered.quorums) expect(chain.blockHash(height!)).toBe(quorumHash);
    chain.close();
  });

  it('begins inside of a window, before and after the commitment', async () => {
    const chain = lockedChain();
    chain.quorums.form();
    mineLocked(chain, 60);
    const { base } = nextWindow(await stateAt(chain, chain.tip().height - 48));
    for (let offset = 8; offset <= 20; offset += 1) {
      const start = await stateAt(chain, base + offset);
      const { state } = await walkInterval(start, blocksOf(chain));
      const list = await listAt(chain, state.height);
      expect(hashes(state.quorums)).toEqual(hashes(chainLockQuorums(list.quorums.values(), REGTEST)));
    }
    chain.close();
  });
});

/** Walks one interval over blocks of which one is another. */
async function walkWith(change: (height: number, block: Uint8Array) => Uint8Array): Promise<unknown> {
  const chain = lockedChain();
  chain.quorums.form();
  mineLocked(chain, 1);
  const start = await stateAt(chain, chain.tip().height);
  chain.quorums.form();
  mineLocked(chain, 20);
  try {
    return await walkInterval(start, { block: async (height) => change(height, blockAt(chain, height)) });
  } catch (error) {
    return error;
  } finally {
    chain.close();
  }
}

describe('a walk rejects', () => {
  it.each([
    [
      'a changed transaction',
      (_: number, block: Uint8Array) => block.with(block.length - 3, 1),
      'merkle-root',
    ],
    ['a cut block', (_: number, block: Uint8Array) => block.subarray(0, block.length - 3), 'malformed'],
    ['trailing bytes', (_: number, block: Uint8Array) => Uint8Array.of(...block, 0), 'malformed'],
  ])('%s', async (_, change, reason) => {
    expect(await walkWith(change)).toMatchObject({ name: 'VerificationError', reason });
  });

  it('the block of another height', async () => {
    const chain = lockedChain();
    chain.quorums.form();
    mineLocked(chain, 50);
    const start = await stateAt(chain, chain.tip().height - 40);
    const other = { block: async (height: number) => blockAt(chain, height - 1) };
    await expect(walkInterval(start, other)).rejects.toMatchObject({ reason: 'coinbase-height' });
    chain.close();
  });

  it('a branch that quorums outside of the trusted ones signed', async () => {
    const chain = lockedChain();
    chain.quorums.form();
    mineLocked(chain, 1);
    const start = await stateAt(chain, chain.tip().height);
    const forged = start.quorums.map((quorum, at) => ({
      ...quorum,
      quorumPublicKey: start.quorums[(at + 1) % start.quorums.length]!.quorumPublicKey,
    }));
    mineLocked(chain, 40);
    await expect(walkInterval({ ...start, quorums: forged }, blocksOf(chain))).rejects.toMatchObject({
      reason: 'chain-lock-signature',
    });
    chain.close();
  });

  it('a chain without ChainLocks in its coinbases', async () => {
    const chain = new DevChain({ mining: 'manual' });
    chain.quorums.form();
    const start = await stateAt(chain, chain.tip().height);
    mineLocked(chain, 80);
    await expect(walkInterval(start, blocksOf(chain))).rejects.toMatchObject({ reason: 'not-chain-locked' });
    chain.close();
  });
});
