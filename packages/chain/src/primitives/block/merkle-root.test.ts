import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ZERO_HASH } from '../../base/bytes/hex.js';
import { merkleRoot, merkleRootWithMutation } from './merkle-root.js';

const leaf = (n: number) => n.toString(16).padStart(64, '0');
const leaves = (...numbers: number[]) => numbers.map(leaf);

/** The root in the words of its definition: pad the level, hash its pairs, go on with the level above. */
function referenceRoot(hashes: readonly string[]): string {
  const above = (level: readonly string[]): string => {
    if (level.length === 1) return level.join('');
    const even = level.length % 2 === 0 ? level : [...level, ...level.slice(-1)];
    const pairs = even.join('').match(/.{128}/g) ?? [];
    return above(pairs.map((pair) => sha256(sha256(pair))));
  };
  return turned(above(hashes.map(turned)));
}

const sha256 = (hex: string) => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');
const turned = (hex: string) => (hex.match(/../g) ?? []).toReversed().join('');

describe('merkleRoot', () => {
  it('returns zero for no leaves and the leaf itself for one', () => {
    expect(merkleRoot([])).toBe(ZERO_HASH);
    expect(merkleRoot(leaves(7))).toBe(leaf(7));
  });

  it('returns the public root of Bitcoin block 100000', () => {
    expect(
      merkleRoot([
        '8c14f0db3df150123e6f3dbbf30f8b955a8249b62ac1d1ff16284aefa3d06d87',
        'fff2525b8931402dd09222c50775608f75787bd2b87e56995a7bdd30f79702c4',
        '6359f0868171b1d194cbee1af2f16ea598ae8fad666d9b012c8ed2b79a236ec4',
        'e9a66845e05d5abc0ad04ec80f774a7e585c6e8db975962d069a522137b80c1d',
      ]),
    ).toBe('f3e94742aca4b5ef85488dc37c06c3282295ffec960994b2c0d5ac2a25a95766');
  });

  it('pairs the last leaf of an odd level with itself', () => {
    const hashes = fc.array(fc.nat(), { minLength: 1, maxLength: 40 }).map((numbers) => leaves(...numbers));
    fc.assert(
      fc.property(hashes, (list) => {
        expect(merkleRoot(list)).toBe(referenceRoot(list));
      }),
    );
  });

  it('detects a repeated end, which has the same root (CVE-2012-2459)', () => {
    const honest = leaves(1, 2, 3, 4, 5, 6);
    const repeated = [...honest, ...leaves(5, 6)];
    expect(merkleRoot(repeated)).toBe(merkleRoot(honest));
    expect(merkleRootWithMutation(honest).mutated).toBe(false);
    expect(merkleRootWithMutation(repeated).mutated).toBe(true);
    expect(merkleRootWithMutation(leaves(1, 2, 3, 3)).mutated).toBe(true);
    expect(merkleRootWithMutation(leaves(1, 2, 3)).mutated).toBe(false);
    expect(merkleRootWithMutation(leaves(1, 2, 2, 3)).mutated).toBe(false);
  });

  it('reports no mutation for distinct leaves', () => {
    const distinct = fc.uniqueArray(fc.nat(), { maxLength: 40 }).map((numbers) => leaves(...numbers));
    fc.assert(
      fc.property(distinct, (list) => {
        expect(merkleRootWithMutation(list).mutated).toBe(false);
      }),
    );
  });

  it('rejects a text that is not a hash', () => {
    expect(() => merkleRoot(['00'])).toThrow(RangeError);
  });
});
