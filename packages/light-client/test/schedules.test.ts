import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { breachesOf, makeChains, type Chains } from './schedules.js';

let chains: Chains;
beforeAll(async () => {
  chains = await makeChains();
}, 600_000);
afterAll(() => {
  chains.honest.chain.close();
  chains.invented.chain.close();
});

/** Schedules of one test, so that a failure names few seeds and no test takes long. */
const SEEDS_A_TEST = 20;

describe('a light client among liars', () => {
  it.each(Array.from({ length: 10 }, (_, at) => at * SEEDS_A_TEST))(
    'serves nothing wrong, succeeds with one honest peer, and blames only liars (seeds from %i)',
    async (first) => {
      const seeds = Array.from({ length: SEEDS_A_TEST }, (_, at) => first + at);
      expect(await breachesOf(seeds, chains)).toBe('');
    },
    600_000,
  );
});
