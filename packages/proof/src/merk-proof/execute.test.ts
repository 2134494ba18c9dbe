import { hex } from '@scure/base';
import { describe, expect, it } from 'vitest';
import type { FeatureType } from '../merk/feature-type.js';
import { combineHashes, kvHash, nodeHash, NULL_HASH, valueHash } from '../merk/hashes.js';
import { executeMerkProof } from './execute.js';
import { decodeOperations, encodeOperations, type Operation } from './operation.js';
import type { ProofNode } from './proof-node.js';

const filled = (byte: number, length = 32): Uint8Array => new Uint8Array(length).fill(byte);
const kv = (key: number): ProofNode => ({
  type: 'kv',
  key: filled(key, 1),
  value: filled(9, 3),
  aggregate: {},
});
const push = (node: ProofNode, isInverted = false): Operation => ({ type: 'push', node, isInverted });
const parent = (isInverted = false): Operation => ({ type: 'parent', isInverted });
const child = (isInverted = false): Operation => ({ type: 'child', isInverted });
const hidden: ProofNode = { type: 'hash', hash: filled(7) };
const execute = (operations: readonly Operation[], isInverted = false): Uint8Array =>
  executeMerkProof(encodeOperations(operations), isInverted, () => undefined);

const hashOf = (key: number, left = NULL_HASH, right = NULL_HASH): Uint8Array =>
  nodeHash(kvHash(filled(key, 1), valueHash(filled(9, 3))), left, right);

const featureType: FeatureType = { kind: 'provableCountSum', count: 3n, sum: -4n };
const AGGREGATES = [{}, { count: 2n ** 63n }, { sum: -5n }, { count: 1n, sum: -(2n ** 63n) }];

/** Every kind of node that has a code, with values below and above the limit of short lengths. */
const NODES: readonly ProofNode[] = [3, 70_000].flatMap((length): ProofNode[] => {
  const shown = { key: filled(1, 4), value: filled(2, length) };
  return [
    hidden,
    { type: 'kvValueHash', ...shown, valueHash: filled(3) },
    { type: 'kvValueHashFeatureType', ...shown, valueHash: filled(3), featureType },
    {
      type: 'kvValueHashFeatureTypeWithChildHash',
      ...shown,
      valueHash: filled(3),
      featureType,
      childHash: filled(4),
    },
    ...AGGREGATES.flatMap((aggregate): ProofNode[] => [
      { type: 'kvHash', kvHash: filled(5), aggregate },
      { type: 'kv', ...shown, aggregate },
      { type: 'kvDigest', key: shown.key, valueHash: filled(3), aggregate },
      { type: 'kvRefValueHash', ...shown, valueHash: filled(3), aggregate },
      ...('count' in aggregate || 'sum' in aggregate
        ? [
            {
              type: 'hashWithAggregate' as const,
              kvHash: filled(5),
              left: filled(6),
              right: filled(8),
              aggregate,
            },
          ]
        : []),
    ]),
  ];
});

const isLarge = (operation: Operation): boolean =>
  operation.type === 'push' && 'value' in operation.node && operation.node.value.length > 0xffff;

describe('operations', () => {
  it('are decoded as they were encoded, in both directions', () => {
    for (const isInverted of [false, true]) {
      const operations = [
        ...NODES.map((node) => push(node, isInverted)),
        parent(isInverted),
        child(isInverted),
      ];
      // A deep comparison of large values takes seconds.
      const bytes = encodeOperations(operations);
      expect(hex.encode(encodeOperations(decodeOperations(bytes)))).toBe(hex.encode(bytes));
      const short = operations.filter((operation) => !isLarge(operation));
      expect([...decodeOperations(encodeOperations(short))]).toStrictEqual(short);
    }
  });

  it('have codes that differ', () => {
    const codes = [false, true].flatMap((isInverted) =>
      [...NODES.map((node) => push(node, isInverted)), parent(isInverted), child(isInverted)].map(
        (operation) => encodeOperations([operation])[0],
      ),
    );
    // Nodes without a value have the same code twice.
    expect(new Set(codes).size).toBe(2 * (23 + 2) + 2 * 11);
  });

  it.each([
    ['an unknown code', '0f'],
    ['a truncated hash', '0100'],
    ['a value longer than the bytes', '030101ffff00'],
  ])('are rejected with %s', (_, text) => {
    expect(() => [...decodeOperations(hex.decode(text))]).toThrow(/^expected /);
  });
});

describe('the stack machine', () => {
  it('attaches children on their sides in both directions', () => {
    const root = hashOf(2, hashOf(1), hashOf(3));
    expect(execute([push(kv(1)), push(kv(2)), parent(), push(kv(3)), child()])).toStrictEqual(root);
    const inverted = [push(kv(3), true), push(kv(2), true), parent(true), push(kv(1), true), child(true)];
    expect(execute(inverted, true)).toStrictEqual(root);
  });

  it('hashes the target of a reference with the reference', () => {
    const node: ProofNode = {
      type: 'kvRefValueHash',
      key: filled(1, 1),
      value: filled(9, 3),
      valueHash: filled(3),
      aggregate: {},
    };
    const expected = nodeHash(
      kvHash(filled(1, 1), combineHashes(filled(3), valueHash(filled(9, 3)))),
      NULL_HASH,
      NULL_HASH,
    );
    expect(execute([push(node)])).toStrictEqual(expected);
  });

  it.each<readonly [string, readonly Operation[]]>([
    ['no operation', []],
    ['two trees', [push(kv(1)), push(kv(2))]],
    ['an empty stack', [push(kv(1)), parent()]],
    ['two left children', [push(kv(1)), push(kv(2)), push(kv(3)), parent(), parent()]],
    ['keys in descending order', [push(kv(2)), push(kv(1)), child()]],
    ['a key twice', [push(kv(1)), push(kv(1)), child()]],
    ['a child below a hidden subtree', [push(kv(1)), push(hidden), parent()]],
    ['an operation of the other direction', [push(hidden), push(kv(2)), parent(true)]],
  ])('rejects %s', (_, operations) => {
    expect(() => execute(operations)).toThrow(/^the Merk proof is malformed/);
  });

  it('rejects more operations than a layer may have', () => {
    const operations = [push(kv(1)), ...Array.from({ length: 25_000 }, () => [push(hidden), child()]).flat()];
    expect(() => execute(operations)).toThrow(/two children|more than 50000/);
  });
});
