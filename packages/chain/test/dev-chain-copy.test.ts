import { describe, expect, it } from 'vitest';
import { DevChain } from '../src/devchain/dev-chain.js';
import { everythingOf, transfer } from './dev-chain-state.js';

async function eventful(): Promise<DevChain> {
  const chain = new DevChain({ mining: 'manual', blockInterval: 60 });
  chain.mine(33);
  chain.reorganise(4);
  chain.invalidate(chain.mine(2)[0]!);
  chain.masternodes.register();
  chain.faults.add({ kind: 'hold', blocks: 2, times: 1 });
  await chain.sendTransaction(transfer(chain, 0, 1));
  await chain.sendTransaction(transfer(chain, 2, 3));
  chain.clock.setNextBlock(chain.clock.now + 9_999);
  chain.snapshot();
  return chain;
}

function changeOf(chain: DevChain): void {
  chain.mine(3);
  chain.masternodes.ban(chain.masternodes.list().at(-1)!.proTxHash);
  chain.reorganise(7);
  chain.faults.reset();
  chain.fund(chain.accounts[5]!.address, 100_000_000n);
}

describe('DevChain.copy', () => {
  it('copies everything except snapshots', async () => {
    const chain = await eventful();
    const copy = chain.copy();
    expect(everythingOf(copy)).toEqual(everythingOf(chain));
    expect(copy.accounts).toEqual(chain.accounts);
    expect(copy.snapshots()).toEqual([]);
  });

  it.each([
    ['the copy', 0],
    ['the chain', 1],
  ])('is independent: changes of %s do not affect the other', async (_, which) => {
    const chain = await eventful();
    const pair = [chain.copy(), chain] as const;
    const [changed, other] = which === 0 ? pair : [pair[1], pair[0]];
    const before = everythingOf(other);
    const events: unknown[] = [];
    other.watchBlocks((event) => events.push(event));
    changeOf(changed);
    expect(everythingOf(other)).toEqual(before);
    expect(events).toEqual([]);
    changeOf(other);
    expect(everythingOf(other)).toEqual(everythingOf(changed));
  });

  it('mines like the original until it is closed', async () => {
    const chain = new DevChain({ mining: { everyMilliseconds: 5 } });
    const copy = chain.copy();
    chain.close();
    await expect.poll(() => copy.tip().height).toBeGreaterThan(521);
    copy.close();
    const { height } = copy.tip();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(copy.tip().height).toBe(height);
    expect(chain.tip().height).toBe(520);
  });
});
