import { nobleSignatures } from '@dapikit/protocol';
import { expect, it } from 'vitest';
import { createPlatform } from '../src/api/platform.js';
import { onEachEngine } from './engines.js';

const signer = () => ({
  quorumType: 106,
  quorumHash: new Uint8Array(32).fill(9),
  sign: (digest: Uint8Array) => nobleSignatures.signBls(digest, new Uint8Array(32).fill(7)),
});

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
    const { entries } = await platform.verify();
    expect(entries.filter(({ kind }) => kind === 'tree')).toEqual([]);

    // A second update stores the layout of the first as well.
    await platform.updateContract({ by, contractId, contract: contractWith(4_294_967_295) });
    await entry({ rank: 70_000, label: 'c' });
    const { entries: later } = await platform.verify();
    expect(later.filter(({ kind }) => kind === 'tree')).toEqual([]);
    await platform.close();
  });
});
