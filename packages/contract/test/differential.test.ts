import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { validateContract } from '../src/index.js';
import { comparisons, loadNetwork, type NetworkVerdict } from './network.js';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const folder = new URL('../../../fixtures/contracts/', import.meta.url);
const NAMES = [
  'dpns.json',
  'dashpay.json',
  'grades.json',
  'tutorial-nft-card.json',
  'dashproof.json',
  'references.json',
];
const CONTRACTS = NAMES.map((name): Json =>
  JSON.parse(readFileSync(new URL(`real/${name}`, folder), 'utf8')),
);

/** Words that mean something in a contract, so that mutations hit rules. */
const WORDS = [
  'type properties required position maxLength minLength maxItems minItems byteArray contentMediaType pattern format',
  'indices name unique nullSearchable contested resolution fieldMatches field regexPattern asc desc string integer number',
  'boolean array object null enum const minimum maximum transient additionalProperties documentsMutable canBeDeleted',
  'transferable tradeMode tokenCost $ref $id $ownerId $createdAt $revision $creatorId description $comment title items',
  'uri date uuid ^a$ (?=a) \\d+ a.b __proto__ constructor toString text examples multipleOf uniqueItems contains',
]
  .join(' ')
  .split(' ');

const leaf = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    false,
    {},
    [],
    0,
    1,
    2,
    3,
    -1,
    1.5,
    32,
    63,
    64,
    255,
    256,
    65_535,
    65_536,
    1e19,
  ),
  fc.constantFrom<Json>(...WORDS),
);
const replacement = fc.oneof(
  leaf,
  fc.array(leaf, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom(...WORDS), leaf, { maxKeys: 3 }),
);

interface Mutation {
  readonly at: number;
  readonly kind: 'replace' | 'remove' | 'add' | 'rename' | 'copy';
  readonly value: Json;
  readonly word: string;
}
const mutation: fc.Arbitrary<Mutation> = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom('replace', 'remove', 'add', 'rename', 'copy'),
  value: replacement,
  word: fc.constantFrom(...WORDS),
});

type Place = readonly [container: { [name: string]: Json } | Json[], key: string];

/** Every object and array in a value, and the names or numbers of what they hold. */
function places(value: Json): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): Place[] => [[value, key], ...places(inner)]);
}

function put(container: { [name: string]: Json }, key: string, value: Json): void {
  Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
}

function mutate(contract: Json, { at, kind, value, word }: Mutation): void {
  const all = places(contract);
  const [container, key] = all[at % all.length] ?? [];
  if (container === undefined || key === undefined) return;
  if (Array.isArray(container)) {
    if (kind === 'remove') container.splice(Number(key), 1);
    else if (kind === 'copy') container.push(structuredClone(container[Number(key)]!));
    else container[Number(key)] = structuredClone(value);
    return;
  }
  const old = container[key]!;
  if (kind === 'replace') put(container, key, structuredClone(value));
  else if (kind === 'add') put(container, word, structuredClone(value));
  else if (kind === 'copy') put(container, word, structuredClone(old));
  else {
    delete container[key];
    if (kind === 'rename') put(container, word, old);
  }
}

describe('random changes of real contracts', () => {
  let network: (schemas: unknown) => NetworkVerdict;
  beforeAll(async () => {
    network = await loadNetwork(11);
  });

  it('get the verdict of the official build', { timeout: 300_000 }, () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CONTRACTS),
        fc.array(mutation, { minLength: 1, maxLength: 3 }),
        (original, mutations) => {
          const contract = structuredClone(original);
          for (const step of mutations) mutate(contract, step);
          const official = network(contract);
          const { accepted, diagnostics } = validateContract(contract, {
            protocolVersion: 11,
            form: 'documents',
          });
          const found = diagnostics.filter(({ rejectedBy }) => rejectedBy === 'network');
          expect({ accepted, official, found: accepted === official.ok ? [] : found }).toEqual({
            accepted: official.ok,
            official,
            found: [],
          });
        },
      ),
      comparisons(300),
    );
  });
});

describe('any JSON', () => {
  it('gets a verdict without an exception', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = validateContract(JSON.stringify(value));
        expect(text.accepted).toBe(validateContract(value).accepted);
      }),
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void validateContract(text)));
    fc.assert(fc.property(fc.anything(), (value) => void validateContract(value)));
  });
});
