import { decode } from '@dapikit/protocol/codec';
import { dataContract, documentTypesOf } from '@dapikit/protocol';
import { UnprovableQueryError, verifyDocuments } from '@dapikit/proof';
import { QueryError } from '@dapikit/proof/document-query';
import { base58 } from '@scure/base';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { costlyRuns } from '../../../scripts/property-runs.js';
import { createPlatform } from '../src/api/platform.js';
import { queries } from './naive-query.js';
import { responseMetadata } from './response-metadata.js';
import { QUORUM_KEY, signer } from './quorum-signer.js';

const ROW = {
  type: 'object',
  properties: {
    a: { type: 'integer', minimum: -300, maximum: 300, position: 0 },
    b: { type: 'string', maxLength: 4, position: 1 },
    c: { type: 'integer', minimum: 0, maximum: 200, position: 2 },
  },
  // Their trees have common beginnings.
  indices: [
    { name: 'a', properties: [{ a: 'asc' }] },
    { name: 'ab', properties: [{ a: 'asc' }, { b: 'asc' }] },
    { name: 'abc', properties: [{ a: 'asc' }, { b: 'asc' }, { c: 'asc' }] },
  ],
  additionalProperties: false,
};

const row = fc.record(
  {
    a: fc.constantFrom(-300, -2, -1, 0, 5, 6),
    b: fc.constantFrom('', 'a', 'aa', 'b', 'ä'),
    c: fc.constantFrom(0, 7, 8, 200),
  },
  { requiredKeys: [] },
);
const page = fc
  .tuple(queries, fc.integer({ min: 1, max: 5 }))
  .map(([query, limit]) => ({ ...query, limit }))
  .filter(({ where, orderBy }) => where.length > 0 || orderBy.length > 0);

/** Returns the documents of a page, none where no proof can be made, and the code of a query that is rejected. */
async function pageOf(read: () => Promise<readonly Uint8Array[]>): Promise<readonly string[] | string> {
  try {
    return (await read()).map((bytes) => Buffer.from(bytes).toString('hex'));
  } catch (error) {
    if (error instanceof QueryError) return error.message;
    if (error instanceof UnprovableQueryError) return [];
    throw error;
  }
}

it('a page without a proof has the documents that the proof of the same query shows', async () => {
  const platform = await createPlatform({ signer });
  const { id: by } = await platform.createIdentity({ credits: 10n ** 15n });
  const { contractId: name } = await platform.registerContract({ by, contract: { row: ROW } });
  const ids: Uint8Array[] = [];
  for (const data of fc.sample(row, { numRuns: 40, seed: 7 })) {
    const { document } = await platform.createDocument({ by, contractId: name, documentType: 'row', data });
    if (typeof document['$id'] === 'string') ids.push(base58.decode(document['$id']));
  }
  const type = { contractId: base58.decode(name), documentType: 'row' };
  let found = 0;
  await platform.readProvenState(async (state) => {
    const contract = decode(dataContract, (await state.contract(type.contractId))!);
    const documentType = documentTypesOf(contract).get('row')!;
    const metadata = responseMetadata(state);
    const trust = { quorumKey: QUORUM_KEY, contractId: type.contractId, documentType };
    await fc.assert(
      fc.asyncProperty(page, async ({ at, startAt, startAfter, ...rest }) => {
        const start = ids[at % ids.length]!;
        const one = {
          ...rest,
          ...(startAt === undefined ? {} : { startAt: start }),
          ...(startAfter === undefined ? {} : { startAfter: start }),
        };
        const proven = await pageOf(async () => {
          const grovedbProof = await state.proofs.prove(await state.documentPathQuery(type, one));
          const response = { proof: { grovedbProof, ...state.signature }, metadata };
          const { value } = verifyDocuments(response, { ...trust, ...one });
          return value.map(({ bytes }) => bytes);
        });
        expect(await pageOf(() => state.documents(type, one))).toEqual(proven);
        found += proven.length;
      }),
      { numRuns: costlyRuns(700) },
    );
  });
  await platform.close();
  expect(found).toBeGreaterThan(costlyRuns(500));
});
