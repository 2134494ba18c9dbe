import { expect, it } from 'vitest';
import { createPlatform, type Quirks } from '../src/index.js';

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

async function select(limit: number, quirks: Quirks = {}): Promise<unknown[]> {
  const platform = await createPlatform({ quirks, proofs: false });
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

it('gives as many documents as the limit allows', async () => {
  expect(await select(3)).toEqual([2, 4, 5]);
});

it('lets values without documents use up the limit, as the network does', async () => {
  const quirks = { emptyBranchesUseLimit: true };
  expect(await select(3, quirks)).toEqual([2]);
  expect(await select(4, quirks)).toEqual([2, 4]);
  expect(await select(5, quirks)).toEqual([2, 4, 5]);
});
