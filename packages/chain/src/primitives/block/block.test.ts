import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  recordedBlock,
  recordedResponse,
  RECORDED_BLOCKS,
  RECORDED_MESSAGES,
} from '../../../test/recorded.js';
import { damaged, looseness } from '../../../test/strict-decoder.js';
import { bytesToHex, hexToBytes } from '../../base/bytes/hex.js';
import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';
import { decodeTransaction, isCoinbase, transactionId } from '../transaction/transaction.js';
import { blockHash } from './block-header.js';
import { decodeBlock, encodeBlock } from './block.js';
import { merkleRoot } from './merkle-root.js';

const bodies = (topic: string) => RECORDED_MESSAGES.filter((m) => m.topic === topic).map((m) => m.body);

describe('a block', () => {
  it('round-trips through bytes and matches its merkle root for every recorded block', () => {
    for (const { hash, hex } of RECORDED_BLOCKS) {
      const block = decodeBlock(hexToBytes(hex));
      expect(bytesToHex(encodeBlock(block))).toBe(hex);
      expect(blockHash(block.header)).toBe(hash);
      expect(merkleRoot(block.transactions.map(transactionId))).toBe(block.header.merkleRoot);
      expect(block.transactions.findIndex(isCoinbase)).toBe(0);
    }
    expect(RECORDED_BLOCKS).toHaveLength(647);
  });

  it('has the fields printed by getblock', () => {
    const { result: hex }: { result: string } = JSON.parse(recordedResponse('getblock 0'));
    const { result: printed }: { result: Record<string, unknown> } = JSON.parse(
      recordedResponse('getblock 1'),
    );
    const block = decodeBlock(hexToBytes(hex));
    expect(blockHash(block.header)).toBe(printed['hash']);
    expect(block.header.merkleRoot).toBe(printed['merkleroot']);
    expect(block.transactions.map(transactionId)).toEqual(printed['tx']);
    expect(hex).toHaveLength(Number(printed['size']) * 2);
  });

  it('has the hashes and transaction ids published over ZMQ', () => {
    const blocks = bodies('rawblock').map((hex) => decodeBlock(hexToBytes(hex)));
    expect(blocks.map(({ header }) => blockHash(header))).toEqual(bodies('hashblock'));
    const txids = bodies('rawtx').map((hex) => transactionId(decodeTransaction(hexToBytes(hex))));
    expect(txids).toEqual(bodies('hashtx'));
    expect(txids.length).toBeGreaterThan(0);
    for (const { header, transactions } of blocks) {
      expect(merkleRoot(transactions.map(transactionId))).toBe(header.merkleRoot);
      for (const transaction of transactions) expect(txids).toContain(transactionId(transaction));
    }
  });

  it('rejects an impossible count of transactions before allocating', () => {
    const header = hexToBytes(recordedBlock(0).hex).slice(0, 80);
    for (const count of ['fe00000002', 'feffffffff', 'ffffffffffffffffff', 'fdffff']) {
      const bytes = Uint8Array.from([...header, ...hexToBytes(count)]);
      expect(() => decodeBlock(bytes)).toThrow(MalformedBytesError);
    }
  });

  const seeds = [0, 500, 611, 619, 646].map((height) => hexToBytes(recordedBlock(height).hex));

  it('decodes strictly', () => {
    expect(looseness({ decode: decodeBlock, encode: encodeBlock }, seeds)).toBeUndefined();
  });

  it('rejects truncated bytes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...seeds), fc.nat(), (bytes, cut) => {
        expect(() => decodeBlock(bytes.slice(0, cut % bytes.length))).toThrow(MalformedBytesError);
      }),
    );
  });

  it('rejects damaged bytes or decodes them with another hash or merkle root', () => {
    fc.assert(
      fc.property(damaged(seeds), (bytes) => {
        expect(['rejected', 'another hash', 'another merkle root', 'the same']).toContain(
          whatDamageDid(bytes),
        );
      }),
    );
  });
});

function whatDamageDid(bytes: Uint8Array): string {
  try {
    const { header, transactions } = decodeBlock(bytes);
    const known = RECORDED_BLOCKS.find(({ hash }) => hash === blockHash(header));
    if (known === undefined) return 'another hash';
    if (merkleRoot(transactions.map(transactionId)) !== header.merkleRoot) return 'another merkle root';
    return known.hex === bytesToHex(bytes) ? 'the same' : 'unnoticed';
  } catch (error) {
    if (error instanceof MalformedBytesError) return 'rejected';
    throw error;
  }
}
