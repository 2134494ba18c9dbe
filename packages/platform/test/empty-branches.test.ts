import { expect, it } from 'vitest';
import { createPlatform, type PlatformOptions } from '../src/index.js';

const CONTRACT = {
  row: {
    type: 'object',
    properties: {
      a: { type: 'integer', minimum: 0, maximum: 100, position: 0 },
      b: { type: 'integer', minimum: 0, maximum: 100, position: 1 },
    },
    required: ['a', 'b'],
    additionalProperties: false,
    indices: [{ name: 'byAAndB', properties: [{ a: 'asc' }, { b: 'asc' }] }],
  },
};
const ROWS = [
  [1, 1],
  [2, 9],
  [3, 1],
  [4, 9],
  [5, 9],
] as const;

async function select(limit: number, options: PlatformOptions): Promise<unknown[]> {
  const platform = await createPlatform({ ...options, proofs: false });
  const { id: by } = await platform.createIdentity();
  const { contractId } = await platform.registerContract({ by, contract: CONTRACT });
  const documentType = 'row';
  for (const [a, b] of ROWS) await platform.createDocument({ by, contractId, documentType, data: { a, b } });
  const rows = await platform.getDocuments({
    contractId,
    documentType,
    where: [
      ['a', 'in', [1, 2, 3, 4, 5, 77]],
      ['b', '>', 5],
    ],
    orderBy: [
      ['a', 'asc'],
      ['b', 'asc'],
    ],
    limit,
  });
  await platform.close();
  return rows.map(({ a }) => a);
}

it('a strict platform gives as many documents as the limit allows', async () => {
  expect(await select(3, { strict: true })).toEqual([2, 4, 5]);
  expect(await select(3, { quirks: { emptyBranchesUseLimit: false } })).toEqual([2, 4, 5]);
});

it('values without documents use up the limit, as on the network', async () => {
  expect(await select(3, {})).toEqual([2]);
  expect(await select(4, {})).toEqual([2, 4]);
  expect(await select(5, {})).toEqual([2, 4, 5]);
});
