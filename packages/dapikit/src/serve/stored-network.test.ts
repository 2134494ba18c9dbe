import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ForkFile, StateFile, WalkFile } from '@dapikit/light-client/node';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { origin, provenState } from '../../../light-client/test/proven-state.js';
import { StoredNetwork } from './stored-network.js';

const PROVEN = provenState();
const FOLLOWED = PROVEN.state.hash;
const OTHER = 'cd'.repeat(32);
const FORK = {
  of: 'block',
  height: PROVEN.state.height,
  hashes: [FOLLOWED, OTHER],
  chainLocks: [],
} as const;
const STATE_FORK = { ...FORK, of: 'state', height: 70, hashes: ['aa'.repeat(32), 'bb'.repeat(32)] } as const;
const PLATFORM = { height: 77, appHash: 'ab'.repeat(32) };

/** Makes a folder with a stored state, a walk and open forks. */
async function folderWith(...forks: readonly (typeof FORK | typeof STATE_FORK)[]) {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-stored-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const inside = (name: string): string => join(folder, 'networks', `testnet.${name}`);
  mkdirSync(join(folder, 'networks'));
  await new StateFile(inside('state'), origin).write({ ...PROVEN, platform: PLATFORM });
  await new WalkFile(inside('walk.json'), origin).write(PROVEN.state);
  for (const fork of forks) await new ForkFile(inside('forks.json')).add(fork);
  const begin = async (acceptFork?: string) => {
    const served = { network: origin.network, checkpoint: origin };
    const stored = await StoredNetwork.open(served, folder, pino({ level: 'silent' }));
    return stored.begin({ acceptFork, maxAgeDays: 100_000 });
  };
  return { folder, inside, begin };
}

it('begins with the checkpoint after the other block of a fork was accepted', async () => {
  const { begin, inside } = await folderWith(FORK);
  await expect(begin()).rejects.toThrow('nothing is served until you decide');
  const begun = await begin(OTHER);
  expect([begun.start.hash, begun.proven, begun.reached]).toEqual([origin.hash, undefined, undefined]);
  expect([...begun.accepted]).toEqual([[FORK.height, OTHER]]);
  // A copy from before the decision.
  await new StateFile(inside('state'), origin).write(PROVEN);
  expect((await begin(OTHER)).start.hash).toBe(origin.hash);
});

it('keeps the state after the block that it follows was accepted', async () => {
  const { begin } = await folderWith(FORK);
  for (const acceptFork of [FOLLOWED, FOLLOWED, undefined]) {
    const begun = await begin(acceptFork);
    expect([begun.start.hash, begun.proven?.platform]).toEqual([FOLLOWED, PLATFORM]);
  }
});

it('begins with no state of the rejected branch after a stop between the steps of a decision', async () => {
  const { begin, inside } = await folderWith();
  const blocks = [[FORK.height, OTHER]];
  writeFileSync(inside('forks.json'), JSON.stringify({ open: [], blocks, states: [] }));
  const begun = await begin(OTHER);
  expect([begun.start.hash, begun.proven]).toEqual([origin.hash, undefined]);
});

it('keeps the fork open where the state of the rejected branch cannot be removed', async () => {
  const { begin, folder, inside } = await folderWith(FORK);
  rmSync(inside('state'));
  mkdirSync(inside('state'));
  await expect(begin(OTHER)).rejects.toThrow(`${inside('state')}: it is a folder, not a file`);
  expect(readdirSync(join(folder, 'networks'))).toContain('testnet.forks.json');
  const { open, blocks } = await new ForkFile(inside('forks.json')).read();
  expect([open.length, blocks.size]).toEqual([1, 0]);
});

it.each(['state', 'forks.json'])('names the file where a folder is in the place of its %s', async (name) => {
  const { begin, inside } = await folderWith(FORK);
  rmSync(inside(name));
  mkdirSync(inside(name));
  const reason = `${inside(name)}: it is a folder, not a file`;
  await expect(begin(FOLLOWED)).rejects.toThrow(reason);
});

it.each([
  ['keeps', STATE_FORK.hashes[0], PLATFORM],
  ['forgets', STATE_FORK.hashes[1], undefined],
])('%s the state of the platform by which of two was accepted', async (_, hash, platform) => {
  const { begin } = await folderWith(STATE_FORK);
  const begun = await begin(hash);
  expect([begun.start.hash, begun.proven?.platform]).toEqual([FOLLOWED, platform]);
  expect([...begun.acceptedStates]).toEqual([[STATE_FORK.height, hash]]);
});
