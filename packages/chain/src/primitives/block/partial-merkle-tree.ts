import { readAll, type ByteReader } from '../../base/bytes/byte-reader.js';
import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { bytesToHex, compareBytes, displayHash, hexToBytes, internalHash } from '../../base/bytes/hex.js';
import { runAtOnce, runInTurns } from '../../base/event-loop/in-turns.js';
import { merkleParent } from './merkle-root.js';
import { MAX_BLOCK_SIZE } from './max-block-size.js';

/**
 * Describes a proof that some transactions are in a block: the merkle tree cut down to the branches that lead to them,
 * walked from the root, depth first. `cbTxMerkleTree` of a masternode list diff is one, in hexadecimal.
 *
 * Source: `CPartialMerkleTree` in `src/merkleblock.h` of dashpay/dash.
 */
export interface PartialMerkleTree {
  /** Number of transactions of the block. */
  readonly transactionCount: number;
  /** Matched ids, and the roots of the branches that were cut off; in display order. */
  readonly hashes: readonly string[];
  /** A bit a visited node, set above a match and on it; the lowest bit of the first byte first, padded with zeros. */
  readonly flags: Uint8Array;
}

/**
 * Describes the transactions that a partial merkle tree proves to be in the block with `merkleRoot`, or the defect of
 * the proof.
 */
export type MerkleProof =
  | { readonly valid: true; readonly merkleRoot: string; readonly matches: readonly MerkleMatch[] }
  | { readonly valid: false; readonly reason: MerkleProofDefect };

/** Describes a transaction that a proof shows to be in the block. */
export interface MerkleMatch {
  readonly txid: string;
  /** Its place in the block, from 0. */
  readonly index: number;
}

/** Lists the defects of a proof. Stable: programs may match on them. */
export type MerkleProofDefect =
  | 'no-transactions'
  | 'too-many-transactions'
  | 'too-many-hashes'
  | 'fewer-flags-than-hashes'
  | 'flags-exhausted'
  | 'hashes-exhausted'
  | 'identical-branches'
  | 'flags-left-over'
  | 'hashes-left-over';

/** More transactions of 60 bytes do not fit in a block. */
const MAX_TRANSACTIONS = Math.floor(MAX_BLOCK_SIZE / 60);
const HASH_SIZE = 32;
/** Each takes two hashes of 64 and 32 bytes. */
const PARENTS_PER_STEP = 500;

/**
 * Returns the partial merkle tree that `bytes` serialise, the whole of them.
 * @throws {MalformedBytesError} on anything but one canonical serialisation.
 */
export function decodePartialMerkleTree(bytes: Uint8Array): PartialMerkleTree {
  return readAll(bytes, readPartialMerkleTree);
}

/** Returns the serialisation of `tree`. */
export function encodePartialMerkleTree(tree: PartialMerkleTree): Uint8Array {
  const writer = new ByteWriter().u32(tree.transactionCount);
  writer.list(tree.hashes, (to, hash) => to.hash(hash)).varBytes(tree.flags);
  return writer.toBytes();
}

/**
 * Decodes as {@link decodePartialMerkleTree} does, from hexadecimal text as in `cbTxMerkleTree`.
 * @throws {RangeError} when the text is not hexadecimal.
 * @throws {MalformedBytesError} on anything but one canonical serialisation.
 */
export function partialMerkleTreeFromHex(hex: string): PartialMerkleTree {
  return decodePartialMerkleTree(hexToBytes(hex));
}

/** Returns the serialisation of `tree` in hexadecimal. */
export function partialMerkleTreeToHex(tree: PartialMerkleTree): string {
  return bytesToHex(encodePartialMerkleTree(tree));
}

/**
 * Returns the proof that the transactions of `matched` are in a block.
 * @param txids all ids of the block, in its order
 * @throws {RangeError} when there are none.
 */
export function buildPartialMerkleTree(
  txids: readonly string[],
  matched: ReadonlySet<string>,
): PartialMerkleTree {
  return runAtOnce(treeSteps(txids, matched));
}

/**
 * Builds a proof as {@link buildPartialMerkleTree} does, in turns of the event loop.
 * @throws {RangeError} (it rejects) when there are none.
 */
export async function buildPartialMerkleTreeInTurns(
  txids: readonly string[],
  matched: ReadonlySet<string>,
): Promise<PartialMerkleTree> {
  return runInTurns(treeSteps(txids, matched));
}

function* treeSteps(
  txids: readonly string[],
  matched: ReadonlySet<string>,
): Generator<undefined, PartialMerkleTree> {
  const root = yield* growTree(txids, matched);
  const hashes: string[] = [];
  const bits: boolean[] = [];
  const visit = (node: TreeNode): void => {
    bits.push(node.aboveMatch);
    if (!node.aboveMatch || node.children.length === 0) hashes.push(displayHash(node.hash));
    else for (const child of node.children) visit(child);
  };
  visit(root);
  return { transactionCount: txids.length, hashes, flags: packBits(bits) };
}

/**
 * Returns the transactions that `tree` proves to be in a block, and the merkle root of that block. The caller compares that root with the
 * one of a block header it trusts.
 *
 * Source: `CPartialMerkleTree::ExtractMatches` in `src/merkleblock.cpp` of dashpay/dash, with all of its checks.
 */
export function extractMerkleProof(tree: PartialMerkleTree): MerkleProof {
  const { transactionCount, hashes, flags } = tree;
  if (transactionCount === 0) return { valid: false, reason: 'no-transactions' };
  if (transactionCount > MAX_TRANSACTIONS) return { valid: false, reason: 'too-many-transactions' };
  if (hashes.length > transactionCount) return { valid: false, reason: 'too-many-hashes' };
  if (flags.length * 8 < hashes.length) return { valid: false, reason: 'fewer-flags-than-hashes' };
  return new ProofWalk(tree).run();
}

class ProofWalk {
  readonly #tree: PartialMerkleTree;
  readonly #matches: MerkleMatch[] = [];
  #flagsUsed = 0;
  #hashesUsed = 0;
  #defect: MerkleProofDefect | undefined;

  constructor(tree: PartialMerkleTree) {
    this.#tree = tree;
  }

  run(): MerkleProof {
    const { transactionCount, hashes, flags } = this.#tree;
    const root = this.#node(treeHeight(transactionCount), 0);
    if (root === undefined) return { valid: false, reason: this.#defect ?? 'flags-exhausted' };
    if (Math.ceil(this.#flagsUsed / 8) !== flags.length) return { valid: false, reason: 'flags-left-over' };
    if (this.#hashesUsed !== hashes.length) return { valid: false, reason: 'hashes-left-over' };
    return { valid: true, merkleRoot: displayHash(root), matches: this.#matches };
  }

  /** Returns the hash of a node in internal order; nothing once a defect was found. */
  #node(height: number, position: number): Uint8Array | undefined {
    const flag = this.#nextFlag();
    if (flag === undefined) return this.#fail('flags-exhausted');
    if (height === 0 || !flag) return this.#storedNode(height === 0 && flag, position);
    const left = this.#node(height - 1, position * 2);
    if (left === undefined) return undefined;
    if (position * 2 + 1 >= treeWidth(this.#tree.transactionCount, height - 1))
      return merkleParent(left, left);
    const right = this.#node(height - 1, position * 2 + 1);
    if (right === undefined) return undefined;
    if (compareBytes(left, right) === 0) return this.#fail('identical-branches');
    return merkleParent(left, right);
  }

  #storedNode(matched: boolean, position: number): Uint8Array | undefined {
    const hash = this.#tree.hashes[this.#hashesUsed];
    if (hash === undefined) return this.#fail('hashes-exhausted');
    this.#hashesUsed += 1;
    if (matched) this.#matches.push({ txid: hash, index: position });
    return internalHash(hash);
  }

  #nextFlag(): boolean | undefined {
    const byte = this.#tree.flags[this.#flagsUsed >>> 3];
    if (byte === undefined) return undefined;
    const flag = (byte & (1 << (this.#flagsUsed & 7))) !== 0;
    this.#flagsUsed += 1;
    return flag;
  }

  #fail(defect: MerkleProofDefect): undefined {
    this.#defect = defect;
    return undefined;
  }
}

function readPartialMerkleTree(reader: ByteReader): PartialMerkleTree {
  return {
    transactionCount: reader.u32(),
    hashes: reader.list(HASH_SIZE, (from) => from.hash()),
    flags: reader.varBytes(),
  };
}

function treeWidth(leaves: number, height: number): number {
  return Math.ceil(leaves / 2 ** height);
}

function treeHeight(leaves: number): number {
  let height = 0;
  while (treeWidth(leaves, height) > 1) height += 1;
  return height;
}

interface TreeNode {
  /** In internal order. */
  readonly hash: Uint8Array;
  /** True if a matched leaf is below it, or it is one. */
  readonly aboveMatch: boolean;
  readonly children: readonly TreeNode[];
}

function* growTree(txids: readonly string[], matched: ReadonlySet<string>): Generator<undefined, TreeNode> {
  let level = txids.map((txid): TreeNode => ({
    hash: internalHash(txid),
    aboveMatch: matched.has(txid),
    children: [],
  }));
  while (level.length > 1) level = yield* parentLevel(level);
  const [root] = level;
  if (root === undefined) throw new RangeError('a block has at least one transaction');
  return root;
}

function* parentLevel(level: readonly TreeNode[]): Generator<undefined, TreeNode[]> {
  const parents: TreeNode[] = [];
  for (const [i, left] of level.entries()) {
    if (i % 2 === 1) continue;
    if (parents.length % PARENTS_PER_STEP === PARENTS_PER_STEP - 1) yield;
    const right = level[i + 1];
    parents.push({
      hash: merkleParent(left.hash, (right ?? left).hash),
      aboveMatch: left.aboveMatch || right?.aboveMatch === true,
      children: right === undefined ? [left] : [left, right],
    });
  }
  return parents;
}

function packBits(bits: readonly boolean[]): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  for (const [i, bit] of bits.entries()) {
    if (bit) bytes[i >>> 3] = (bytes[i >>> 3] ?? 0) | (1 << (i & 7));
  }
  return bytes;
}
