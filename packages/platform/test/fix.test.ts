import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConsensusError } from '../src/base/errors/consensus-error.js';
import { createPlatform, type Platform } from '../src/api/platform.js';

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
    const { $id } = document;
    if (typeof $id !== 'string') throw new TypeError('a document has an id');
    return $id;
  };
  [id, fixed] = [await created('item'), await created('fixed')];
});
afterAll(async () => {
  await platform.close();
});

describe('the fix of a rejection', () => {
  it.each([
    ['transferDocument', { recipientId: '11111111111111111111111111111111' }, 'transferable: 1'],
    ['deleteDocument', {}, 'canBeDeleted: true'],
    ['updateDocumentPrice', { price: 5 }, 'tradeMode: 1'],
  ] as const)('of %s names the option %s', async (name, more, option) => {
    await expect(Reflect.apply(platform[name], platform, [{ ...place, id, ...more }])).rejects.toMatchObject({
      code: 10404,
      payload: { option },
      fix: `register the document type with ${option}, or leave the transition out`,
    });
  });

  it('of replaceDocument names the option documentsMutable: true', async () => {
    const change = { ...place, documentType: 'fixed', id: fixed, data: { shop: 'B' } };
    await expect(platform.replaceDocument(change)).rejects.toMatchObject({
      code: 10404,
      payload: { option: 'documentsMutable: true' },
    });
  });

  it('covers creations that are not allowed and unpaid contests', () => {
    const creation = {
      dataContractId: new Uint8Array(32),
      documentTypeName: 't',
      creationRestrictionMode: 'noCreationAllowed',
    } as const;
    expect(new ConsensusError('DocumentCreationNotAllowedError', creation).fix).toContain(
      'creationRestrictionMode 0',
    );
    const unpaid = { documentId: new Uint8Array(32), expectedAmount: 20n, paidAmount: 0n };
    expect(new ConsensusError('DocumentContestNotPaidForError', unpaid).fix).toContain("or 'auto'");
  });

  it('of data names the location, expected and found values once', async () => {
    await expect(platform.createDocument({ ...place, data: { points: 'a' } })).rejects.toMatchObject({
      message: '10101 JsonSchemaError: /points: expected an integer, found "a"',
      expected: 'an integer',
      found: '"a"',
    });
  });

  it('names the flag or the index that an aggregate lacks', async () => {
    await expect(platform.getDocumentsCount(type)).rejects.toMatchObject({
      name: 'WhereClauseOnNonIndexedProperty',
      at: '/documentType',
      message: expect.stringContaining(
        'documentType: nothing stores the count; required: a type with {"documentsCountable":true}',
      ),
    });
    await expect(platform.getDocumentsCount({ ...type, where: [['shop', '==', 'A']] })).rejects.toMatchObject(
      {
        at: '/where',
        fix: 'register the document type with {"name":"byShop","properties":[{"shop":"asc"}],"countable":true}: a registered type cannot add an index',
      },
    );
  });

  it('suggests nothing the network rejects, such as the sum of text', async () => {
    await expect(platform.getDocumentsSum({ ...type, property: 'shop' })).rejects.toMatchObject({
      at: '/property',
      message:
        'property: "shop" is of type string, and only integers can be summed: the integer properties are points',
    });
  });
});
