import { beforeAll, describe, expect, test } from 'vitest';
import { hex } from '@scure/base';
import {
  EPOCH_KEYS,
  epochPath,
  initialStructure,
  rootPath,
  Grove,
  type GroveOperation,
  type Path,
} from '../src/prover.js';
import { shieldedPoolPath } from '../src/drive/tree-keys.js';
import { MemoryNodeStore } from './memory-node-store.js';
import { shapeOf } from './tree-shape.js';

async function initialGrove(protocolVersion: number): Promise<Grove> {
  const grove = await Grove.open(new MemoryNodeStore());
  for (const batch of initialStructure({ protocolVersion })) await grove.apply(batch);
  return grove;
}

describe('the initial structure', () => {
  let grove: Grove;
  beforeAll(async () => {
    grove = await initialGrove(13);
  });

  // Source: "layer_shapes" in packages/rs-drive/grovedb-structure.json of dashpay/platform, without the keys of protocol version 14.
  test.each<readonly [string, Path, string]>([
    ['topmost layer', [], '40(20(10(08, 18), 30(28(24, -), 38(34, -))), 60(50(48, 58), 70(68, 78)))'],
    ['tokens', rootPath('tokens'), '80(40(20, 5c), c0(a0, -))'],
    ['timed distributions', [...rootPath('tokens'), Uint8Array.of(0x20), Uint8Array.of(0x80)], '80(40, c0)'],
    ['saved transactions', rootPath('savedBlockTransactions'), '65(63, 6d)'],
    ['shielded pool', shieldedPoolPath(), '80(40(20, 60), c0)'],
    ['miscellaneous values', rootPath('misc'), '54(44, -)'],
    ['versions', rootPath('versions'), '01(00, -)'],
    ['votes', rootPath('votes'), '64(63, 65)'],
    ['contested resources', [...rootPath('votes'), Uint8Array.of(0x63)], '70(69, -)'],
  ])('has the official shape of the layer of the %s', async (_name, path, shape) => {
    expect(await shapeOf((await grove.layer(path))!)).toBe(shape);
  });

  test('gives an epoch the official shape when it runs', async () => {
    const path = epochPath(0);
    const { storageFees, protocolVersion, proposers, finishedInfo: _, ...others } = EPOCH_KEYS;
    const item = (key: Uint8Array): GroveOperation => ({
      type: 'put',
      path,
      key,
      element: { type: 'item', value: key, flags: undefined },
    });
    const running = await initialGrove(13);
    expect(await shapeOf((await running.layer(path))!)).toBe('76(73, -)');
    await running.apply([proposers, ...Object.values(others)].map(item));
    expect(await shapeOf((await running.layer(path))!)).toBe('6d(68(63, -), 76(73(70, 74), 78))');
    expect([storageFees, protocolVersion].map((key) => hex.encode(key))).toEqual(['73', '76']);
  });

  test('has 2000 epochs without fees', async () => {
    expect((await grove.layer(epochPath(1999)))?.kind).toBe('sum');
    expect(await grove.layer(epochPath(2000))).toBeUndefined();
    expect(await grove.get([], rootPath('pools')[0]!)).toMatchObject({ type: 'sumTree', sum: 0n });
  });

  // No official root hash of it is published: these are ours, recorded where all shapes were the official ones.
  test('keeps its root hash for each protocol version', async () => {
    const roots = [hex.encode(await grove.hash()), hex.encode(await (await initialGrove(12)).hash())];
    expect(roots).toEqual([
      'aa0385559daed4eb79bfbffb8a29b498d8e4692c7c5bc97808ec1e8687714bae',
      '5faea6b8489dff1e998a8eceac5a3387442db9844f7d5a7c0763304579b65bde',
    ]);
  });

  test('is known for protocol versions 12 and 13 only', () => {
    for (const protocolVersion of [11, 14])
      expect(() => initialStructure({ protocolVersion })).toThrow('is not supported: use 12 or 13');
  });
});
