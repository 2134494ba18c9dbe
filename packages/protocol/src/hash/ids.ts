import type { AddressInput } from '../address/address-funds.js';
import type { AssetLockProof } from '../asset-lock/asset-lock-proof.js';
import type { ValueOf } from '../codec/codec.js';
import { encode } from '../codec/serialize.js';
import { compareBytes } from '../codec/compare.js';
import { contestedDocumentResourceVotePoll } from '../vote/vote-poll.js';
import { doubleSha256, hash160, joined, sha256, u64BigEndian } from './hashes.js';

const UTF_8 = new TextEncoder();

/** Returns the id of a transition: SHA-256 of its bytes as they were sent. */
export const stateTransitionId = (bytes: Uint8Array): Uint8Array => sha256(bytes);

/**
 * Returns the id of a contract. `identityNonce` is that of the transition that creates it. Source:
 * `packages/rs-dpp/src/data_contract/generate_data_contract.rs` of dashpay/platform.
 */
export const dataContractId = (ownerId: Uint8Array, identityNonce: bigint): Uint8Array =>
  doubleSha256(joined(ownerId, u64BigEndian(identityNonce)));

/** Returns the id of a document. Source: `packages/rs-dpp/src/document/generate_document_id.rs` of dashpay/platform. */
export const documentId = (
  contractId: Uint8Array,
  ownerId: Uint8Array,
  documentType: string,
  entropy: Uint8Array,
): Uint8Array => doubleSha256(joined(contractId, ownerId, UTF_8.encode(documentType), entropy));

/** Returns the id of a token. Source: `packages/rs-dpp/src/tokens/mod.rs` of dashpay/platform. */
export const tokenId = (contractId: Uint8Array, position: number): Uint8Array =>
  doubleSha256(joined(UTF_8.encode('dash_token'), contractId, Uint8Array.of(position >> 8, position & 0xff)));

/** Returns the 36 bytes that name an output of layer 1: the transaction id in internal order, the index in little endian. */
export function outPointBytes(transactionId: Uint8Array, outputIndex: number): Uint8Array {
  const index = new Uint8Array(4);
  new DataView(index.buffer).setUint32(0, outputIndex, true);
  return joined(transactionId, index);
}

/**
 * Returns the output that an asset lock proof names. Source:
 * `packages/rs-dpp/src/identity/state_transition/asset_lock_proof/mod.rs` of dashpay/platform.
 */
export const assetLockOutPoint = (proof: AssetLockProof): Uint8Array =>
  proof.type === 'chain'
    ? outPointBytes(proof.outPoint.transactionId, proof.outPoint.outputIndex)
    : outPointBytes(assetLockTransactionId(proof.transaction), proof.outputIndex);

/** Returns the id of a layer-1 transaction in internal order: SHA-256 twice of all its bytes. */
const assetLockTransactionId = (transaction: Uint8Array): Uint8Array => doubleSha256(transaction);

/** Returns the id of the identity that an asset lock creates. */
export const identityIdFromAssetLock = (proof: AssetLockProof): Uint8Array =>
  doubleSha256(assetLockOutPoint(proof));

/** Returns the id of the identity that votes for a masternode: one hash, not two. */
export const voterIdentityId = (proTxHash: Uint8Array, votingKeyHash: Uint8Array): Uint8Array =>
  sha256(joined(proTxHash, votingKeyHash));

/** Returns the id of the identity that inputs of addresses create: nonces as in the transition. */
export function identityIdFromAddresses(inputs: readonly AddressInput[]): Uint8Array {
  const entries = inputs.map(({ address, nonce }) =>
    joined(Uint8Array.of(address.type === 'p2pkh' ? 0 : 1), address.hash, littleEndianVarint(nonce)),
  );
  return doubleSha256(joined(littleEndianVarint(inputs.length), ...entries));
}

/** Writes a variable-length integer with its bytes in little endian, which the network does here and nowhere else. */
function littleEndianVarint(value: number): Uint8Array {
  if (value < 0xfb) return Uint8Array.of(value);
  const size = value <= 0xffff ? 2 : 4;
  const bytes = new Uint8Array(1 + size);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, size === 2 ? 0xfb : 0xfc);
  if (size === 2) view.setUint16(1, value, true);
  else view.setUint32(1, value, true);
  return bytes;
}

/** Returns the id of the identity that spent notes of the shielded pool create. */
export const identityIdFromNullifiers = (nullifiers: readonly Uint8Array[]): Uint8Array =>
  doubleSha256(joined(...nullifiers.toSorted(compareBytes)));

/** Returns the hash under which a key is found: that of the data, or the data where it is a hash already. */
export const publicKeyHash = (type: string, data: Uint8Array): Uint8Array =>
  type === 'ECDSA_SECP256K1' || type === 'BLS12_381' ? hash160(data) : data;

/**
 * Returns the id of a poll, which is also that of the credits that contenders put into it: the double hash of its bytes.
 *
 * Source: `packages/rs-dpp/src/voting/vote_polls/contested_document_resource_vote_poll/mod.rs` in dashpay/platform.
 */
export const votePollId = (poll: ValueOf<typeof contestedDocumentResourceVotePoll>): Uint8Array =>
  doubleSha256(encode(contestedDocumentResourceVotePoll, poll));
