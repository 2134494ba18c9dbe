import { countBits, readBitSet, writeBitSet, type BitSet } from '../../base/bytes/bit-set.js';
import type { ByteReader } from '../../base/bytes/byte-reader.js';
import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { readFixedHex, writeFixedHex } from '../../base/bytes/fixed-hex.js';
import { displayHash, ZERO_HASH } from '../../base/bytes/hex.js';
import { sha256d } from '../../base/crypto/hashes.js';
import { BLS_PUBLIC_KEY_SIZE, BLS_SIGNATURE_SIZE } from './field-sizes.js';
import {
  NULL_BLS_PUBLIC_KEY,
  NULL_BLS_SIGNATURE,
  readBlsPublicKey,
  readBlsSignature,
  type BlsScheme,
} from './null-bls.js';

/**
 * Describes what the members of a new quorum agreed on (DIP-6); a null commitment represents a quorum that failed.
 *
 * Source: `CFinalCommitment` in `src/llmq/commitment.h` of dashpay/dash.
 */
export interface FinalCommitment {
  /** 1 legacy BLS, 2 legacy BLS with an index, 3 basic BLS, 4 basic BLS with an index; others are read as 3. */
  readonly version: number;
  /** `Consensus::LLMQType`, 8 bits. */
  readonly llmqType: number;
  /** The block the quorum was made at, in display order. */
  readonly quorumHash: string;
  /** Signed, 16 bits. On the wire in versions 2 and 4 only; 0 in the others. */
  readonly quorumIndex: number;
  readonly signers: BitSet;
  readonly validMembers: BitSet;
  /** BLS public key, 48 bytes in hexadecimal. Whether it is a point of the curve is not checked. */
  readonly quorumPublicKey: string;
  /** In display order. */
  readonly quorumVvecHash: string;
  /** BLS signature, 96 bytes in hexadecimal. Whether it is a point of the curve is not checked. */
  readonly quorumSig: string;
  /** BLS signature, 96 bytes in hexadecimal. Whether it is a point of the curve is not checked. */
  readonly membersSig: string;
}

/** @throws {MalformedBytesError} when a bit set has bits beyond its end. */
export function readFinalCommitment(reader: ByteReader): FinalCommitment {
  const version = reader.u16();
  return {
    version,
    llmqType: reader.u8(),
    quorumHash: reader.hash(),
    quorumIndex: isIndexed(version) ? reader.i16() : 0,
    signers: readBitSet(reader),
    validMembers: readBitSet(reader),
    quorumPublicKey: readFixedHex(reader, BLS_PUBLIC_KEY_SIZE),
    quorumVvecHash: reader.hash(),
    quorumSig: readFixedHex(reader, BLS_SIGNATURE_SIZE),
    membersSig: readFixedHex(reader, BLS_SIGNATURE_SIZE),
  };
}

/** Writes the final commitment of a quorum. @throws {RangeError} when a field is not of its length. */
export function writeFinalCommitment(writer: ByteWriter, commitment: FinalCommitment): void {
  writer.u16(commitment.version).u8(commitment.llmqType).hash(commitment.quorumHash);
  if (isIndexed(commitment.version)) writer.i16(commitment.quorumIndex);
  writeBitSet(writer, commitment.signers);
  writeBitSet(writer, commitment.validMembers);
  writeFixedHex(writer, commitment.quorumPublicKey, BLS_PUBLIC_KEY_SIZE);
  writer.hash(commitment.quorumVvecHash);
  writeFixedHex(writer, commitment.quorumSig, BLS_SIGNATURE_SIZE);
  writeFixedHex(writer, commitment.membersSig, BLS_SIGNATURE_SIZE);
}

/** Returns the leaf of `commitment` in the merkle tree of the quorums, in display order. */
export function finalCommitmentHash(commitment: FinalCommitment): string {
  const writer = new ByteWriter();
  writeFinalCommitment(writer, commitment);
  return displayHash(sha256d(writer.toBytes()));
}

/**
 * Returns whether the quorum failed: nobody signed, and there is neither key nor signature. Such a commitment is in no list. Keys and
 * signatures that can be read in the other scheme only are none.
 *
 * Source: `CFinalCommitment::IsNull` in `src/llmq/commitment.h` of dashpay/dash.
 */
export function isNullCommitment(commitment: FinalCommitment): boolean {
  const { signers, validMembers, quorumPublicKey, quorumVvecHash, quorumSig, membersSig } = commitment;
  const scheme = blsSchemeOfCommitment(commitment);
  return (
    countBits(signers) === 0 &&
    countBits(validMembers) === 0 &&
    quorumVvecHash === ZERO_HASH &&
    readBlsPublicKey(quorumPublicKey, scheme) === NULL_BLS_PUBLIC_KEY &&
    [quorumSig, membersSig].every((hex) => readBlsSignature(hex, scheme) === NULL_BLS_SIGNATURE)
  );
}

/** Returns whether Dash Core can read the key and the signatures of a commitment. Source: `CBLSWrapper::Unserialize` in `src/bls/bls.h`. */
export function isReadableCommitment(commitment: FinalCommitment): boolean {
  const { quorumPublicKey, quorumSig, membersSig } = commitment;
  const scheme = blsSchemeOfCommitment(commitment);
  return (
    readBlsPublicKey(quorumPublicKey, scheme) !== undefined &&
    [quorumSig, membersSig].every((hex) => readBlsSignature(hex, scheme) !== undefined)
  );
}

/** Returns a commitment with the null key and signature in the place of those that are read as none. */
export function withReadBls(commitment: FinalCommitment): FinalCommitment {
  const { quorumPublicKey, quorumSig, membersSig } = commitment;
  const scheme = blsSchemeOfCommitment(commitment);
  const signatureOf = (hex: string): string =>
    readBlsSignature(hex, scheme) === NULL_BLS_SIGNATURE ? NULL_BLS_SIGNATURE : hex;
  return {
    ...commitment,
    quorumPublicKey:
      readBlsPublicKey(quorumPublicKey, scheme) === NULL_BLS_PUBLIC_KEY
        ? NULL_BLS_PUBLIC_KEY
        : quorumPublicKey,
    quorumSig: signatureOf(quorumSig),
    membersSig: signatureOf(membersSig),
  };
}

function blsSchemeOfCommitment({ version }: FinalCommitment): BlsScheme {
  return version === 1 || version === 2 ? 'legacy' : 'basic';
}

function isIndexed(version: number): boolean {
  return version === 2 || version === 4;
}
