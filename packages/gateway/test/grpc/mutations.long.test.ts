import { DevChain } from '@dapikit/chain';
import { expect, it, onTestFinished } from 'vitest';
import { gatewayForTest } from '../gateway-under-test.js';
import { checkMutatedFrames } from './raw-frames.js';

it(
  '50,000 mutated gRPC frames get a status and the connection stays open',
  { timeout: 900_000 },
  async () => {
    const chain = new DevChain();
    onTestFinished(() => chain.close());
    const gateway = await gatewayForTest({}, { layer1: chain });
    expect(await checkMutatedFrames(gateway, 50_000)).toEqual([]);
  },
);
