import { setImmediate as nextTurn } from 'node:timers/promises';
import { NETWORKS } from '@dapikit/chain/browser';
import { expect, it } from 'vitest';
import { readDiff } from '../src/list/read-diff.js';
import { applyVerifiedDiff, applyVerifiedDiffInTurns } from '../src/list/verified-list.js';
import { SYSTEM_CLOCK } from '../src/peers/clock.js';
import { recordedFolder } from './recorded-folders.js';

const { mainnet } = NETWORKS;
const { diff } = recordedFolder('mainnet').lists[0]!;

it('a list of mainnet is verified in turns as at once, and lets other work run between', async () => {
  let [turns, charged] = [0, 0];
  const over = new AbortController();
  const others = (async () => {
    while (!over.signal.aborted) {
      await nextTurn();
      turns += 1;
    }
  })();
  const charge = (): void => void (charged += 1);
  const list = await applyVerifiedDiffInTurns(undefined, readDiff(diff), mainnet, {
    clock: SYSTEM_CLOCK,
    charge,
  });
  over.abort();
  await others;
  expect(list).toEqual(applyVerifiedDiff(undefined, readDiff(diff), mainnet));
  expect(list.masternodes.size).toBeGreaterThan(2900);
  expect(turns).toBeGreaterThan(20);
  expect(charged).toBeGreaterThan(20);
});

it('a wrong list is rejected in turns, with its reason', async () => {
  const read = readDiff(diff);
  const wrong = { ...read, mnList: read.mnList.slice(1) };
  const measure = { clock: SYSTEM_CLOCK, charge: () => undefined };
  await expect(applyVerifiedDiffInTurns(undefined, wrong, mainnet, measure)).rejects.toMatchObject({
    reason: 'list-root',
  });
});
