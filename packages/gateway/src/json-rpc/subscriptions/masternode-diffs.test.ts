import { DevChain, ZERO_HASH, type Layer1 } from '@dapikit/chain';
import { createCoreEmulator } from '@dapikit/chain/core-emulator';
import { CoreNode } from '@dapikit/chain/core-node';
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

it('a diff to a block below the first special transactions names the block in front of a Core RPC server', async () => {
  const chain = new DevChain({ mining: 'manual' });
  const credentials = { user: 'dashrpc', password: 'password' };
  const emulator = await createCoreEmulator(chain, { credentials, port: 0, zmq: 'tcp://127.0.0.1:*' });
  const node = new CoreNode({ url: emulator.url, credentials });
  onTestFinished(async () => {
    await node.close();
    await emulator.close();
    chain.close();
  });
  const [base, below, above] = await Promise.all(
    [430, 431, 432].map(async (height) => chain.blockHash(height)),
  );
  expect((await node.masternodeListDiff(base!, below!)).blockHash).toBe(ZERO_HASH);
  const diffs = new MasternodeDiffs(node);
  expect((await diffs.between(base!, below!)).blockHash).toBe(below);
  expect((await diffs.between(below!, above!)).blockHash).toBe(above);
});
