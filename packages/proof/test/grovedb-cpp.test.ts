import { readFileSync } from 'node:fs';
import { hex } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { proofRootHash, verifyPathQuery, type QueryItem } from '../src/index.js';
import { encodeElement } from '../src/prover.js';
import { keyItems } from '../src/path-query/insert-item.js';

interface Descriptor {
  readonly kind: string;
  readonly key: string;
  readonly start_key: string;
  readonly end_key: string;
  readonly has_limit: boolean;
  readonly limit: number;
}

interface Case {
  readonly name: string;
  readonly path: readonly string[];
  readonly keys: readonly string[];
  readonly element_bytes_list: readonly string[];
  readonly expect_present: boolean;
  readonly query_descriptor: Descriptor;
  readonly proof: string;
  readonly root_hash: string;
}

const cases = readFileSync(new URL('../../../fixtures/grovedb-cpp/proofs.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fixture has this form
  .map((line) => JSON.parse(line) as Case);

/** Returns the items of a query; undefined for a kind that is no query of one layer. */
function itemsOf({ kind, key, start_key, end_key }: Descriptor): readonly QueryItem[] | undefined {
  const [start, end] = [hex.decode(start_key), hex.decode(end_key)];
  switch (kind) {
    case 'single_key':
      return keyItems([hex.decode(key)]);
    case 'range':
      return [{ type: 'range', start, end }];
    case 'range_inclusive':
      return [{ type: 'rangeInclusive', start, end }];
    case 'range_full':
      return [{ type: 'rangeFull' }];
    case 'range_from':
      return [{ type: 'rangeFrom', start }];
    case 'range_to':
      return [{ type: 'rangeTo', end }];
    case 'range_to_inclusive':
      return [{ type: 'rangeToInclusive', end }];
    case 'range_after':
      return [{ type: 'rangeAfter', start }];
    case 'range_after_to':
      return [{ type: 'rangeAfterTo', start, end }];
    case 'range_after_to_inclusive':
      return [{ type: 'rangeAfterToInclusive', start, end }];
    default:
      return undefined;
  }
}

describe('reference proofs of grovedb-cpp', () => {
  it('are 43, of kinds that are known', () => {
    expect(cases).toHaveLength(43);
    expect(cases.filter(({ query_descriptor: query }) => itemsOf(query) === undefined)).toStrictEqual([]);
  });

  it.each(cases)('lead to their root: $name', ({ proof, root_hash: root }) => {
    expect(hex.encode(proofRootHash(hex.decode(proof)))).toBe(root);
  });

  it.each(cases)(
    'show their elements: $name',
    ({
      proof,
      path,
      query_descriptor: query,
      keys,
      element_bytes_list: elements,
      expect_present: isPresent,
      root_hash: root,
    }) => {
      const found = verifyPathQuery(
        hex.decode(proof),
        {
          path: path.map((text) => hex.decode(text)),
          query: { items: itemsOf(query) ?? [] },
          limit: query.has_limit ? query.limit : undefined,
        },
        { minProofVersion: 0 },
      );
      expect(hex.encode(found.rootHash)).toBe(root);
      expect(
        found.elements.map((element) => [
          hex.encode(element.key),
          hex.encode(encodeElement(element.element)),
        ]),
      ).toStrictEqual(isPresent ? keys.map((text, at) => [text, elements[at]]) : []);
    },
  );
});
