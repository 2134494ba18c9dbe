import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ForkFile } from '../src/node/fork-file.js';

const [FOLLOWED, OTHER, STRANGE] = ['aa'.repeat(32), 'bb'.repeat(32), 'cc'.repeat(32)];
const FORK = { of: 'block', height: 700, hashes: [FOLLOWED, OTHER], chainLocks: [] } as const;

function fileOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-forks-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'forks.json');
}

it('a fork stays open over restarts until one of its blocks is accepted', async () => {
  const file = fileOf();
  expect(await new ForkFile(file).read()).toEqual({ open: [], blocks: new Map(), states: new Map() });
  await new ForkFile(file).add(FORK);
  expect((await new ForkFile(file).read()).open).toEqual([
    { of: 'block', height: 700, hashes: [FOLLOWED, OTHER] },
  ]);
  expect(await new ForkFile(file).accept(STRANGE)).toBeUndefined();
  expect((await new ForkFile(file).read()).open).toHaveLength(1);
  expect(await new ForkFile(file).accept(OTHER)).toEqual({
    of: 'block',
    height: 700,
    hashes: [FOLLOWED, OTHER],
  });
  expect(await new ForkFile(file).read()).toEqual({
    open: [],
    blocks: new Map([[700, OTHER]]),
    states: new Map(),
  });
});

it('a fork stays open where what is prepared for its decision fails', async () => {
  const forks = new ForkFile(fileOf());
  await forks.add(FORK);
  const prepare = async (_: unknown, accepted: unknown): Promise<void> => {
    expect(accepted).toEqual({ blocks: new Map([[700, OTHER]]), states: new Map() });
    throw new Error('stopped');
  };
  await expect(forks.accept(OTHER, prepare)).rejects.toThrow('stopped');
  const { open, blocks } = await forks.read();
  expect([open.length, blocks.size]).toEqual([1, 0]);
});

it('an accepted block decides its own fork alone', async () => {
  const forks = new ForkFile(fileOf());
  await forks.add(FORK);
  await forks.add({ ...FORK, height: 900, hashes: [STRANGE, 'dd'.repeat(32)] });
  await forks.accept(FOLLOWED);
  const { open, blocks } = await forks.read();
  expect([open.map(({ height }) => height), [...blocks]]).toEqual([[900], [[700, FOLLOWED]]]);
});

it('a state of the platform is accepted apart from the block of its height', async () => {
  const forks = new ForkFile(fileOf());
  await forks.add(FORK);
  await forks.add({ ...FORK, of: 'state', hashes: [STRANGE, 'dd'.repeat(32)] });
  await forks.accept(STRANGE);
  const { open, blocks, states } = await forks.read();
  expect([open.map(({ of }) => of), [...blocks], [...states]]).toEqual([['block'], [], [[700, STRANGE]]]);
});

it.each([
  '',
  '{',
  '[]',
  '{"open":7,"blocks":[],"states":[]}',
  '{"open":[{"height":"x"}],"blocks":[],"states":[]}',
  '{"open":[],"blocks":[7],"states":[]}',
])('a file of forks with other contents is rejected and left as it is: %s', async (text) => {
  const file = fileOf();
  writeFileSync(file, text);
  await expect(new ForkFile(file).read()).rejects.toMatchObject({ reason: 'damaged-state' });
  await expect(new ForkFile(file).add(FORK)).rejects.toMatchObject({ reason: 'damaged-state' });
  expect(readFileSync(file, 'utf8')).toBe(text);
});
