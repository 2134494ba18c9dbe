import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { HAS_LITECOIND } from '../../../chain/test/litecoin-node.js';
import { folderWith } from '../run-dapikit.js';
import { soak } from './soak.js';

/** `npm run bench soak` sets these. */
const { DAPIKIT_SOAK_SECONDS = '8', DAPIKIT_SOAK_SEED = '1', DAPIKIT_SOAK_RESULT } = process.env;
const SECONDS = Number(DAPIKIT_SOAK_SECONDS);
/** What a busy machine needs to start and to end. */
const AROUND_SECONDS = 60;

it.runIf(process.env['CI'] !== undefined)('the soak test has litecoind in CI', () => {
  expect(HAS_LITECOIND).toBe(true);
});

it.skipIf(!HAS_LITECOIND)(
  'dapikit serve returns nothing wrong while its nodes reorganise, stop and crash, and leaks nothing',
  async () => {
    const isLong = SECONDS > 60;
    const result = await soak({
      milliseconds: SECONDS * 1000,
      clients: 8,
      subscribers: isLong ? 50 : 10,
      pause: isLong ? 3_000 : 300,
      seed: Number(DAPIKIT_SOAK_SEED),
      stateDirectory: folderWith({}),
    });
    const told = {
      ...result,
      wrong: result.wrong.slice(0, 20),
      wrongNotices: result.wrongNotices.slice(0, 20),
    };
    if (DAPIKIT_SOAK_RESULT !== undefined)
      writeFileSync(DAPIKIT_SOAK_RESULT, JSON.stringify(told, undefined, 2));
    expect(told.wrong).toEqual([]);
    expect(told.wrongNotices).toEqual([]);
    expect(result.lost).toEqual([]);
    expect(result.unavailableWhileUp).toBe(0);
    expect(result.answers.answers).toBeGreaterThan(SECONDS * 20);
    expect(result.subscribersAtTheTip).toBe(isLong ? 50 : 10);
    expect(result.reloads).toBe(result.trouble.reloaded);
    expect(result.errors).toEqual([]);
    expect(result.code).toBe(0);
    const { before, after } = result.held;
    expect(after.files).toBeLessThanOrEqual(before.files);
    expect(after.heapMiB).toBeLessThan(before.heapMiB + 30);
  },
  (SECONDS + AROUND_SECONDS) * 1000,
);
