// A proof of a query of 100 documents among many, right after a write: the trees are brought up to date for it, and nothing is cached.
import { createPlatform, openLmdbStore } from '@dapikit/platform';
import { base58 } from '@scure/base';
import { platformOn } from './platform-creates.mjs';
import { dataOf } from './sales.mjs';
import { together } from './take-turns.mjs';
import { timed } from './watch-turns.mjs';

const FOUND = 100;
const signer = () => ({ quorumType: 106, quorumHash: new Uint8Array(32), sign: () => new Uint8Array(96) });

/** The query of the hundred documents in the middle. */
const queryOf = (documents) => ({
  where: [['moment', '>=', BigInt(documents / 2)]],
  orderBy: [['moment', 'asc']],
  limit: FOUND,
});

/** Returns processor and clock time in ms of the proof alone, in each round after one write. */
export async function measureDocumentProof(path, { documents, rounds }) {
  const filled = await platformOn(openLmdbStore({ path }));
  const { by, sales } = filled;
  await together(filled.create)(Array.from({ length: documents }, (_, number) => number));
  await filled.close();
  const location = { contractId: base58.decode(sales.contractId), documentType: 'sale' };
  const platform = await createPlatform({ store: openLmdbStore({ path }), time: 1_700_000_000_000, signer });
  try {
    const rebuilt = await timed(async () => platform.readProvenState(async () => undefined));
    const proofs = [];
    let bytes = 0;
    for (let round = 0; round < rounds; round += 1) {
      const data = dataOf(documents + round);
      await platform.createDocument({ by, ...sales, data });
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
