import { compareBytes, displayHash, internalHash, ZERO_HASH } from '../../base/bytes/hex.js';
import { sha256d } from '../../base/crypto/hashes.js';
import { endsStep, runAtOnce } from '../../base/event-loop/in-turns.js';

/** Describes a merkle root, and whether other leaves give the same one. */
export interface MerkleRoot {
  /** In display order; 64 zeros when there are no leaves. */
  readonly root: string;
  /**
   * Two equal hashes were siblings below the same parent (CVE-2012-2459): leaves were repeated, and the list
   * without the repetition has the same root. Dash Core treats such a block as one with a wrong root.
   */
  readonly mutated: boolean;
}

/**
 * Returns the merkle root over `hashes`, all in display order: SHA-256d of each pair, the last one paired with itself where a
 * level has an odd number.
 *
 * Source: `ComputeMerkleRoot` in `src/consensus/merkle.cpp` of dashpay/dash.
 * @throws {RangeError} when a hash is not 64 hexadecimal digits.
 */
export function merkleRoot(hashes: readonly string[]): string {
  return merkleRootWithMutation(hashes).root;
}

/**
 * Returns the root as {@link merkleRoot} does, and whether the list has the repetition that leaves the root unchanged.
 * @throws {RangeError} when a hash is not 64 hexadecimal digits.
 */
export function merkleRootWithMutation(hashes: readonly string[]): MerkleRoot {
  return runAtOnce(merkleRootSteps(hashes));
}

/**
 * Does what {@link merkleRootWithMutation} does, in steps.
 * @throws {RangeError} when a hash is not 64 hexadecimal digits.
 */
export function* merkleRootSteps(hashes: readonly string[]): Generator<undefined, MerkleRoot> {
  let level = hashes.map(internalHash);
  let mutated = false;
  while (level.length > 1) {
    const parents: Uint8Array[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const left = level[i];
      if (left === undefined) break;
      const right = level[i + 1];
      if (right !== undefined && compareBytes(left, right) === 0) mutated = true;
      if (endsStep(parents.push(merkleParent(left, right ?? left)))) yield;
    }
    level = parents;
  }
  const [root] = level;
  return { root: root === undefined ? ZERO_HASH : displayHash(root), mutated };
}

/** Returns the node above two nodes of a merkle tree, all in internal order. */
export function merkleParent(left: Uint8Array, right: Uint8Array): Uint8Array {
  const pair = new Uint8Array(64);
  pair.set(left, 0);
  pair.set(right, 32);
  return sha256d(pair);
}
