import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '../src/state/chain/clock.js';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { DASH, T0 } from './platform-fixture.js';
import { schemaOf, SCHEMAS } from '../../proof/test/sample-contract.js';
import { indexOf } from './note-collection.js';

const NOBODY = '8zJmcGbhwBcsDxdTFyKSvqvWXwdqbZDAX4pCKXYk9pJv';
const contested = { resolution: 0 };
const NAMES = {
  name: schemaOf(
    { name: SCHEMAS.string, text: { type: 'string', maxLength: 50_000 } },
    { documentsMutable: false, indices: [indexOf('name', ['name'], { unique: true, contested })] },
  ),
};

let platform: Platform;
let alice: string;
let contractId: string;
beforeAll(async () => {
  const clock = createClock({ time: T0, frozen: true });
  platform = await createPlatform({ clock, quirks: { delaysContests: true } });
  alice = (await platform.createIdentity({ credits: 100n * DASH })).id;
  ({ contractId } = await platform.registerContract({ by: alice, contract: NAMES }));
});
afterAll(async () => {
  await platform.close();
});

/** What hides what is wrong with the size in no case, and comes next in each. */
const NEXT: readonly (readonly [what: string, wrong: object, code: number])[] = [
  ['the signer', { by: NOBODY }, 20000],
  ['the key', { keyId: 9 }, 20003],
  ['the purpose of the key', { keyId: 3 }, 20011],
  ['the nonce', { nonce: 99 }, 40204],
];

describe('the first rejection', () => {
  it.each(NEXT)(
    'is the size of a document, then the epoch of a contest, then %s',
    async (_what, wrong, code) => {
      const name = { by: alice, contractId, documentType: 'name', data: { name: 'a' }, ...wrong };
      const fund = { prefundedVotingBalance: { indexName: 'name', credits: 20_000_000_000n } };
      const large = { ...name, ...fund, data: { name: 'a', text: 'x'.repeat(20_480) } };
      await expect(platform.createDocument(large)).rejects.toMatchObject({ code: 10602, isPaid: false });
      await expect(platform.createDocument({ ...name, ...fund })).rejects.toMatchObject({
        code: 10418,
        isPaid: false,
        payload: { currentEpoch: 0, targetEpoch: 4 },
      });
      await expect(platform.createDocument(name)).rejects.toMatchObject({ code, isPaid: false });
    },
  );

  it('of a nonce above 40 bits is 40204 for documents and 10414 for contracts', async () => {
    const nonce = 2n ** 40n;
    const name = { by: alice, contractId, documentType: 'name', data: {}, nonce };
    await expect(platform.createDocument(name)).rejects.toMatchObject({ code: 40204, isPaid: false });
    const contract = { by: alice, contract: NAMES, nonce };
    await expect(platform.registerContract(contract)).rejects.toMatchObject({ code: 10414, isPaid: false });
    const update = platform.updateContract({ ...contract, contractId });
    await expect(update).rejects.toMatchObject({ code: 10414, isPaid: false });
  });

  it.each(NEXT)('is the size of a contract, then %s', async (_what, wrong, code) => {
    const large = { name: schemaOf({ name: { type: 'string', maxLength: 5, pattern: 'x'.repeat(20_480) } }) };
    const create = { by: alice, ...wrong };
    await expect(platform.registerContract({ ...create, contract: large })).rejects.toMatchObject({
      code: 10602,
      isPaid: false,
    });
    await expect(platform.registerContract({ ...create, contract: NAMES })).rejects.toMatchObject({ code });
    const update = { ...create, contractId };
    await expect(platform.updateContract({ ...update, contract: large })).rejects.toMatchObject({
      code: 10602,
    });
    await expect(platform.updateContract({ ...update, contract: NAMES })).rejects.toMatchObject({ code });
  });
});
