import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { breachesOf, makeChains, type Chains } from './schedules.js';

/** `SCHEDULES=10000` runs so many; `SCHEDULE_SEED=24` runs one. */
const COUNT = Number(process.env['SCHEDULES'] ?? 1000);
const ONLY = process.env['SCHEDULE_SEED'];
/** Those of `schedules.test.ts` come before. */
const FIRST = 200;
const SEEDS_A_TEST = 50;

let chains: Chains;
beforeAll(async () => {
  chains = await makeChains();
}, 600_000);
afterAll(() => {
  chains.honest.chain.close();
  chains.invented.chain.close();
});

const groups =
  ONLY === undefined
    ? Array.from({ length: Math.ceil(COUNT / SEEDS_A_TEST) }, (_, group) =>
        Array.from({ length: SEEDS_A_TEST }, (_seed, at) => FIRST + group * SEEDS_A_TEST + at),
      )
    : [[Number(ONLY)]];

describe('a light client among liars, for long', () => {
  it.each(groups.map((seeds) => [seeds[0], seeds] as const))(
    'serves nothing wrong, succeeds with one honest peer, and blames only liars (seeds from %i)',
    async (_first, seeds) => {
      expect(await breachesOf(seeds, chains)).toBe('');
    },
    600_000,
  );
});
