import {
  applyMasternodeListDiff,
  DevChain,
  emptyMasternodeList,
  masternodeListRoot,
  ZERO_HASH,
} from '@dapikit/chain';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { startGatewayUnderTest } from './gateway-under-test.js';
import { Replica } from './replica.js';
import { costlyRuns } from '../../../scripts/property-runs.js';

type Step = { kind: 'mine' | 'reorganise'; count: number } | { kind: 'leave' | 'come' | 'pause' };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('mine' as const), count: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constant('reorganise' as const), count: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constantFrom('leave' as const, 'come' as const, 'pause' as const) }),
);

it('a client that reconnects at any time loses no event and gets none twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 14 }), async (steps) => {
      const chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 2 });
      const { urls, stop } = await startGatewayUnderTest({}, { layer1: chain });
      try {
        const replica = new Replica();
        await replica.connect(urls[1]!);
        let isThere = true;
        for (const step of steps) {
          if (step.kind === 'mine') chain.mine(step.count);
          else if (step.kind === 'reorganise') chain.reorganise(step.count);
          else if (step.kind === 'pause') await new Promise((resolve) => void setTimeout(resolve, 2));
          else if (step.kind === 'leave' && isThere) {
            replica.disconnect();
            isThere = false;
          } else if (step.kind === 'come' && !isThere) {
            await replica.connect(urls[1]!);
            isThere = true;
          }
        }
        if (!isThere) await replica.connect(urls[1]!);
        await replica.reaches(chain.tip());
        const { height, hash } = chain.tip();
        const best = await Promise.all(
          Array.from({ length: height + 1 }, async (_, at) => chain.blockHash(at)),
        );
        expect(replica.blocks).toEqual(best);
        const whole = await chain.masternodeListDiff(ZERO_HASH, hash);
        expect(replica.list).toEqual(applyMasternodeListDiff(emptyMasternodeList(ZERO_HASH), whole));
        expect(masternodeListRoot([...replica.list.masternodes.values()])).toBe(whole.merkleRootMNList);
        replica.disconnect();
      } finally {
        await stop();
      }
    }),
    { numRuns: costlyRuns(25) },
  );
});
