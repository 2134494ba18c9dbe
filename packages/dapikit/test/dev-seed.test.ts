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

/** What a new platform on a new chain has after its start. */
async function started(seed: Seed) {
  const chain = new DevChain({ instantSend: true, chainLocks: true });
  const dev = devPlatform(
    chain,
    {
      platformProtocol: 13,
      strict: false,
      acceptWrongBls: false,
      platformBlockTime: 0,
      proofs: 'on',
      seed,
    },
    { progress: new TreeProgress(() => undefined) },
  );
  onTestFinished(async () => {
    await dev.close();
    chain.close();
  });
  const platform = await dev.platform();
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

it('rejects two files that give the same alias', async () => {
  const folder = folderWith({ 'x/a.json': '{}', 'y/a.json': '{}' });
  await expect(readSeedContracts([folder])).rejects.toThrow('give the same alias "a": rename one');
});
