import { doubleSha256, sha256 } from '@dapikit/protocol';

/**
 * Describes the content that a signature covers in addition to the root hash of a state: the metadata of a response.
 */
export interface StateMetadata {
  /** Height of the platform's chain: 64 bits. */
  readonly height: bigint;
  /** Height of the ChainLocked block of layer 1: 32 bits. */
  readonly coreChainLockedHeight: number;
  /** Time of the block in ms: 64 bits. */
  readonly timeMs: bigint;
  /** Protocol version: 32 bits. */
  readonly protocolVersion: number;
  /** Names the chain, such as `dash-1` or `evo1`. */
  readonly chainId: string;
}

/** Signature of a quorum over a state: the fields of the proof of a response. */
export interface StateSignature {
  /** LLMQ type of the quorum, such as 4 (mainnet), 6 (testnet) or 106 (regtest). */
  readonly quorumType: number;
  /** Hash of the quorum in display order: 32 bytes. */
  readonly quorumHash: Uint8Array;
  /** Round of the commit. */
  readonly round: number;
  /** Hash of the block id: 32 bytes. */
  readonly blockIdHash: Uint8Array;
  /** BLS signature: 96 bytes. */
  readonly signature: Uint8Array;
}

type SignedRound = Pick<StateSignature, 'round' | 'blockIdHash'>;
type SigningQuorum = Pick<StateSignature, 'quorumType' | 'quorumHash'>;

const UTF_8 = new TextEncoder();
const REQUEST_PREFIX = UTF_8.encode('dpbvote');
const PRECOMMIT = 2;

/** Returns an integer as bytes in little endian. */
function littleEndian(value: bigint | number, bytes: 4 | 8): Uint8Array {
  const written = new Uint8Array(8);
  new DataView(written.buffer).setBigUint64(0, BigInt.asUintN(64, BigInt(value)), true);
  return written.subarray(0, bytes);
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * Returns the state id: SHA-256 of the protobuf message StateID behind its length. Fields of value zero are left out.
 * Source: `proto/tendermint/types/types.proto` of dashpay/tenderdash, `abci/src/signatures.rs` of dashpay/rs-tenderdash-abci.
 */
export function stateId(rootHash: Uint8Array, metadata: StateMetadata): Uint8Array {
  const fixed = (field: number, value: bigint | number, bytes: 4 | 8): Uint8Array =>
    BigInt(value) === 0n
      ? new Uint8Array()
      : joined(Uint8Array.of((field << 3) | (bytes === 8 ? 1 : 5)), littleEndian(value, bytes));
  const message = joined(
    fixed(1, metadata.protocolVersion, 8),
    fixed(2, metadata.height, 8),
    Uint8Array.of((3 << 3) | 2, rootHash.length),
    rootHash,
    fixed(4, metadata.coreChainLockedHeight, 4),
    fixed(5, metadata.timeMs, 8),
  );
  return sha256(joined(Uint8Array.of(message.length), message));
}

/**
 * Returns the bytes of the vote that a quorum signs. Source: `CanonicalVote` in `proto/tendermint/types/canonical.proto` of
 * dashpay/tenderdash, `abci/src/signatures.rs` of dashpay/rs-tenderdash-abci.
 */
export function voteSignBytes(
  idOfState: Uint8Array,
  { height, chainId }: Pick<StateMetadata, 'height' | 'chainId'>,
  { round, blockIdHash }: SignedRound,
): Uint8Array {
  return joined(
    littleEndian(PRECOMMIT, 4),
    littleEndian(height, 8),
    littleEndian(round, 8),
    blockIdHash,
    idOfState,
    UTF_8.encode(chainId),
  );
}

/**
 * Returns the digest that a quorum signs: SHA-256 twice of the quorum, the request id and the hash of the vote, with hashes in
 * reversed order. Source: `abci/src/signatures.rs` of dashpay/rs-tenderdash-abci.
 */
export function voteSignDigest(
  signBytes: Uint8Array,
  { height }: Pick<StateMetadata, 'height'>,
  { round, quorumType, quorumHash }: SigningQuorum & Pick<SignedRound, 'round'>,
): Uint8Array {
  const requestId = sha256(joined(REQUEST_PREFIX, littleEndian(height, 8), littleEndian(round, 4)));
  return doubleSha256(
    joined(
      Uint8Array.of(quorumType),
      quorumHash.toReversed(),
      requestId.toReversed(),
      sha256(signBytes).toReversed(),
    ),
  );
}

/** Returns the digest that the signature of a state covers. */
export const stateSignDigest = (
  rootHash: Uint8Array,
  metadata: StateMetadata,
  signature: Omit<StateSignature, 'signature'>,
): Uint8Array =>
  voteSignDigest(voteSignBytes(stateId(rootHash, metadata), metadata, signature), metadata, signature);
