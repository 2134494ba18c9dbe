import type { DocumentTypeDescription } from '@dapikit/contract';
import { decode } from '@dapikit/protocol/codec';
import {
  dataContract,
  documentCodec,
  documentTypesOf,
  type Codec,
  type StoredDocument,
} from '@dapikit/protocol';
import {
  decodeGroveProof,
  decodeOperations,
  ProofError,
  UnprovableQueryError,
  verifyDocuments,
  type DocumentQuery,
  type GroveProof,
  type LayerProof,
  type OrderClause,
  type ProvenResponse,
} from '@dapikit/proof';
import { encodeGroveProof, encodeOperations } from '@dapikit/proof/prover';
import { base58 } from '@scure/base';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costlyRuns } from '../../../scripts/property-runs.js';
import type { ProvenState } from '../src/api/committed-state-api.js';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { QueryError } from '@dapikit/proof/document-query';
import { responseMetadata } from './response-metadata.js';
import { QUORUM_KEY, signer } from './quorum-signer.js';

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
interface SampleQuery extends DocumentQuery {
  readonly where: readonly Clause[];
  readonly orderBy: readonly OrderClause[];
}
/** Queries that order by what they have to, and sometimes by more. */
const query: fc.Arbitrary<SampleQuery> = fc
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
      orderBy: fields.map((field, at): OrderClause => [field, isDescending[at] === true ? 'desc' : 'asc']),
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

const quirks = { ignoresUnboundDescending: true, flipsUnsignedKeys: true };
let platform: Platform;
let card: { readonly contractId: Uint8Array; readonly documentType: string };
let documentType: DocumentTypeDescription;
let codec: Codec<StoredDocument>;

beforeAll(async () => {
  platform = await createPlatform({ signer, quirks });
  const { id: by } = await platform.createIdentity({ credits: 10n ** 15n });
  const { contractId: name } = await platform.registerContract({ by, contract: { card: CARD } });
  await addDocuments(platform, by, name);
  card = { contractId: base58.decode(name), documentType: 'card' };
  const bytes = await platform.readProvenState((state) => state.contract(card.contractId));
  documentType = documentTypesOf(decode(dataContract, bytes!)).get('card')!;
  codec = documentCodec(documentType);
});
afterAll(() => platform.close());

/** Returns the response of a state to a query, with a proof. */
async function responseOf(state: ProvenState, one: DocumentQuery): Promise<ProvenResponse> {
  const grovedbProof = await state.proofs.prove(await state.documentPathQuery(card, one));
  return { proof: { grovedbProof, ...state.signature }, metadata: responseMetadata(state) };
}

const prove = (one: DocumentQuery): Promise<ProvenResponse> =>
  platform.readProvenState((state) => responseOf(state, one));

/** Verifies a response to a query, with nothing but the query. */
const verified = (response: ProvenResponse, one: DocumentQuery, options: object = {}) => {
  const trust = { quorumKey: QUORUM_KEY, contractId: card.contractId, documentType };
  return verifyDocuments(response, { ...trust, ...one, ...options }).value;
};

it('proofs of queries contain the documents of the unproven results', async () => {
  let compared = 0;
  await platform.readProvenState(async (state) => {
    await fc.assert(
      fc.asyncProperty(query, async (one) => {
        const expected = await orRejected(() => state.documents(card, one));
        const found = await orRejected(async () => {
          const documents = verified(await responseOf(state, one), one);
          for (const { bytes, document: read } of documents) expect(read).toEqual(decode(codec, bytes));
          return documents.map(({ bytes }) => bytes);
        });
        expect(found).toEqual(expected);
        compared += found === REJECTED ? 0 : 1;
      }),
      { numRuns: costlyRuns(200) },
    );
  });
  expect(compared).toBeGreaterThan(costlyRuns(100));
});

const RANKED: DocumentQuery = { where: [['rank', '>=', 1]], orderBy: [['rank', 'asc']], limit: 6 };
const BAD_PROOF = expect.objectContaining({ name: expect.stringMatching(/^(Proof|Decode)Error$/) });
const idText = (id: Uint8Array): string => base58.encode(id);

/** Returns all proofs that lack one operation of one layer. */
function shortened({ rootLayer, ...proof }: GroveProof): readonly Uint8Array[] {
  const lacking = (layer: LayerProof): readonly LayerProof[] => {
    const operations = [...decodeOperations(layer.bytes)];
    const here = operations.map((_, at) => ({
      ...layer,
      bytes: encodeOperations(operations.toSpliced(at, 1)),
    }));
    const below = layer.lowerLayers.flatMap(({ key, layer: lower }, at) =>
      lacking(lower).map((short) => ({
        ...layer,
        lowerLayers: layer.lowerLayers.toSpliced(at, 1, { key, layer: short }),
      })),
    );
    const without = layer.lowerLayers.map((_, at) => ({
      ...layer,
      lowerLayers: layer.lowerLayers.toSpliced(at, 1),
    }));
    return [...here, ...below, ...without];
  };
  return lacking(rootLayer).map((layer) => encodeGroveProof({ ...proof, rootLayer: layer }));
}

const withProof = (response: ProvenResponse, grovedbProof: Uint8Array): ProvenResponse => ({
  ...response,
  proof: { ...response.proof, grovedbProof },
});

describe('verifyDocuments rejects', () => {
  it('a response without one of the documents, or of the nodes that prove them', async () => {
    const response = await prove(RANKED);
    expect(verified(response, RANKED)).toHaveLength(6);
    const forged = shortened(decodeGroveProof(response.proof.grovedbProof));
    expect(forged.length).toBeGreaterThan(30);
    for (const proof of forged) expect(() => verified(withProof(response, proof), RANKED)).toThrow(BAD_PROOF);
  });

  it('a truncated proof', async () => {
    const response = await prove(RANKED);
    const { grovedbProof } = response.proof;
    for (let length = 0; length < grovedbProof.length; length += 7)
      expect(() => verified(withProof(response, grovedbProof.subarray(0, length)), RANKED)).toThrow(
        BAD_PROOF,
      );
  });

  it.each<[what: string, query: DocumentQuery]>([
    ['a lower limit', { ...RANKED, limit: 5 }],
    ['a higher limit', { ...RANKED, limit: 7 }],
    ['the other direction', { ...RANKED, orderBy: [['rank', 'desc']] }],
    ['a narrower range', { ...RANKED, where: [['rank', '>', 1]] }],
    ['one value', { where: [['rank', '==', 1]], limit: 6 }],
    ['the order of another index', { orderBy: [['deck', 'asc']], limit: 6 }],
    ['ids', { limit: 6 }],
  ])('the response to a query for %s', async (_what, other) => {
    const response = await prove(other);
    expect(verified(response, other).length).toBeGreaterThan(0);
    expect(() => verified(response, RANKED)).toThrow(ProofError);
  });

  it('the response to a query of another page', async () => {
    const all = verified(await prove(RANKED), RANKED);
    const page = { ...RANKED, limit: 2 };
    const [first, second] = all.map(({ document: { id } }) => ({ ...page, startAfter: idText(id) }));
    const response = await prove(second!);
    expect(verified(response, second!)).toHaveLength(2);
    expect(() => verified(response, first!)).toThrow(ProofError);
    expect(() => verified(response, page)).toThrow(ProofError);
  });

  it('the response of another contract or document type', async () => {
    const response = await prove(RANKED);
    const contractId = new Uint8Array(32).fill(1);
    expect(() => verified(response, RANKED, { contractId })).toThrow(ProofError);
    const other = { ...documentType, name: 'deck' };
    expect(() => verified(response, RANKED, { documentType: other })).toThrow(ProofError);
  });

  it('a query that no index serves, as the network does', async () => {
    const response = await prove(RANKED);
    expect(() => verified(response, { where: [['rest', '==', 1]] })).toThrow(QueryError);
  });
});
