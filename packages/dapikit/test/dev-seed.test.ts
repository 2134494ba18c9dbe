import { join } from 'node:path';
import { DevChain } from '@dapikit/chain';
import { expect, it, onTestFinished } from 'vitest';
import { devPlatform } from '../src/platform/dev-platform.js';
import { readSeedContracts, readSeedDocuments, type Seed } from '../src/platform/seed-files.js';
import { TreeProgress } from '../src/platform/tree-progress.js';
import { folderWith } from './run-dapikit.js';

const TEXT = { type: 'string', maxLength: 63, position: 0 };
const typeOf = (name: string): object => ({
  [name]: {
    type: 'object',
    properties: { text: TEXT },
    required: ['text', '$createdAt'],
    additionalProperties: false,
  },
});

async function seedIn(documents: unknown): Promise<Seed> {
  const folder = folderWith({
    'contracts/a.contract.json': JSON.stringify(typeOf('note')),
    'contracts/b.json': JSON.stringify(typeOf('memo')),
    'documents.json': JSON.stringify(documents),
  });
  return {
    contracts: await readSeedContracts([`${folder}/contracts`]),
    documents: await readSeedDocuments(`${folder}/documents.json`),
  };
}

/** A platform on a new chain, open with what it starts with; `close` ends it before its test ends. */
async function opened(seed?: Seed, platformStore?: string) {
  const chain = new DevChain({ instantSend: true, chainLocks: true });
  const dev = devPlatform(
    chain,
    {
      platformStore,
      platformProtocol: 13,
      strict: false,
      acceptWrongBls: false,
      platformBlockTime: 0,
      platformFeedBlocks: 1000,
      proofs: 'on',
      seed,
    },
    { progress: new TreeProgress(() => undefined) },
  );
  const close = async (): Promise<void> => {
    await dev.close();
    chain.close();
  };
  onTestFinished(close);
  return { platform: await dev.platform(), close };
}

/** What a new platform on a new chain has after its start. */
async function started(seed: Seed) {
  const { platform } = await opened(seed);
  const aliases = (await platform.listAliases()).filter(({ alias }) =>
    ['a', 'b', 'me', 'bob'].includes(alias),
  );
  const contractId = aliases.find(({ alias }) => alias === 'a')?.id ?? '';
  const notes = await platform.getDocuments({ contractId, documentType: 'note' });
  const { genesisTime } = Object(await platform.status());
  const { rootHash } = Object(await platform.getProof({}));
  return { aliases, notes, genesisTime, rootHash };
}

it('a platform starts with contracts and documents, and with the same ids, times and root each time', async () => {
  const seed = await seedIn({
    note: [{ text: 'one' }, { text: 'two', $ownerId: 'bob' }],
    memo: [{ text: 'x' }],
  });
  const [first, second] = [await started(seed), await started(seed)];
  expect(first.aliases.map(({ alias }) => alias).toSorted()).toEqual(['a', 'b', 'bob', 'me']);
  const idOf = (name: string): unknown => first.aliases.find(({ alias }) => alias === name)?.id;
  const ownerOf = (wanted: string): unknown => first.notes.find(({ text }) => text === wanted)?.['$ownerId'];
  expect([ownerOf('one'), ownerOf('two')]).toEqual([idOf('me'), idOf('bob')]);
  expect(second).toEqual(first);
}, 120_000);

it.each([
  [{ note: { text: 'a' } }, 'expected a list of documents for "note"'],
  [{ note: ['a'] }, 'expected objects in the list of "note"'],
  [{ note: [{ $ownerId: 5 }] }, '$ownerId of "note": expected the name or the id'],
  [{ note: [{ $id: 'x' }] }, 'the platform sets $id of "note": leave it out'],
  ['note', 'expected a JSON object'],
])('rejects the documents %j', async (documents, message) => {
  await expect(seedIn(documents)).rejects.toThrow(message);
});

it.each([
  [{ card: [{ text: 'a' }] }, 'there are documents of type "card", and no contract has this type'],
  [{ note: [{ text: 'a' }, { text: 5 }] }, 'document 2, of type "note": 10101 JsonSchemaError'],
])(
  'does not start with the documents %j',
  async (documents, message) => {
    await expect(started(await seedIn(documents))).rejects.toThrow(message);
  },
  60_000,
);

it('a stored platform keeps contracts that no file has, and registers files that it does not have', async () => {
  const store = join(folderWith({}), 'store');
  const first = await opened(undefined, store);
  const { id: by } = await first.platform.createIdentity({ seed: 'me', credits: 10n ** 13n });
  const other = await first.platform.registerContract({ by, contract: typeOf('other') });
  const memo = await first.platform.registerContract({ by, contract: typeOf('memo') });
  await first.close();
  const seed = await seedIn({ note: [{ text: 'one' }], memo: [{ text: 'x' }] });
  for (const _ of ['with a new file', 'with known files']) {
    const { platform, close } = await opened(seed, store);
    const idOf = async (wanted: string) =>
      (await platform.listAliases()).find(({ alias }) => alias === wanted)?.id ?? '';
    const a = await idOf('a');
    expect([other.contractId, memo.contractId]).not.toContain(a);
    expect(await idOf('b')).toBe(memo.contractId);
    expect(await platform.getDocuments({ contractId: a, documentType: 'note' })).toHaveLength(1);
    expect((await platform.listContracts()).filter(({ ownerId }) => ownerId === by)).toHaveLength(3);
    await expect(platform.revert({ id: 1 })).rejects.toThrow('there is no snapshot 1');
    await close();
  }
}, 120_000);

it('a stored platform is as before where it rejects a document of its start', async () => {
  const store = join(folderWith({}), 'store');
  const note = [{ text: 'a' }];
  await expect(opened(await seedIn({ note, memo: [{ text: 5 }] }), store)).rejects.toThrow('document 2');
  const { platform } = await opened(await seedIn({ note, memo: [{ text: 'b' }] }), store);
  const contractId = (await platform.listAliases()).find(({ alias }) => alias === 'b')?.id ?? '';
  expect(await platform.getDocuments({ contractId, documentType: 'memo' })).toHaveLength(1);
}, 120_000);

it('rejects two files that give the same alias', async () => {
  const folder = folderWith({ 'x/a.json': '{}', 'y/a.json': '{}' });
  await expect(readSeedContracts([folder])).rejects.toThrow('give the same alias "a": rename one');
});
