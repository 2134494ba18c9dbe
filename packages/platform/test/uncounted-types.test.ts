import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createPlatform } from '../src/api/platform.js';
import { openLmdbStore } from '../src/store/lmdb-store.js';

const NOTE = {
  type: 'object',
  properties: { text: { type: 'string', maxLength: 20, position: 0 } },
  indices: [{ name: 'text', properties: [{ text: 'asc' }] }],
  documentsCountable: true,
  additionalProperties: false,
};

it('an update does not begin to count the documents of a type from before protocol 12', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'dapikit-uncounted-')), 'state');
  const early = await createPlatform({ store: openLmdbStore({ path }), protocolVersion: 11 });
  const { id: by } = await early.createIdentity({ credits: 10n ** 13n });
  const { contractId } = await early.registerContract({ by, contract: { note: NOTE } });
  const create = async (platform: typeof early, documentType: string) =>
    platform.createDocument({ by, contractId, documentType, data: { text: 'a' } });
  await create(early, 'note');
  await early.close();

  const late = await createPlatform({ store: openLmdbStore({ path }), protocolVersion: 13 });
  const counted = (documentType: string) => late.getDocumentsCount({ contractId, documentType });
  await expect(counted('note')).rejects.toThrow('nothing stores the count');
  await late.updateContract({ by, contractId, contract: { note: NOTE, more: NOTE } });
  await create(late, 'note');
  await create(late, 'more');
  await expect(counted('note')).rejects.toThrow('nothing stores the count');
  expect(await counted('more')).toMatchObject({ count: 1n });
  await late.updateContract({ by, contractId, contract: { note: NOTE, more: NOTE, most: NOTE } });
  await expect(counted('note')).rejects.toThrow('nothing stores the count');
  expect((await late.verify()).ok).toBe(true);
  await late.close();
});
