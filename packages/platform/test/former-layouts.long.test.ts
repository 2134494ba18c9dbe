import { expect, it } from 'vitest';
import { createPlatform } from '../src/api/platform.js';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { KEY_SPACES } from '../src/state/keys/key-spaces.js';
import { behindPrefix } from '../src/state/keys/tuple-key.js';
import { onEachEngine } from './engines.js';
import { signer } from './quorum-signer.js';

/** A type whose ranks are indexed and summed. @param maximum decides how many bytes a rank takes */
const contractWith = (maximum: number): object => ({
  entry: {
    type: 'object',
    documentsMutable: true,
    documentsSummable: 'rank',
    properties: {
      rank: { type: 'integer', minimum: 0, maximum, position: 0 },
      label: { type: 'string', maxLength: 10, position: 1 },
    },
    required: ['rank'],
    indices: [
      { name: 'rank', properties: [{ rank: 'asc' }] },
      { name: 'label', properties: [{ label: 'asc' }, { rank: 'asc' }], summable: 'rank' },
    ],
    additionalProperties: false,
  },
});

onEachEngine(({ open }) => {
  it('trees that are built again have the references of documents that an update made unreadable', async () => {
    const platform = await createPlatform({ store: await open(), signer });
    // The first proof builds the trees, which blocks change from then on.
    await platform.readProvenState((state) => Promise.resolve(state.proofs.rootHash));
    const { id: by } = await platform.createIdentity();
    const { contractId } = await platform.registerContract({ by, contract: contractWith(255) });
    const entry = async (data: object): Promise<unknown> =>
      platform.createDocument({ by, contractId, documentType: 'entry', data: { ...data } });
    await entry({ rank: 5, label: 'a' });
    await entry({ rank: 6 });
    // By the layout with two bytes, it can be read, as something else.
    await entry({ rank: 7, label: '\u0001\u0001x' });
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [] });

    await platform.updateContract({ by, contractId, contract: contractWith(65_535) });
    await entry({ rank: 300, label: 'b' });
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [], documents: [] });

    // A second update stores the layout of the first as well.
    await platform.updateContract({ by, contractId, contract: contractWith(4_294_967_295) });
    await entry({ rank: 70_000, label: 'c' });
    expect(await platform.verify()).toMatchObject({ ok: true, entries: [], documents: [] });
    await platform.close();
  });

  it('verify names documents that an update made unreadable with the version that reads them', async () => {
    const store = await open();
    const platform = await createPlatform({ store, signer });
    const { id: by } = await platform.createIdentity();
    const { contractId } = await platform.registerContract({ by, contract: contractWith(255) });
    const entry = async (data: object): Promise<string> => {
      const place = { by, contractId, documentType: 'entry' };
      const { $id: id } = (await platform.createDocument({ ...place, data: { ...data } })).document;
      return typeof id === 'string' ? id : '';
    };
    const first = await entry({ rank: 5, label: 'a' });
    await platform.updateContract({ by, contractId, contract: contractWith(65_535) });
    const second = await entry({ rank: 300, label: 'b' });
    await platform.updateContract({ by, contractId, contract: contractWith(4_294_967_295) });
    await entry({ rank: 70_000, label: 'c' });

    const { ok, unreadable } = await platform.verify();
    const found = (id: string, contractVersion: number): object => ({
      contractId,
      documentType: 'entry',
      id,
      contractVersion,
    });
    expect(ok).toBe(true);
    expect(unreadable).toHaveLength(2);
    expect(unreadable).toEqual(expect.arrayContaining([found(first, 1), found(second, 2)]));

    // Such a document is damaged all the same where an entry of it is missing.
    await store.write(async (view) => {
      const prefix = Uint8Array.of(KEY_SPACES.indexEntries);
      const keys = (await view.scan({ from: prefix, to: behindPrefix(prefix) })).map(({ key }) => key);
      const gone = keys.find((key) => Buffer.from(key).includes(Buffer.from(bytesOf(second))));
      if (gone !== undefined) view.delete(gone);
    });
    expect((await platform.verify()).documents).not.toEqual([]);
    await platform.close();
  });

  it('trees have documents that change in the block that updates their contract', async () => {
    let blockTime = 0;
    const platform = await createPlatform({ store: await open(), signer, blockTime: () => blockTime });
    await platform.readProvenState((state) => Promise.resolve(state.proofs.rootHash));
    const { id: by } = await platform.createIdentity();
    const { contractId } = await platform.registerContract({ by, contract: contractWith(255) });
    const place = { by, contractId, documentType: 'entry' };
    const create = async (label: string): Promise<string> => {
      const { document } = await platform.createDocument({ ...place, data: { rank: 5, label } });
      const { $id: id } = document;
      return typeof id === 'string' ? id : '';
    };
    const [replaced, removed] = [await create('a'), await create('b')];
    blockTime = 3_600_000;
    const changes = [
      platform.replaceDocument({ ...place, id: replaced, data: { rank: 6, label: 'c' } }),
      platform.deleteDocument({ ...place, id: removed }),
      platform.updateContract({ by, contractId, contract: contractWith(65_535) }),
    ];
    await platform.mineBlock();
    const heights = (await Promise.all(changes)).map(({ block }) => block.height);
    expect(new Set(heights).size).toBe(1);
    expect(await platform.verify()).toMatchObject({
      ok: true,
      entries: [],
      documents: [],
      unreadable: [{ id: replaced, contractVersion: 1 }],
    });
    await platform.close();
  });
});
