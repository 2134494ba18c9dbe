import { DevChain, verifyChainLock, ZERO_HASH, type MasternodeListDiff } from '@dapikit/chain';
import { describe, expect, it, vi } from 'vitest';
import { connectedTo } from './manual-chain.js';

// BLS takes its time where many tests run at once.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

function pay(chain: DevChain): Promise<string> {
  const [alice, bob] = chain.accounts;
  return chain.sendTransaction(chain.transfer(alice!, bob!, 100_000_000n));
}

describe('signatures of the development quorums', () => {
  it('notify a transaction as locked, mined and under a ChainLock', async () => {
    const chain = new DevChain({ mining: 'manual' });
    const client = await connectedTo(chain);
    const txid = await pay(chain);
    const id = await client.subscribe('subscribeToTransaction', { txid });
    await client.noticesUntil(id, 1);
    chain.quorums.instantLock(txid);
    await client.noticesUntil(id, 2);
    chain.mine(1);
    const { height, hash } = chain.tip();
    await client.noticesUntil(id, 3);
    chain.quorums.chainLock();
    const mined = { event: 'block', txid, hash, height, instantLocked: true };
    expect(await client.noticesUntil(id, 4)).toEqual([
      { event: 'mempool', txid, instantLocked: false },
      { event: 'mempool', txid, instantLocked: true },
      { ...mined, chainLocked: false },
      { ...mined, chainLocked: true },
    ]);
  });

  it("can be verified with the gateway's data alone", async () => {
    const chain = new DevChain({ mining: 'manual' });
    const client = await connectedTo(chain);
    const id = await client.subscribe('subscribeToBlocks');
    const { hash, height } = chain.quorums.chainLock();
    const notices = await client.noticesUntil(id, height - 520 + 1);
    expect(notices.at(-1)).toMatchObject({ event: 'chainLocked', hash, height });
    const signature = String(notices.at(-1)!['signature']);
    const diff = { baseBlockHash: ZERO_HASH, blockHash: String(height - 8) };
    const answer = JSON.stringify(await client.call('getMnListDiff', diff));
    const { result }: { readonly result: MasternodeListDiff } = JSON.parse(answer);
    expect(verifyChainLock({ hash, height, signature }, result.newQuorums)).toBe(true);
    expect(verifyChainLock({ hash: ZERO_HASH, height, signature }, result.newQuorums)).toBe(false);
  });

  it('disappear after a revert and are notified again', async () => {
    const chain = new DevChain({ mining: 'manual' });
    const client = await connectedTo(chain);
    const before = chain.snapshot();
    const id = await client.subscribe('subscribeToBlocks');
    const lock = chain.quorums.chainLock();
    const told = lock.height - 520 + 1;
    await client.noticesUntil(id, told);
    chain.revert(before);
    await client.noticesUntil(id, told + lock.height - 520);
    expect(chain.quorums.chainLock()).toEqual(lock);
    const all = await client.noticesUntil(id, 3 * told - 1);
    expect(all.filter((notice) => notice.event === 'chainLocked')).toHaveLength(2);
    chain.mine(1);
    expect(await client.call('getBlockHash', { height: lock.height })).toMatchObject({ result: lock.hash });
  });
});
