import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PlatformError } from '../src/consensus-error.js';
import { createPlatform, type Platform } from '../src/platform.js';

let platform: Platform;
let type: { readonly contractId: string; readonly documentType: string };
let place: typeof type & { readonly by: string };
let id: string;
let fixed: string;
beforeAll(async () => {
  platform = await createPlatform();
  const { id: by } = await platform.createIdentity({ credits: 10_000_000_000_000n });
  const item = {
    type: 'object',
    canBeDeleted: false,
    properties: {
      shop: { type: 'string', maxLength: 20, position: 0 },
      points: { type: 'integer', minimum: 0, maximum: 9, position: 1 },
    },
    additionalProperties: false,
  };
  const { contractId } = await platform.registerContract({
    by,
    contract: { item, fixed: { ...item, documentsMutable: false, transferable: 1 } },
  });
  type = { contractId, documentType: 'item' };
  place = { by, ...type };
  const created = async (documentType: string): Promise<string> => {
    const { document } = await platform.createDocument({
      ...place,
      documentType,
      data: { shop: 'A', points: 1 },
    });
    return String(document['$id']);
  };
  [id, fixed] = [await created('item'), await created('fixed')];
});
afterAll(async () => {
  await platform.close();
});

describe('the advice of a refusal', () => {
  it.each([
    ['transferDocument', { recipientId: '11111111111111111111111111111111' }, 'transferable: 1'],
    ['deleteDocument', {}, 'canBeDeleted: true'],
    ['updateDocumentPrice', { price: 5 }, 'tradeMode: 1'],
  ] as const)('of %s names the option %s', async (name, more, option) => {
    await expect(Reflect.apply(platform[name], platform, [{ ...place, id, ...more }])).rejects.toMatchObject({
      code: 10404,
      payload: { option },
      advice: `register the document type with ${option}, or leave the operation out`,
    });
  });

  it('of replaceDocument names the option documentsMutable: true', async () => {
    const change = { ...place, documentType: 'fixed', id: fixed, data: { shop: 'B' } };
    await expect(platform.replaceDocument(change)).rejects.toMatchObject({
      code: 10404,
      payload: { option: 'documentsMutable: true' },
    });
  });

  it('says what to do of creations that are not allowed, and of contests that are not paid for', () => {
    const creation = { contractId: 'c', documentType: 't', mode: 2 };
    expect(new PlatformError('DocumentCreationNotAllowedError', creation).advice).toContain('with 0');
    const unpaid = { documentId: 'd', expected: 20n, paid: 0n };
    expect(new PlatformError('DocumentContestNotPaidForError', unpaid).advice).toContain("or 'auto'");
  });

  it('says of data where it is wrong, what was expected and what was found, once', async () => {
    await expect(platform.createDocument({ ...place, data: { points: 'a' } })).rejects.toMatchObject({
      message: '10101 JsonSchemaError: /points: expected an integer, found "a"',
      expected: 'an integer',
      found: '"a"',
    });
  });

  it('says of a total which flag the type lacks, or which index by its name', async () => {
    await expect(platform.getDocumentsCount(type)).rejects.toMatchObject({
      name: 'WhereClauseOnNonIndexedProperty',
      place: 'documentType',
      message: expect.stringContaining('expected a type with {"documentsCountable":true} in documentType'),
    });
    await expect(platform.getDocumentsCount({ ...type, where: [['shop', '==', 'A']] })).rejects.toMatchObject(
      {
        place: 'where',
        advice:
          'register the document type with {"name":"byShop","properties":[{"shop":"asc"}],"countable":true}: one that is registered takes no new index',
      },
    );
  });

  it('does not advise what the network refuses: the sum of text', async () => {
    await expect(platform.getDocumentsSum({ ...type, property: 'shop' })).rejects.toMatchObject({
      place: 'property',
      message:
        'expected an integer property to sum in property, found "shop", which is of type string: the integer properties are points',
    });
  });
});
