// What the trees of the state cost: the first proof of a new store, creates with and without trees, and the first proof after many creates
// that nobody requested a proof of. Creates have three indices and come 32 at a time, as fast as the platform takes them.
import { createPlatform } from '@dapikit/platform';
import { dataOf, PLAIN_TYPES } from './sales.mjs';
import { TOGETHER } from './take-turns.mjs';
import { timed } from './watch-turns.mjs';

const CREDITS = 10n ** 18n;
const signer = () => ({ quorumType: 106, quorumHash: new Uint8Array(32), sign: () => new Uint8Array(96) });
const prove = async (platform) => platform.readProvenState(async () => undefined);

/** Opens a platform on a new store, with a contract; with trees if `proofs`. */
async function openWriter(store, proofs) {
  const platform = await createPlatform({ store, time: 1_700_000_000_000, proofs, signer });
  const first = await timed(async () => (proofs ? prove(platform) : undefined));
  const { id: by } = await platform.createIdentity({ credits: CREDITS });
  const { contractId } = await platform.registerContract({ by, contract: PLAIN_TYPES });
  let next = 0;
  return {
    platform,
    first,
    create: async (count) => {
      for (let left = count; left > 0; left -= TOGETHER) {
        const documents = Array.from({ length: Math.min(TOGETHER, left) }, (_, at) => dataOf(next + at));
        next += documents.length;
        await Promise.all(
          documents.map((data) => platform.createDocument({ by, contractId, documentType: 'sale', data })),
        );
      }
    },
  };
}

const least = (all, pick) => all.reduce((best, one) => (pick(one) < pick(best) ? one : best));
const longest = (all) => ({
  wall: Math.max(...all.map(({ turn }) => turn.wall)),
  processor: Math.max(...all.map(({ turn }) => turn.processor)),
});

/** Measures rounds of creates, each on a platform without trees and on one with trees, and a proof after each. */
export async function measureTrees(open, { writes, rounds }) {
  const plain = await openWriter(await open('without_trees'), false);
  const withTrees = await openWriter(await open('with_trees'), true);
  const [off, on, proofs] = [[], [], []];
  try {
    for (let round = 0; round < rounds; round += 1) {
      off.push(await timed(async () => plain.create(writes)));
      on.push(await timed(async () => withTrees.create(writes)));
      proofs.push(await timed(async () => prove(withTrees.platform)));
    }
  } finally {
    await plain.platform.close();
    await withTrees.platform.close();
  }
  const perCreate = (all, at) => (1000 * (all[at].wall + (all === on ? proofs[at].wall : 0))) / writes;
  const ratios = on.map((_, at) => perCreate(on, at) / perCreate(off, at)).toSorted((a, b) => a - b);
  const processor = on.map((one, at) => (one.processor + proofs[at].processor) / off[at].processor);
  const proof = least(proofs, (one) => one.processor);
  return {
    writes,
    rounds,
    firstProof: withTrees.first,
    proofAfterWrites: { wall: Math.min(...proofs.map(({ wall }) => wall)), processor: proof.processor },
    microsWithoutTrees: (1000 * least(off, (one) => one.processor).processor) / writes,
    microsWithTrees: (1000 * least(on, (one) => one.processor).processor) / writes,
    ratioByProcessor: processor.toSorted((a, b) => a - b)[Math.floor(rounds / 2)],
    ratioByClock: ratios[Math.floor(rounds / 2)],
    longestTurnOfCreates: longest(on),
    longestTurnOfProofs: longest(proofs),
  };
}
