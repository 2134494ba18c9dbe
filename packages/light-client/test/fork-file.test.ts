import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ForkFile } from '../src/node/fork-file.js';

const [FOLLOWED, OTHER, STRANGE] = ['aa'.repeat(32), 'bb'.repeat(32), 'cc'.repeat(32)];
const FORK = { height: 700, blocks: [FOLLOWED, OTHER], chainLocks: [] } as const;

function fileOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-forks-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'forks.json');
}

it('a fork stays open over restarts until one of its blocks is accepted', async () => {
  const file = fileOf();
  expect(await new ForkFile(file).read()).toEqual({ open: [], accepted: new Map() });
  await new ForkFile(file).add(FORK);
  expect((await new ForkFile(file).read()).open).toEqual([{ height: 700, blocks: [FOLLOWED, OTHER] }]);
  expect(await new ForkFile(file).accept(STRANGE)).toBeUndefined();
  expect((await new ForkFile(file).read()).open).toHaveLength(1);
  expect(await new ForkFile(file).accept(OTHER)).toEqual({ height: 700, blocks: [FOLLOWED, OTHER] });
  expect(await new ForkFile(file).read()).toEqual({ open: [], accepted: new Map([[700, OTHER]]) });
});

it('an accepted block decides its own fork alone', async () => {
  const forks = new ForkFile(fileOf());
  await forks.add(FORK);
  await forks.add({ ...FORK, height: 900, blocks: [STRANGE, 'dd'.repeat(32)] });
  await forks.accept(FOLLOWED);
  const { open, accepted } = await forks.read();
  expect([open.map(({ height }) => height), [...accepted]]).toEqual([[900], [[700, FOLLOWED]]]);
});

it.each([
  '',
  '{',
  '[]',
  '{"open":7,"accepted":[]}',
  '{"open":[{"height":"x"}],"accepted":[]}',
  '{"open":[],"accepted":[7]}',
])('a file of forks with other contents is rejected and left as it is: %s', async (text) => {
  const file = fileOf();
  writeFileSync(file, text);
  await expect(new ForkFile(file).read()).rejects.toMatchObject({ reason: 'damaged-state' });
  await expect(new ForkFile(file).add(FORK)).rejects.toMatchObject({ reason: 'damaged-state' });
  expect(readFileSync(file, 'utf8')).toBe(text);
});
