import { expect, it } from 'vitest';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { createPlatform } from '../src/api/platform.js';
import { integerBytes } from '../src/base/bytes/integer-bytes.js';
import { createContractBook, type RegisteredContract } from '../src/state/contract/contract-book.js';
import type { Document, DocumentData } from '../src/state/document/document.js';
import { storeDocument } from '../src/state/document-storage/document-store.js';
import { updateStorageClaim } from '../src/state/fee/storage-claim.js';
import { groupSignerKey } from '../src/state/group/group-keys.js';
import { meterChanges } from '../src/trees/state-tree/meter-changes.js';
import { removedBytes } from '../src/trees/state-tree/removed-bytes.js';
import type { WritableView } from '../src/store/store.js';
import { accountKey } from '../src/state/token/token-keys.js';
import { onEachEngine, type Engine } from './engines.js';
import { ID, indexOf } from './note-collection.js';
import { contractWithoutId, DASH, noteOf } from './platform-fixture.js';
import { SCHEMAS } from '../../proof/test/sample-contract.js';

const CONTRACTS = createContractBook({ keyOrder: { unsignedByValue: true }, protocolVersion: 13 });

/** Runs work on a platform with a contract of these document types, and discards what it writes. */
async function onPlatform(
  engine: Engine,
  schemas: object,
  work: (view: WritableView, contract: RegisteredContract) => Promise<void>,
): Promise<void> {
  const store = await engine.open();
  const platform = await createPlatform({ store });
  const { id: by } = await platform.createIdentity({ credits: 100n * DASH });
  const whole = contractWithoutId(schemas);
  const { contractId } = await platform.registerContract({ by, contract: { ...whole, ownerId: by } });
  await store.write(async (view) => {
    const contract = await CONTRACTS.findContract(view, bytesOf(contractId));
    if (contract === undefined) throw new Error('expected the contract');
    await work(view, contract);
  });
  await platform.close();
}

/** What some writes change in the trees. */
async function metered(view: WritableView, write: () => void | Promise<unknown>) {
  const mark = view.mark();
  await write();
  return meterChanges(view, mark, CONTRACTS);
}

/** A sum item under an id in a sum tree: key 65; value 161, of which 16 are the sums of node and link. */
const MEMBER_OF_SUM_TREE = 65 + 161;

const documentOf = (id: number, data: DocumentData): Document => ({
  id: ID(id),
  ownerId: ID(200),
  revision: 1n,
  times: {},
  data,
});

async function withNotes(
  engine: Engine,
  schemas: object,
  work: (notes: {
    readonly view: WritableView;
    /** Meters a change of a document, and counts the bytes that its owner gets back. */
    readonly change: (
      before: Document | undefined,
      after?: Document,
    ) => Promise<{ added: number; addedBytes: number; removedBytes: number; freed: number }>;
  }) => Promise<void>,
): Promise<void> {
  await onPlatform(engine, schemas, async (view, contract) => {
    const collection = contract.collection('note');
    if (collection === undefined) throw new Error('expected notes');
    await work({
      view,
      change: async (before, after) => {
        let freed = 0;
        const documentId = (after ?? before)?.id ?? new Uint8Array();
        const documents = { before, after };
        const work = await metered(view, async () => {
          const change = await storeDocument(view, collection, documents, 1);
          const found = { contract, collection };
          const removed = await removedBytes(view, found, { documentId, ...documents });
          const claim = { documentId, change, removed };
          for (const bytes of (await updateStorageClaim(view, collection, claim, 0)).values()) freed += bytes;
        });
        return { ...work, freed };
      },
    });
  });
}

const INDEX = [indexOf('a', ['a']), indexOf('ab', ['a', 'b'])];
const NUMBERS = { a: SCHEMAS.i64, b: SCHEMAS.i64 };
const summed = (name: string, properties: readonly string[], flags: object) =>
  indexOf(name, properties, { summable: 'a', ...flags });

onEachEngine((engine) => {
  it('metering of a token balance counts the sums of the tree of its token', async () => {
    await onPlatform(engine, noteOf({ a: SCHEMAS.u8 }), async (view) => {
      const key = accountKey('tokenBalances', ID(1), ID(2));
      const { addedBytes, added } = await metered(view, () => view.put(key, integerBytes(5n, 8)));
      expect({ addedBytes, added }).toEqual({ addedBytes: MEMBER_OF_SUM_TREE, added: 1 });
    });
  });

  it('metering of a group signer counts the sums of the tree of its action', async () => {
    await onPlatform(engine, noteOf({ a: SCHEMAS.u8 }), async (view, { id: contractId }) => {
      const action = { contractId, position: 0, status: 'active', actionId: ID(3) } as const;
      const write = () => view.put(groupSignerKey(action, ID(2)), integerBytes(1n, 4));
      const { addedBytes, added } = await metered(view, write);
      expect({ addedBytes, added }).toEqual({ addedBytes: MEMBER_OF_SUM_TREE, added: 1 });
    });
  });

  it.each<[what: string, members: object]>([
    ['of a plain type', { indices: INDEX }],
    ['of a counted type', { documentsCountable: true, indices: INDEX }],
    ['of a summed type', { documentsSummable: 'a', required: ['a'], indices: INDEX }],
    ['of a type with a proved count', { rangeCountable: true, documentsCountable: true, indices: INDEX }],
    ['with a counted index', { indices: [indexOf('a', ['a'], { countable: 'countable' })] }],
    ['with a summed index', { required: ['a'], indices: [summed('b', ['b'], {})] }],
    [
      'with an index of proved sums and counts',
      {
        required: ['a'],
        indices: [summed('b', ['b'], { rangeSummable: true, countable: 'countable', rangeCountable: true })],
      },
    ],
  ])('a document %s gives back all bytes that it added', async (_what, members) => {
    await withNotes(engine, noteOf(NUMBERS, members), async ({ change }) => {
      const document = documentOf(1, { a: 5n, b: 6n });
      const { addedBytes } = await change(undefined, document);
      const { removedBytes: removed, freed } = await change(document);
      expect({ removed, freed }).toEqual({ removed: addedBytes, freed: addedBytes });
    });
  });

  it.each<[what: string, indices: readonly object[]]>([
    ['behind it', [indexOf('a', ['a']), indexOf('ab', ['a', 'b'], { nullSearchable: false })]],
    ['before it', [indexOf('ab', ['a', 'b'], { nullSearchable: false }), indexOf('a', ['a'])]],
  ])(
    'a document without values shares trees of an index although one %s has only values',
    async (_what, indices) => {
      await withNotes(engine, noteOf(NUMBERS, { indices }), async ({ change }) => {
        await change(undefined, documentOf(1, {}));
        // The document and its reference in the index by one property.
        expect((await change(undefined, documentOf(2, {}))).added).toBe(2);
      });
    },
  );

  it('a document without values leaves the layers of an index that wants some', async () => {
    const indices = [indexOf('ab', ['a', 'b'], { nullSearchable: false })];
    await withNotes(engine, noteOf(NUMBERS, { indices }), async ({ change }) => {
      // The document; the missing value of a, the tree of b, and its missing value.
      expect((await change(undefined, documentOf(1, {}))).added).toBe(1 + 3);
      const second = await change(undefined, documentOf(2, {}));
      expect(second.added).toBe(1);
      expect((await change(documentOf(1, {}))).removedBytes).toBe(second.addedBytes);
      expect((await change(documentOf(2, {}))).freed).toBe(second.addedBytes);
      expect((await change(undefined, documentOf(3, {}))).added).toBe(1);
      // The document; the value of b, the tree of references, and one in it.
      expect((await change(undefined, documentOf(4, { b: 1n }))).added).toBe(1 + 3);
    });
  });

  it('a reference of a longer index removes the layers of missing values that it leaves empty', async () => {
    const indices = [
      indexOf('a', ['a'], { nullSearchable: false }),
      indexOf('ab', ['a', 'b'], { nullSearchable: false }),
    ];
    await withNotes(engine, noteOf(NUMBERS, { indices }), async ({ change }) => {
      const first = await change(undefined, documentOf(1, { b: 1n }));
      // The document; the missing value of a, the tree of b, its value, the tree of references, and one in it.
      expect(first.added).toBe(1 + 5);
      expect((await change(documentOf(1, { b: 1n }))).removedBytes).toBe(first.addedBytes);
      await change(undefined, documentOf(2, {}));
      await change(undefined, documentOf(3, { b: 1n }));
      // The document; its reference, their tree, and the value of b.
      expect((await change(documentOf(3, { b: 1n }))).freed).toBeLessThan(first.addedBytes);
      expect((await change(undefined, documentOf(4, { b: 1n }))).added).toBe(1 + 3);
    });
  });

  it('a document shares trees of indices that all want values', async () => {
    const indices = [
      indexOf('ac', ['a', 'c'], { nullSearchable: false }),
      indexOf('ab', ['a', 'b'], { nullSearchable: false }),
    ];
    await withNotes(engine, noteOf({ ...NUMBERS, c: SCHEMAS.i64 }, { indices }), async ({ change }) => {
      await change(undefined, documentOf(1, { b: 1n }));
      // The document; its reference by b; by c the value, the tree of references, and one in it.
      const { added } = await change(undefined, documentOf(2, { b: 1n, c: 2n }));
      expect(added).toBe(1 + 1 + 3);
    });
  });
});
