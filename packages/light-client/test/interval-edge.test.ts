import { DevChain } from '@dapikit/chain';
import { expect, it } from 'vitest';
import { VerifiedChain } from '../src/client/verified-chain.js';
import { jump } from '../src/jump/jump.js';
import { headerAt, headersBetween, listAt, REGTEST, stateAt } from './dev-network.js';

const { cycle } = REGTEST.quorums.chainLocks;

it('takes each ChainLock of an interval, also of a quorum that the newest list has no more', async () => {
  const chain = new DevChain({ mining: 'manual' });
  chain.quorums.form();
  chain.quorums.form();
  chain.mine(1);
  const { height } = chain.tip();
  chain.quorums.form();
  chain.mine(cycle);
  // Signed in their order: a ChainLock covers the blocks below.
  const chainLocks = Array.from({ length: chain.tip().height - height }, (_, at) =>
    chain.quorums.chainLock(height + 1 + at),
  );
  const [chainLock, ...others] = chainLocks;
  const list = await listAt(chain, height + 1);
  const header = headerAt(chain, height + 1);
  const state = jump(await stateAt(chain, height), { list, header, headers: [], chainLock: chainLock! });
  const verified = new VerifiedChain({ state, header, headers: [], chainLock: chainLock! });
  const formed = new Set<string>();
  for (const lock of others) {
    verified.addHeaders(headersBetween(chain, lock.height - 1, lock.height));
    expect(verified.takeChainLock(lock)).toEqual([{ height: lock.height, hash: lock.hash }]);
    verified.takeList(await listAt(chain, lock.height));
    expect(verified.state.height).toBe(lock.height);
    for (const { quorumHash } of verified.state.quorums) formed.add(quorumHash);
  }
  expect(formed.size).toBeGreaterThan(2);
  chain.close();
});
