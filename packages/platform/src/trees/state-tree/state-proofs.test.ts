import { identityBalancesQuery, pathElementsQuery, type PathQuery } from '@dapikit/proof';
import { expect, it, onTestFinished } from 'vitest';
import { createPlatform } from '../../api/platform.js';

const IDS = Array.from({ length: 1000 }, (_, number) => {
  const id = new Uint8Array(32);
  new DataView(id.buffer).setUint32(0, Math.imul(number + 1, 0x9e_37_79_b1));
  return id;
});

/** Returns how many turns of the event loop there are until work is done. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let immediate = setImmediate(function count() {
    turns += 1;
    immediate = setImmediate(count);
  });
  await work();
  clearImmediate(immediate);
  return turns;
}

const signer = () => ({
  quorumType: 106,
  quorumHash: new Uint8Array(32),
  sign: () => new Uint8Array(96),
});

async function platformForTest() {
  const platform = await createPlatform({ signer });
  onTestFinished(() => platform.close());
  for (let number = 0; number < 300; number += 1) await platform.createIdentity();
  return platform;
}

it('a proof of many keys, and many elements, give the turn back in between', async () => {
  const platform = await platformForTest();
  await platform.readProvenState(async ({ proofs }) => {
    const queries: [PathQuery, number][] = [
      [identityBalancesQuery(IDS), 3],
      [identityBalancesQuery(IDS.slice(0, 2)), 0],
    ];
    for (const [query, least] of queries)
      expect(await turnsOf(async () => proofs.prove(query))).toBeGreaterThanOrEqual(least);
    const { path } = pathElementsQuery({ path: identityBalancesQuery([]).path, keys: [] });
    expect(await turnsOf(async () => proofs.elements(path, IDS))).toBeGreaterThanOrEqual(10);
  });
});
