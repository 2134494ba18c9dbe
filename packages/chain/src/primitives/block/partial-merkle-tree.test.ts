import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RECORDED_BLOCKS, RECORDED_DIFFS } from '../../../test/recorded.js';
import { turnsOf } from '../../../test/turns-of.js';
import { looseness } from '../../../test/strict-decoder.js';
import { hexToBytes } from '../../base/bytes/hex.js';
import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';
import { decodeTransaction, transactionId } from '../transaction/transaction.js';
import { blockHash } from './block-header.js';
import { decodeBlock } from './block.js';
import { merkleRoot } from './merkle-root.js';
import {
  buildPartialMerkleTree,
  buildPartialMerkleTreeInTurns,
  decodePartialMerkleTree,
  encodePartialMerkleTree,
  extractMerkleProof,
  partialMerkleTreeFromHex,
  partialMerkleTreeToHex,
  type PartialMerkleTree,
} from './partial-merkle-tree.js';

const blocks = new Map(
  RECORDED_BLOCKS.map(({ hex }) => {
    const block = decodeBlock(hexToBytes(hex));
    return [
      blockHash(block.header),
      { root: block.header.merkleRoot, txids: block.transactions.map(transactionId) },
    ];
  }),
);
const leaf = (n: number) => (n + 1).toString(16).padStart(64, '0');
const leaves = (count: number) => Array.from({ length: count }, (_, i) => leaf(i));

describe('a partial merkle tree', () => {
  it('proves the coinbase of every recorded diff and is rebuilt byte for byte', () => {
    for (const { result } of RECORDED_DIFFS) {
      const { root, txids } = blocks.get(result.blockHash)!;
      const coinbase = transactionId(decodeTransaction(hexToBytes(result.cbTx)));
      expect(extractMerkleProof(partialMerkleTreeFromHex(result.cbTxMerkleTree))).toEqual({
        valid: true,
        merkleRoot: root,
        matches: [{ txid: coinbase, index: 0 }],
      });
      expect(partialMerkleTreeToHex(buildPartialMerkleTree(txids, new Set([coinbase])))).toBe(
        result.cbTxMerkleTree,
      );
    }
    expect(RECORDED_DIFFS.length).toBeGreaterThan(8);
  });

  it('proves exactly the transactions it was built for, whatever the block size', () => {
    const cases = fc
      .integer({ min: 1, max: 70 })
      .chain((count) => fc.tuple(fc.constant(count), fc.subarray(leaves(count))));
    fc.assert(
      fc.property(cases, ([count, matched]) => {
        const txids = leaves(count);
        const tree = buildPartialMerkleTree(txids, new Set(matched));
        expect(decodePartialMerkleTree(encodePartialMerkleTree(tree))).toEqual(tree);
        expect(extractMerkleProof(tree)).toEqual({
          valid: true,
          merkleRoot: merkleRoot(txids),
          matches: matched.map((txid) => ({ txid, index: txids.indexOf(txid) })),
        });
      }),
    );
  });

  const honest = buildPartialMerkleTree(leaves(7), new Set([leaf(2), leaf(6)]));
  const defects: [string, PartialMerkleTree][] = [
    ['no-transactions', { ...honest, transactionCount: 0 }],
    ['too-many-transactions', { ...honest, transactionCount: 33334 }],
    ['too-many-hashes', { transactionCount: 1, hashes: leaves(2), flags: Uint8Array.of(3) }],
    ['fewer-flags-than-hashes', { transactionCount: 9, hashes: leaves(9), flags: Uint8Array.of(0xff) }],
    ['flags-exhausted', { ...honest, flags: Uint8Array.of(0xff), transactionCount: 16 }],
    ['hashes-exhausted', { ...honest, hashes: honest.hashes.slice(0, -1) }],
    ['identical-branches', { transactionCount: 2, hashes: [leaf(0), leaf(0)], flags: Uint8Array.of(0b111) }],
    ['flags-left-over', { ...honest, flags: Uint8Array.of(...honest.flags, 0) }],
    ['hashes-left-over', { ...honest, hashes: [...honest.hashes, leaf(40)] }],
  ];

  it.each(defects)('is invalid with %s', (reason, tree) => {
    expect(extractMerkleProof(tree)).toEqual({ valid: false, reason });
  });

  it('reads no more transactions than a block has, and no deeper than their tree', () => {
    const tree = { transactionCount: 33333, hashes: leaves(1), flags: Uint8Array.of(0) };
    expect(extractMerkleProof(tree)).toEqual({ valid: true, merkleRoot: leaf(0), matches: [] });
    const deep = { transactionCount: 33333, hashes: leaves(30), flags: new Uint8Array(1000).fill(0xff) };
    expect(extractMerkleProof(deep)).toEqual({ valid: false, reason: 'hashes-exhausted' });
  });

  it('decodes strictly', () => {
    const recorded = RECORDED_DIFFS.map(({ result }) => hexToBytes(result.cbTxMerkleTree));
    expect(
      looseness({ decode: decodePartialMerkleTree, encode: encodePartialMerkleTree }, recorded),
    ).toBeUndefined();
  });

  it('proves no foreign transaction, however it is damaged', () => {
    const txids = leaves(7);
    const bits = fc.record({
      at: fc.nat(honest.flags.length * 8 - 1),
      hash: fc.nat(honest.hashes.length - 1),
      leaf: fc.nat(20),
    });
    fc.assert(
      fc.property(
        bits,
        fc.boolean(),
        fc.integer({ min: 1, max: 9 }),
        ({ at, hash, leaf: n }, swap, transactionCount) => {
          const flags = honest.flags.map((byte, i) => (i === at >>> 3 ? byte ^ (1 << (at & 7)) : byte));
          const hashes = swap ? honest.hashes.with(hash, leaf(n)) : honest.hashes;
          const proof = extractMerkleProof({ transactionCount, hashes, flags });
          if (!proof.valid || proof.merkleRoot !== merkleRoot(txids) || transactionCount !== txids.length)
            return;
          for (const { txid, index } of proof.matches) expect(txids[index]).toBe(txid);
        },
      ),
    );
  });

  it('rejects invalid hexadecimal and an impossible count of hashes', () => {
    expect(() => partialMerkleTreeFromHex('0x')).toThrow(RangeError);
    expect(() => partialMerkleTreeFromHex('')).toThrow(MalformedBytesError);
    expect(() => partialMerkleTreeFromHex('01000000fe00000002')).toThrow(MalformedBytesError);
  });

  it('of a large block is built in turns of the event loop with the same result', async () => {
    const txids = Array.from({ length: 5000 }, (_, index) => index.toString(16).padStart(64, '0'));
    const matched = new Set([txids[0]!, txids[4321]!]);
    const { result, turns } = await turnsOf(buildPartialMerkleTreeInTurns(txids, matched));
    expect(result).toEqual(buildPartialMerkleTree(txids, matched));
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  it('cannot be built for a block without transactions', () => {
    expect(() => buildPartialMerkleTree([], new Set())).toThrow(RangeError);
  });
});
