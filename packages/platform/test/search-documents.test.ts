import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '../src/state/chain/clock.js';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { documentId } from '../src/state/document/document-id.js';
import { identifierText } from '../src/base/bytes/identifier.js';
import { SYSTEM_IDS } from '../src/state/system-contract/system-ids.js';
import { DASH, rejection, T0 } from './platform-fixture.js';
import { schemaOf, SCHEMAS } from '../../proof/test/sample-contract.js';

const SEARCH = 'BsjE6tQxG47wffZCRQCovFx5rYrAYYC3rTVRWKro27LA';
const DOCUMENT_SCHEMAS = { note: schemaOf({ text: SCHEMAS.string }) };

let platform: Platform;
let alice: string;
beforeAll(async () => {
  platform = await createPlatform({ protocolVersion: 13, clock: createClock({ time: T0, frozen: true }) });
  alice = (await platform.createIdentity({ credits: 1000n * DASH, seed: 'alice' })).id;
});
afterAll(async () => {
  await platform.close();
});

const register = async (members: object): Promise<string> => {
  const contract = { $formatVersion: '1', documentSchemas: DOCUMENT_SCHEMAS, ...members };
  return (await platform.registerContract({ by: alice, contract })).contractId;
};

const update = (contractId: string, version: number, members: object) =>
  platform.updateContract({
    by: alice,
    contractId,
    contract: {
      $formatVersion: '1',
      id: contractId,
      ownerId: alice,
      version,
      documentSchemas: DOCUMENT_SCHEMAS,
      ...members,
    },
  });

const find = (documentType: string, contractId: string) =>
  platform.getDocuments({ contractId: SEARCH, documentType, where: [['contractId', '==', contractId]] });

const keywordsOf = async (contractId: string): Promise<Set<unknown>> =>
  new Set((await find('contractKeywords', contractId)).map(({ keyword }) => keyword));

/** Returns the id of a document that the network creates for a contract. */
const idOf = (contractId: string, documentType: string, keyword = ''): string =>
  identifierText(
    documentId({
      contractId: SYSTEM_IDS.keywordSearch,
      ownerId: bytesOf(alice),
      documentType,
      entropy: Buffer.concat([bytesOf(contractId), Buffer.from(keyword)]),
    }),
  );

describe('a contract is found by its keywords and its description', () => {
  it('has a document for each, as the network names them', async () => {
    const contractId = await register({ keywords: ['cards', 'games'], description: 'A game of cards' });
    const found = await platform.getDocuments({
      contractId: SEARCH,
      documentType: 'contractKeywords',
      where: [['keyword', '==', 'cards']],
    });
    expect(found).toMatchObject([
      { $id: idOf(contractId, 'contractKeywords', 'cards'), $ownerId: alice, $revision: null, contractId },
    ]);
    expect(await keywordsOf(contractId)).toEqual(new Set(['cards', 'games']));
    for (const documentType of ['shortDescription', 'fullDescription'])
      expect(await find(documentType, contractId)).toMatchObject([
        { $id: idOf(contractId, documentType), $revision: 1, $createdAt: T0, description: 'A game of cards' },
      ]);
    expect((await platform.verify()).ok).toBe(true);
  });

  it('has none without them', async () => {
    const contractId = await register({});
    expect(await keywordsOf(contractId)).toEqual(new Set());
    expect(await find('shortDescription', contractId)).toEqual([]);
  });

  it('follows updates, but for the full description and for the last keywords', async () => {
    const contractId = await register({ keywords: ['cards', 'games'], description: 'A game of cards' });
    await update(contractId, 2, { keywords: ['games', 'dice'], description: 'A game of dice' });
    expect(await keywordsOf(contractId)).toEqual(new Set(['dice', 'games']));
    expect(await find('shortDescription', contractId)).toMatchObject([
      { $revision: 2, $createdAt: T0, $updatedAt: T0, description: 'A game of dice' },
    ]);
    expect(await find('fullDescription', contractId)).toMatchObject([
      { $revision: 1, $updatedAt: null, description: 'A game of cards' },
    ]);
    await update(contractId, 3, {});
    expect(await keywordsOf(contractId)).toEqual(new Set(['dice', 'games']));
    await update(contractId, 4, { keywords: ['chess'] });
    expect(await keywordsOf(contractId)).toEqual(new Set(['chess']));
    expect((await platform.verify()).ok).toBe(true);
  });

  it('gets a short description alone from an update', async () => {
    const contractId = await register({});
    await update(contractId, 2, { description: 'A list of notes' });
    expect(await find('shortDescription', contractId)).toHaveLength(1);
    expect(await find('fullDescription', contractId)).toEqual([]);
  });

  it('lets nobody create such documents, and the owner change the full description', async () => {
    const contractId = await register({ description: 'A game of cards' });
    const data = { keyword: 'cards', contractId };
    const created = platform.createDocument({
      by: alice,
      contractId: SEARCH,
      documentType: 'contractKeywords',
      data,
    });
    expect(await rejection(created)).toMatchObject({ name: 'DocumentCreationNotAllowedError' });
    const replaced = { by: alice, contractId: SEARCH, documentType: 'fullDescription' };
    await platform.replaceDocument({
      ...replaced,
      id: idOf(contractId, 'fullDescription'),
      data: { contractId, description: 'All about a game of cards' },
    });
    expect(await find('fullDescription', contractId)).toMatchObject([{ $revision: 2 }]);
  });
});
