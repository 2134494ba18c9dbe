import { blockHash, decodeBlockHeader, NETWORKS, type BlockHeader } from '@dapikit/chain/browser';
import { describe, expect, it } from 'vitest';
import { recordedHeaders } from '../../test/recorded-folders.js';
import { HeaderChain } from './header-chain.js';

const FIRST = 942_249;
const bytes = recordedHeaders('testnet-942249');
const headers = Array.from({ length: 400 }, (_, at) =>
  decodeBlockHeader(bytes.subarray(at * 80, (at + 1) * 80)),
);
const hashes = headers.map(blockHash);
const start = { height: FIRST, hash: hashes[0]! };

/** Returns a header of regtest on a parent, with work for the easiest target. */
function mined(parent: string, time: number, bits = 0x207fffff): BlockHeader {
  for (let nonce = 0; ; nonce += 1) {
    const header = { version: 1, previousBlockHash: parent, merkleRoot: '00'.repeat(32), time, bits, nonce };
    if (BigInt(`0x${blockHash(header)}`) < 2n ** 255n - 1n) return header;
  }
}

function branch(parent: string, length: number, time: number): BlockHeader[] {
  const made: BlockHeader[] = [];
  for (let at = 0; at < length; at += 1)
    made.push(mined(at === 0 ? parent : blockHash(made[at - 1]!), time + at));
  return made;
}

describe('a header chain', () => {
  it('follows real headers with the check of targets, before and after a ChainLock', () => {
    const chain = new HeaderChain(start, NETWORKS.testnet, { checkWork: true });
    chain.add(headers.slice(1, 200));
    chain.lock({ height: FIRST + 150, hash: hashes[150]! });
    expect(chain.add(headers.slice(151))).toEqual(
      expect.objectContaining({ height: FIRST + 399, hash: hashes[399] }),
    );
    for (const at of [0, 1, 149, 150, 151, 399]) expect(chain.hashAt(FIRST + at)).toBe(hashes[at]);
    expect([chain.hashAt(FIRST - 1), chain.hashAt(FIRST + 400)]).toEqual([undefined, undefined]);
    expect(chain.headerAt(FIRST + 300)).toEqual(headers[300]);
  });

  it('rejects headers without a parent or work, and a target that does not follow', () => {
    const chain = new HeaderChain(start, NETWORKS.testnet, { checkWork: true });
    const reasonOf = (header: BlockHeader) => {
      try {
        return chain.add([header]).hash;
      } catch (error) {
        return error;
      }
    };
    expect(reasonOf(headers[2]!)).toMatchObject({ reason: 'header-link' });
    expect(reasonOf({ ...headers[1]!, nonce: 0 })).toMatchObject({ reason: 'header-work' });
    expect(reasonOf(headers[1]!)).toBe(hashes[1]);
  });

  it('rejects a target that does not follow, though the hash is below it', () => {
    const before = headers.slice(0, 24).toReversed();
    const wrong = before.map(({ time, bits }) => ({ time, bits: bits - 0x100 }));
    const at = { height: FIRST + 23, hash: hashes[23]! };
    const add = (window: typeof wrong) =>
      new HeaderChain(at, NETWORKS.testnet, { checkWork: true, before: window }).add([headers[24]!]);
    expect(add(before).hash).toBe(hashes[24]);
    expect(() => add(wrong)).toThrow(expect.objectContaining({ reason: 'header-target' }));
  });

  it('follows the branch of most work, and none below the ChainLock', () => {
    const root = { height: 10, hash: 'ab'.repeat(32) };
    const chain = new HeaderChain(root, NETWORKS.regtest);
    const [short, long] = [branch(root.hash, 3, 1000), branch(root.hash, 4, 2000)];
    chain.add(short);
    chain.add(long.slice(0, 3));
    expect(chain.tip.hash).toBe(blockHash(short[2]!));
    chain.add(long.slice(3));
    expect(chain.tip).toMatchObject({ height: 14, hash: blockHash(long[3]!) });
    chain.lock({ height: 12, hash: blockHash(short[1]!) });
    expect(chain.tip).toMatchObject({ height: 13, hash: blockHash(short[2]!) });
    expect(chain.locked.height).toBe(12);
    expect(() => chain.add(long)).toThrow(expect.objectContaining({ reason: 'header-link' }));
    expect(() => chain.lock({ height: 12, hash: blockHash(long[1]!) })).toThrow(
      expect.objectContaining({ reason: 'chain-lock-conflict' }),
    );
    expect(() => chain.lock({ height: 13, hash: blockHash(long[2]!) })).toThrow(
      expect.objectContaining({ reason: 'header-link' }),
    );
  });
});
