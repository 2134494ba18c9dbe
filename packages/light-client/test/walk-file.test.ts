import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { checkpointId } from '../src/checkpoint/checkpoint.js';
import { shippedCheckpoint } from '../src/checkpoint/shipped-checkpoints.js';
import { WalkFile } from '../src/node/walk-file.js';

const origin = shippedCheckpoint('mainnet')!;
const { network, quorums, time } = origin;
const reached = { network, quorums, time, height: origin.height + 288, hash: 'ab'.repeat(32) };

function fileOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-walk-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'walk.json');
}

it('a walk goes on where it was, from the same checkpoint only', async () => {
  const file = fileOf();
  expect(await new WalkFile(file, origin).read()).toBeUndefined();
  await new WalkFile(file, origin).write(reached);
  expect(await new WalkFile(file, origin).read()).toEqual(reached);
  for (const other of [{ hash: 'cd'.repeat(32) }, { time: time + 1 }, { quorums: quorums.slice(1) }])
    expect(await new WalkFile(file, { ...origin, ...other }).read()).toBeUndefined();
  expect(await new WalkFile(file, shippedCheckpoint('testnet')!).read()).toBeUndefined();
  await new WalkFile(file, origin).remove();
  await new WalkFile(file, origin).remove();
  expect(await new WalkFile(file, origin).read()).toBeUndefined();
});

it.each(['', '{', '[]', '{"origin":7}', `{"origin":"${checkpointId(origin)}","reached":{"format":1}}`])(
  'a walk begins again where its file has other contents: %s',
  async (text) => {
    const file = fileOf();
    writeFileSync(file, text);
    expect(await new WalkFile(file, origin).read()).toBeUndefined();
  },
);
