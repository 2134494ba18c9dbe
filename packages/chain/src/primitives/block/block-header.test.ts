import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordedBlock, recordedRequest, recordedResponse, RECORDED_BLOCKS } from '../../../test/recorded.js';
import { looseness } from '../../../test/strict-decoder.js';
import { bytesToHex, displayHash, hexToBytes, ZERO_HASH } from '../../base/bytes/hex.js';
import { x11 } from '../../base/crypto/x11.js';
import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';
import { blockHash, decodeBlockHeader, encodeBlockHeader } from './block-header.js';
import { BLOCK_HEADER_SIZE } from './block-header-size.js';

interface PrintedHeader {
  readonly version: number;
  readonly previousblockhash: string;
  readonly merkleroot: string;
  readonly time: number;
  readonly bits: string;
  readonly nonce: number;
}

const headers = RECORDED_BLOCKS.map(({ hex }) => hexToBytes(hex).slice(0, BLOCK_HEADER_SIZE));

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytesToHex);
const uint32 = fc.integer({ min: 0, max: 0xffffffff });
const anyHeader = fc.record({
  version: fc.integer(),
  previousBlockHash: hash,
  merkleRoot: hash,
  time: uint32,
  bits: uint32,
  nonce: uint32,
});

const FIELDS = ['version', 'previousBlockHash', 'merkleRoot', 'time', 'bits', 'nonce'] as const;

describe('a block header', () => {
  it('has the X11 hash of its own bytes when it is asked again, and beside headers that differ in one field', () => {
    fc.assert(
      fc.property(anyHeader, anyHeader, fc.constantFrom(...FIELDS), (one, other, field) => {
        const changed = { ...one, [field]: other[field] };
        for (const header of [one, changed, one, changed])
          expect(blockHash(header)).toBe(displayHash(x11(encodeBlockHeader(header))));
      }),
      { numRuns: 50 },
    );
  });

  it('has the recorded X11 hash and links to its parent on the whole recorded chain', () => {
    let previous = ZERO_HASH;
    for (const [height, bytes] of headers.entries()) {
      const header = decodeBlockHeader(bytes);
      expect(header.previousBlockHash).toBe(previous);
      previous = blockHash(header);
      expect(previous).toBe(recordedBlock(height).hash);
      expect(encodeBlockHeader(header)).toEqual(bytes);
    }
  });

  it('has the fields printed by getblockheader', () => {
    const { result: printed }: { result: PrintedHeader } = JSON.parse(recordedResponse('getblockheader'));
    const { result: raw }: { result: string } = JSON.parse(recordedResponse('getblockheader raw'));
    const {
      params: [hash],
    }: { params: [string] } = JSON.parse(recordedRequest('getblockheader raw'));
    const header = decodeBlockHeader(hexToBytes(raw));
    expect(blockHash(header)).toBe(hash);
    expect(header).toEqual({
      version: printed.version,
      previousBlockHash: printed.previousblockhash,
      merkleRoot: printed.merkleroot,
      time: printed.time,
      bits: Number.parseInt(printed.bits, 16),
      nonce: printed.nonce,
    });
  });

  it('decodes the result of getblockheaders as the first headers of the chain', () => {
    const label = 'getblockheaders: 3 from genesis, raw';
    const { result: raw }: { result: string[] } = JSON.parse(recordedResponse(label));
    const headers = raw.map((hex) => decodeBlockHeader(hexToBytes(hex)));
    const hashes = headers.map(blockHash);
    const {
      params: [genesis],
    }: { params: [string] } = JSON.parse(recordedRequest(label));
    expect(hashes).toEqual([genesis, recordedBlock(1).hash, recordedBlock(2).hash]);
  });

  it('round-trips through bytes, including the sign of the version', () => {
    fc.assert(
      fc.property(anyHeader, (header) => {
        expect(decodeBlockHeader(encodeBlockHeader(header))).toEqual(header);
      }),
    );
  });

  it.each([0, 79, 81])('rejects %i bytes', (length) => {
    expect(() => decodeBlockHeader(new Uint8Array(length))).toThrow(MalformedBytesError);
  });

  it('decodes strictly', () => {
    expect(
      looseness({ decode: decodeBlockHeader, encode: encodeBlockHeader }, headers.slice(0, 3)),
    ).toBeUndefined();
  });
});
