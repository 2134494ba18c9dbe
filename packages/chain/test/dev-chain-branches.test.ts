import { describe, expect, it } from 'vitest';
import { DevChain } from '../src/devchain/dev-chain.js';
import { everythingOf, reasonOf, transfer } from './dev-chain-state.js';

describe('DevChain.invalidate', () => {
  it('disconnects the block and its descendants and returns their transactions to the mempool', async () => {
    const chain = new DevChain({ mining: 'manual' });
    const [first] = chain.mine(1);
    const id = await chain.sendTransaction(transfer(chain, 0, 1));
    const [second] = chain.mine(3);
    chain.invalidate(second!);
    expect(chain.tip()).toEqual({ height: 521, hash: first });
    expect(chain.mempool()).toEqual([id]);
  });

  it('is undone by reconsider: the chain that was first at equal work wins again', () => {
    const chain = new DevChain({ mining: 'manual' });
    const old = chain.mine(3);
    const before = everythingOf(chain);
    chain.invalidate(old[0]!);
    const rival = chain.mine(2);
    expect(rival).not.toContain(old[0]);
    chain.reconsider(old[0]!);
    expect(chain.tip().hash).toBe(old[2]);
    expect({ ...everythingOf(chain), dump: '' }).toEqual({ ...before, dump: '' });
    chain.invalidate(old[2]!);
    expect(chain.tip().hash).toBe(old[1]);
  });

  it('loses to a longer branch even after reconsider', () => {
    const chain = new DevChain({ mining: 'manual' });
    const old = chain.mine(3);
    chain.invalidate(old[0]!);
    const rival = chain.mine(4);
    chain.reconsider(old[2]!);
    expect(chain.tip().hash).toBe(rival[3]);
    chain.invalidate(rival[3]!);
    // Of two branches with three blocks, the one that was known first.
    expect(chain.tip().hash).toBe(old[2]);
  });

  it('can disconnect the whole chain', () => {
    const chain = new DevChain({ mining: 'manual' });
    chain.mine(100);
    const tip = chain.tip();
    const first = chain.exportBlocks().next().value!;
    chain.invalidate(first.hash);
    expect(chain.tip().height).toBe(0);
    expect(chain.balance(chain.accounts[0]!)).toBe(0n);
    chain.reconsider(first.hash);
    expect(chain.tip()).toEqual(tip);
  });

  it('rejects the genesis block and unknown blocks', async () => {
    const chain = new DevChain({ mining: 'manual' });
    const genesis = await chain.blockHash(0);
    expect(reasonOf(() => chain.invalidate(genesis))).toBe('genesis-block');
    for (const hash of ['', 'x'.repeat(500), 'ab'.repeat(32)]) {
      expect(reasonOf(() => chain.invalidate(hash))).toBe('unknown-block');
      expect(reasonOf(() => chain.reconsider(hash))).toBe('unknown-block');
    }
  });
});

describe('DevChain.exportBlocks', () => {
  it('returns the serialized best chain, including old blocks', () => {
    const chain = new DevChain({ mining: 'manual' });
    chain.mine(60);
    const blocks = [...chain.exportBlocks()];
    expect(blocks.map(({ height }) => height)).toEqual(Array.from({ length: 580 }, (_, i) => i + 1));
    expect(chain.exportBlocks(-1e15).next().value!.height).toBe(0);
    expect([...chain.exportBlocks(581)]).toEqual([]);
    const copy = new DevChain({ mining: 'manual' });
    copy.mine(60);
    expect([...copy.exportBlocks()]).toEqual(blocks);
    expect([...chain.exportBlocks(579)].map(({ hash }) => hash)).toEqual(
      blocks.slice(578).map(({ hash }) => hash),
    );
  });
});
