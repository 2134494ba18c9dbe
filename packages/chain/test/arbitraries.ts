import * as fc from 'fast-check';
import type { BitSet } from '../src/base/bytes/bit-set.js';
import { bytesToHex } from '../src/base/bytes/hex.js';
import { parseExtendedAddress, type ExtendedAddress } from '../src/primitives/masternode/extended-address.js';
import type { FinalCommitment } from '../src/primitives/masternode/final-commitment.js';
import type { MasternodeAddresses } from '../src/primitives/masternode/masternode-addresses.js';
import { formatIp } from '../src/primitives/masternode/network-address.js';

/** `size` bytes in hexadecimal. */
export const anyHex = (size: number) => fc.uint8Array({ minLength: size, maxLength: size }).map(bytesToHex);
export const anyHash = anyHex(32);
export const anyKeyId = anyHex(20);
export const anyPublicKey = anyHex(48);
export const anySignature = anyHex(96);
export const anyUint8 = fc.nat(0xff);
export const anyUint16 = fc.nat(0xffff);
export const anyUint32 = fc.nat(0xffffffff);
export const anyInt64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
export const anyBytes = fc.uint8Array({ maxLength: 300 });

const anyIp = fc.oneof(
  fc.ipV4(),
  fc.uint8Array({ minLength: 16, maxLength: 16 }).map(formatIp),
  fc.constant('::'),
);

export const anyExtendedAddress: fc.Arbitrary<ExtendedAddress> = fc
  .record({
    host: fc.constantFrom(
      '1.2.3.4',
      '[2001:4860:4860::8888]',
      '[fc32:17ea:e415:c3bf:9808:149d:b5a2:c9aa]',
      'pg6mmjiyjmcrsslvykfwnntlaru7p5svn6y2ymmju6nubxndf4pscryd.onion',
      'ukeu3k5oycgaauneqgtnvselmt4yemvoilkln7jpvamvfx7dnkdq.b32.i2p',
      'server-1.example.org',
    ),
    port: fc.integer({ min: 1, max: 0xffff }),
  })
  .map(({ host, port }) => parseExtendedAddress(`${host}:${port}`));

/** Addresses of the kind that goes with `version`. */
export function anyAddresses(version: number): fc.Arbitrary<MasternodeAddresses> {
  if (version < 3) {
    return fc.record({ kind: fc.constant('single'), service: fc.record({ ip: anyIp, port: anyUint16 }) });
  }
  const list = fc.array(anyExtendedAddress, { maxLength: 4 });
  return fc.record({ kind: fc.constant('extended'), coreP2p: list, platformP2p: list, platformHttps: list });
}

const anyBitSet = fc.array(fc.boolean(), { maxLength: 60 }).map(bitSet);

/** The bit set with these bits. */
export function bitSet(bits: readonly boolean[]): BitSet {
  const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, (_, i) =>
    bits.slice(i * 8, i * 8 + 8).reduce((byte, bit, place) => byte | (Number(bit) << place), 0),
  );
  return { size: bits.length, bytes: Uint8Array.from(bytes) };
}

export const anyFinalCommitment: fc.Arbitrary<FinalCommitment> = fc
  .constantFrom(1 as const, 2 as const, 3 as const, 4 as const)
  .chain((version) =>
    fc.record({
      version: fc.constant(version),
      llmqType: anyUint8,
      quorumHash: anyHash,
      quorumIndex: version % 2 === 0 ? fc.integer({ min: -0x8000, max: 0x7fff }) : fc.constant(0),
      signers: anyBitSet,
      validMembers: anyBitSet,
      quorumPublicKey: anyPublicKey,
      quorumVvecHash: anyHash,
      quorumSig: anySignature,
      membersSig: anySignature,
    }),
  );
