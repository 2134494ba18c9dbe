import { DevChain, ZERO_HASH, type Layer1 } from '@dapikit/chain';
import { expect, it, onTestFinished } from 'vitest';
import { MasternodeDiffs } from './masternode-diffs.js';

it('a diff to a block below the first special transactions names the block, where Dash Core names none', async () => {
  const chain = new DevChain({ mining: 'manual' });
  onTestFinished(() => chain.close());
  const hash = await chain.blockHash(431);
  const answered = { ...(await chain.masternodeListDiff(ZERO_HASH, hash)), blockHash: ZERO_HASH };
  const inFrontOfCore: Layer1 = Object.create(chain, {
    masternodeListDiff: { value: () => Promise.resolve(answered) },
  });
  const diff = await new MasternodeDiffs(inFrontOfCore).between(ZERO_HASH, hash);
  expect(diff).toEqual({ ...answered, blockHash: hash });
});
