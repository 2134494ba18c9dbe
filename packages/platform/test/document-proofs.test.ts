import { decode } from '@dapikit/protocol/codec';
import { dataContract, documentCodec, documentTypesOf, nobleSignatures } from '@dapikit/protocol';
import { UnprovableQueryError, verifyDocumentsOf } from '@dapikit/proof';
import { base58 } from '@scure/base';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { QueryError } from '@dapikit/proof/document-query';

const SECRET_KEY = new Uint8Array(32).fill(7);
/** The public key of the secret key. */
const QUORUM_KEY = Buffer.from(
  'a4cafe0e4602bb74340d45b931591034894f6be4aae24c4e80931d622636bb4da64804903072c655995b423113f41705',
  'hex',
);
const signer = () => ({
  quorumType: 106,
  quorumHash: new Uint8Array(32).fill(9),
  sign: (digest: Uint8Array) => nobleSignatures.signBls(digest, SECRET_KEY),
});

const TEXTS = ['', 'A', 'AB', 'B', 'C'];
const NUMBERS = [0, 1, 2, 200, 40_000];
const CARD = {
  type: 'object',
  properties: {
    deck: { type: 'string', maxLength: 20, position: 0 },
    rank: { type: 'integer', minimum: 0, maximum: 65_535, position: 1 },
    serial: { type: 'string', maxLength: 20, position: 2 },
  },
  indices: [
    { name: 'deckRank', properties: [{ deck: 'asc' }, { rank: 'asc' }] },
    { name: 'rank', properties: [{ rank: 'asc' }] },
    { name: 'serial', properties: [{ serial: 'asc' }], unique: true },
  ],
  additionalProperties: false,
};

type Clause = readonly [field: string, operator: string, value: unknown];
const text = fc.constantFrom(...TEXTS);
const number = fc.constantFrom(...NUMBERS);
const comparison = fc.constantFrom('==', '>', '>=', '<', '<=');
const pair = fc
  .uniqueArray(number, { minLength: 2, maxLength: 2 })
  .map((both) => both.toSorted((a, b) => a - b));
const serial = fc.nat(20).map((at) => `s${at}`);
const onDeck: fc.Arbitrary<Clause> = fc.oneof(
  fc.tuple(fc.constant('deck'), comparison, text),
  fc.tuple(fc.constant('deck'), fc.constant('=='), fc.constant(null)),
  fc.tuple(fc.constant('deck'), fc.constant('startsWith'), fc.constantFrom('A', 'B')),
  fc.tuple(fc.constant('deck'), fc.constant('in'), fc.uniqueArray(text, { minLength: 1, maxLength: 3 })),
);
const onRank: fc.Arbitrary<Clause> = fc.oneof(
  fc.tuple(fc.constant('rank'), comparison, number),
  fc.tuple(fc.constant('rank'), fc.constantFrom('between', 'betweenExcludeBounds'), pair),
  fc.tuple(fc.constant('rank'), fc.constant('in'), fc.uniqueArray(number, { minLength: 1, maxLength: 3 })),
);
const onSerial: fc.Arbitrary<Clause> = fc.oneof(
  fc.tuple(fc.constant('serial'), comparison, serial),
  fc.tuple(fc.constant('serial'), fc.constant('=='), fc.constant(null)),
);
const where = fc.oneof(
  fc.constant<readonly Clause[]>([]),
  fc.tuple(onDeck),
  fc.tuple(onRank),
  fc.tuple(onSerial),
  fc.tuple(onDeck, onRank),
);
/** Queries that order by what they have to, and sometimes by more. */
const query = fc
  .record({
    where,
    isDescending: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
    ordersMore: fc.boolean(),
    limit: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
  })
  .map(({ where: clauses, isDescending, ordersMore, limit }) => {
    const ordered = clauses.filter(([, operator]) => operator !== '==').map(([field]) => field);
    const fields = ordersMore && clauses.length === 0 ? ['deck', 'rank'] : ordered;
    return {
      where: clauses,
      orderBy: fields.map((field, at) => [field, isDescending[at] === true ? 'desc' : 'asc']),
      ...(limit === undefined ? {} : { limit }),
    };
  });

const document = fc.record({ deck: text, rank: number, serial }, { requiredKeys: [] });

async function addDocuments(platform: Platform, by: string, contractId: string): Promise<void> {
  const documents = fc.sample(document, { numRuns: 40, seed: 7 });
  const used = new Set<string>();
  for (const { serial: own, ...data } of documents) {
    const isNew = own !== undefined && !used.has(own);
    if (isNew) used.add(own);
    const content = { ...data, ...(isNew ? { serial: own } : {}) };
    await platform.createDocument({ by, contractId, documentType: 'card', data: content });
  }
}

const REJECTED = 'rejected';

/** The network's keys of unsigned numbers do not ascend as the numbers do: a range can be empty, and have no proof. */
async function orRejected<Found>(
  read: () => Promise<readonly Found[]>,
): Promise<readonly Found[] | typeof REJECTED> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof QueryError) return REJECTED;
    if (error instanceof UnprovableQueryError) return [];
    throw error;
  }
}

it('proofs of queries contain the documents of the unproven results', { timeout: 120_000 }, async () => {
  const quirks = { ignoresUnboundDescending: true, flipsUnsignedKeys: true };
  const platform = await createPlatform({ signer, quirks });
  const { id: by } = await platform.createIdentity({ credits: 10n ** 15n });
  const { contractId: name } = await platform.registerContract({ by, contract: { card: CARD } });
  await addDocuments(platform, by, name);
  const card = { contractId: base58.decode(name), documentType: 'card' };
  let compared = 0;
  await platform.readProvenState(async (state) => {
    const contract = decode(dataContract, (await state.contract(card.contractId))!);
    const codec = documentCodec(documentTypesOf(contract).get('card')!);
    const { height, coreHeight, epoch, time, protocolVersion, chainId } = state.metadata;
    const metadata = {
      height,
      coreChainLockedHeight: coreHeight,
      epoch,
      timeMs: BigInt(time),
      protocolVersion,
      chainId,
    };
    await fc.assert(
      fc.asyncProperty(query, async (one) => {
        const expected = await orRejected(async () => {
          const answer = await state.documents(card, one);
          return answer.map((bytes) => decode(codec, bytes));
        });
        const found = await orRejected(async () => {
          const pathQuery = await state.documentPathQuery(card, one);
          const grovedbProof = await state.proofs.prove(pathQuery);
          const response = { proof: { grovedbProof, ...state.signature }, metadata };
          return verifyDocumentsOf(response, { quorumKey: QUORUM_KEY, codec }, pathQuery).value;
        });
        // An "in" without documents in the range takes from the limit of a proof.
        const isCut = one.where.length === 2 && one.orderBy.length === 2 && one.limit !== undefined;
        expect(found).toEqual(isCut ? expected.slice(0, found.length) : expected);
        compared += found === REJECTED ? 0 : 1;
      }),
      { numRuns: 200 },
    );
  });
  await platform.close();
  expect(compared).toBeGreaterThan(100);
});
