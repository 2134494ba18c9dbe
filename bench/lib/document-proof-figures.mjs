// A proof of a query of 100 documents among many, right after a write: the trees are brought up to date for it, and nothing is cached.
import { createPlatform, openLmdbStore } from '@dapikit/platform';
import { base58 } from '@scure/base';
import { insertDocument } from '../../packages/platform/dist/document-storage/document-store.js';
import { dataOf, PLAIN, PLAIN_TYPES, sale } from './sales.mjs';
import { timed } from './watch-turns.mjs';

const BATCH = 200;
const FOUND = 100;
const signer = () => ({ quorumType: 106, quorumHash: new Uint8Array(32), sign: () => new Uint8Array(96) });

/** Puts documents into a store, as the platform stores them. */
async function fill(path, contractId, documents) {
  const store = openLmdbStore({ path });
  const collection = { ...PLAIN, location: { contractId, documentType: 'sale' } };
  for (let first = 0; first < documents; first += BATCH)
    await store.write(async (view) => {
      for (let number = first; number < Math.min(documents, first + BATCH); number += 1)
        await insertDocument(view, collection, sale(number), 1);
    });
  await store.close();
}

/** The query of the hundred documents in the middle. */
const queryOf = (documents) => ({
  where: [['moment', '>=', BigInt(documents / 2)]],
  orderBy: [['moment', 'asc']],
  limit: FOUND,
});

/** Returns processor and clock time in ms of the proof alone, in each round after one write. */
export async function measureDocumentProof(path, { documents, rounds }) {
  const options = { time: 1_700_000_000_000, signer };
  const first = await createPlatform({ store: openLmdbStore({ path }), ...options });
  const { id: by } = await first.createIdentity({ credits: 10n ** 18n });
  const { contractId } = await first.registerContract({ by, contract: PLAIN_TYPES });
  await first.close();
  const location = { contractId: base58.decode(contractId), documentType: 'sale' };
  await fill(path, location.contractId, documents);
  const platform = await createPlatform({ store: openLmdbStore({ path }), ...options });
  try {
    const rebuilt = await timed(async () => platform.readProvenState(async () => undefined));
    const proofs = [];
    let bytes = 0;
    for (let round = 0; round < rounds; round += 1) {
      const data = dataOf(documents + round);
      await platform.createDocument({ by, contractId, documentType: 'sale', data });
      proofs.push(
        await timed(async () =>
          platform.readProvenState(async (state) => {
            const query = await state.documentPathQuery(location, queryOf(documents));
            bytes = (await state.proofs.prove(query)).length;
          }),
        ),
      );
    }
    const sorted = (pick) => proofs.map(pick).toSorted((a, b) => a - b);
    const [wall, processor] = [sorted((one) => one.wall), sorted((one) => one.processor)];
    const middle = Math.floor(rounds / 2);
    return {
      documents,
      found: FOUND,
      bytes,
      rebuildSeconds: rebuilt.processor / 1000,
      longestTurnOfRebuild: rebuilt.turn,
      processor: { least: processor[0], median: processor[middle] },
      wall: { least: wall[0], median: wall[middle] },
    };
  } finally {
    await platform.close();
  }
}
