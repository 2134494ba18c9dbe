import { setTimeout as sleep } from 'node:timers/promises';
import { DevChain } from '@dapikit/chain';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PairOfNodes } from './pair-of-nodes.js';
import { StreamScene } from './stream-scene.js';

/** More of them: `RUNS=100 npx vitest run --mode all packages/gateway/test/grpc/stream-properties.long.test.ts`. */
const RUNS = Number(process.env['RUNS'] ?? 8);
/** What calls see as a node that does not respond. */
const FAULTS = ['rejected', 'reset', 'silent', 'stalls-in-body', 'ends-in-body', 'overloaded', 'starting'];

/** The chain that each run begins with: its quorums sign. */
let initial: DevChain;
beforeAll(() => {
  initial = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });
  initial.quorums.form();
});
afterAll(() => initial.close());

type Step = (scene: StreamScene) => unknown;

/** A step of a weight, in words for a failure. */
function step<Values extends unknown[]>(
  weight: number,
  name: string,
  values: { [At in keyof Values]: fc.Arbitrary<Values[At]> },
  take: (scene: StreamScene, ...values: Values) => unknown,
): { readonly weight: number; readonly arbitrary: fc.Arbitrary<Step> } {
  const arbitrary = fc.tuple<Values>(...values).map((given) => {
    const taken: Step = (scene) => take(scene, ...given);
    return Object.assign(taken, { toString: () => `${name}(${given.join(', ')})` });
  });
  return { weight, arbitrary };
}

const node = fc.nat(1);
const account = fc.nat(2);
const STEPS = fc.array(
  fc.oneof(
    step(4, 'mine', [node, fc.integer({ min: 1, max: 3 })], ({ pair }, at, count) => pair.mine(at, count)),
    step(3, 'reorganise', [node, fc.integer({ min: 1, max: 5 })], ({ pair }, at, depth) =>
      pair.reorganise(at, depth),
    ),
    step(4, 'sync', [], async ({ pair }) => pair.sync()),
    step(4, 'pay', [node, account, account], async ({ pair }, at, from, to) => pair.pay(at, from, to)),
    step(2, 'lock', [], async ({ pair }) => pair.lock()),
    step(2, 'changeMasternodes', [fc.nat(9)], ({ pair }, which) => pair.changeMasternodes(which)),
    step(
      3,
      'fail',
      [node, fc.option(fc.constantFrom(...FAULTS), { nil: undefined })],
      async ({ pair }, at, fault) => pair.fail(at, fault),
    ),
    step(2, 'history', [fc.nat(20), fc.integer({ min: 1, max: 15 })], (scene, back, count) =>
      scene.history(Math.max(back, count), count),
    ),
    step(4, 'wait', [fc.constantFrom(1, 20, 100, 400)], async (_, time) => sleep(time)),
  ),
  { minLength: 10, maxLength: 30 },
);

it(
  'the streams of the Core service have what the nodes of a pool have, whatever these do',
  async () => {
    await fc.assert(
      fc.asyncProperty(STEPS, async (steps) => {
        const scene = new StreamScene(await PairOfNodes.start(initial.copy()));
        try {
          for (const take of steps) await take(scene);
          await scene.settle();
          await scene.payAndLock();
          await scene.settle();
          await scene.checkLists();
        } finally {
          await scene.close();
        }
        expect(scene.allWrong).toEqual([]);
      }),
      // Each run takes a second: smaller cases are found by hand.
      { numRuns: RUNS, endOnFailure: true },
    );
  },
  60_000 + 30_000 * RUNS,
);
