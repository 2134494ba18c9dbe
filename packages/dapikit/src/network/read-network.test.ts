import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shippedCheckpoint, writeCheckpoint } from '@dapikit/light-client';
import { afterAll, describe, expect, it } from 'vitest';
import { readCheckpointOf, readNetwork } from './read-network.js';

const folder = mkdtempSync(join(tmpdir(), 'dapikit-network-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
function fileWith(text: string): string {
  files += 1;
  const file = join(folder, `${files}.json`);
  writeFileSync(file, text);
  return file;
}

const shipped = shippedCheckpoint('mainnet')!;
const plain = writeCheckpoint({ ...shipped, height: shipped.height + 1 });
const wrapped = JSON.stringify({ checkpoint: JSON.parse(plain), peers: ['https://192.0.2.1/'] });

describe('a checkpoint', () => {
  it.each([
    ['a checkpoint file', plain],
    ['a file with a checkpoint and peers', wrapped],
  ])('is read from %s, as that of a network and in its place', async (_, text) => {
    const { height } = JSON.parse(plain);
    const file = fileWith(text);
    expect((await readCheckpointOf(file, undefined)).checkpoint.height).toBe(height);
    expect((await readCheckpointOf('mainnet', file)).checkpoint.height).toBe(height);
    const network = { name: file, checkpoint: undefined, peers: ['https://192.0.2.2'] };
    expect((await readNetwork(network)).checkpoint.height).toBe(height);
  });

  it.each([
    [
      ['mainnt', undefined],
      'verify: mainnt: no such file or folder; expected mainnet, testnet, or a JSON file',
    ],
    [
      ['mainnet', '5'],
      'checkpoint: 5: no such file or folder; expected a file that dapikit checkpoint create wrote',
    ],
    [['mainnet', '5:ab'], 'checkpoint: 5:ab: it has not the hash of a block; expected a file that'],
    [['mainnet', fileWith('{')], 'it is no JSON; expected a file that'],
    [[fileWith('5'), undefined], 'malformed: '],
    [[fileWith('{}'), undefined], 'malformed: format: expected 1'],
    [[fileWith('{"checkpoint":null}'), undefined], 'malformed: '],
    [[fileWith('{"checkpoint":{},"peers":5}'), undefined], 'peers is no list of URLs'],
  ] as const)(
    'of %j is rejected with the setting, the value and what is accepted',
    async ([name, own], text) => {
      await expect(readCheckpointOf(name, own)).rejects.toThrow(text);
    },
  );
});
