import { expect, it } from 'vitest';
import type { TallyChange } from '../src/state/contest/tally-history.js';
import { claim, INDEX, openNameRoom, vote, type NameRoom } from './dpns-fixture.js';
import { onEachEngine } from './engines.js';
import { T0 } from './platform-fixture.js';

const MINUTE = 60_000;
const END = 5_400_000;

/** The changes of a contest: minutes since the beginning, and the votes of each choice that changed. */
async function shapeOf(room: NameRoom, names: readonly string[]): Promise<unknown[]> {
  const ids = new Map(await Promise.all(names.map(async (name) => [await room.who(name), name] as const)));
  const told = await room.platform.getTallyHistory({ ...INDEX, indexValues: ['dash', 'quantum'] });
  const nameOf = ({ choice }: TallyChange['tallies'][number]): string =>
    choice.kind === 'towardsIdentity' ? (ids.get(choice.identityId) ?? '?') : choice.kind;
  return told.map(({ time, tallies }) => [
    (time - T0) / MINUTE,
    Object.fromEntries(tallies.map((one) => [nameOf(one), one.tally])),
  ]);
}

onEachEngine((engine) => {
  it('the tally history records contenders, votes, changes and removals, and restarts with the next contest', async () => {
    const room = await openNameRoom(await engine.open());
    const { platform, clock } = room;
    const shape = async (): Promise<unknown[]> => shapeOf(room, ['A', 'B']);
    expect(await shape()).toEqual([]);
    await claim(room, 'A', 'quantum');
    await claim(room, 'B', 'quantum');
    const joined = [
      [0, { A: 0 }],
      [0, { B: 0 }],
    ];
    expect(await shape()).toEqual(joined);
    clock.set(T0 + MINUTE);
    await vote(room, 'E1', 'quantum', { for: 'A' });
    await vote(room, 'M1', 'quantum', { for: 'B' });
    clock.set(T0 + 2 * MINUTE);
    await vote(room, 'E1', 'quantum', 'lock');
    await platform.removeMasternode({ proTxHash: await room.node('M1') });
    const changes = [...joined, [1, { A: 4 }], [1, { B: 1 }], [2, { lock: 4, A: 0 }], [2, { B: 0 }]];
    await platform.mineBlock();
    expect(await shape()).toEqual(changes);
    clock.set(T0 + END);
    await platform.mineBlock();
    expect(await shape()).toEqual(changes);
    const by = await room.who('A');
    await platform.unlockContest({ ...INDEX, indexValues: ['dash', 'quantum'], by });
    await claim(room, 'A', 'quantum');
    expect(await shape()).toEqual([[90, { A: 0 }]]);
    await vote(room, 'E1', 'quantum', { for: 'A' });
    expect(await shape()).toEqual([
      [90, { A: 0 }],
      [90, { A: 4 }],
    ]);
  });
});
