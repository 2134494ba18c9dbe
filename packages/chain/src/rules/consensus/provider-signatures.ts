import { encodeAddress } from '../../primitives/address/address.js';
import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { bytesToHex, displayHash, hexToBytes } from '../../base/bytes/hex.js';
import { hash160, sha256d } from '../../base/crypto/hashes.js';
import { recoverPublicKey } from '../../base/crypto/recoverable-signature.js';
import { messageHash } from '../../base/crypto/signed-message.js';
import { BLS_SIGNATURE_SIZE } from '../../primitives/masternode/field-sizes.js';
import { classifyScript } from '../../primitives/script/classify-script.js';
import { encodePayload } from '../../primitives/payload/payload.js';
import type { ProRegTx } from '../../primitives/payload/pro-reg-tx.js';
import type { ProUpRegTx } from '../../primitives/payload/pro-up-reg-tx.js';
import type { ProUpRevTx } from '../../primitives/payload/pro-up-rev-tx.js';
import type { ProUpServTx } from '../../primitives/payload/pro-up-serv-tx.js';
import type { Transaction } from '../../primitives/transaction/transaction.js';

type ProviderPayload = ProRegTx | ProUpServTx | ProUpRegTx | ProUpRevTx;

/** The length byte of an empty signature. */
const EMPTY_SIGNATURE_SIZE = 1;

/**
 * Returns the hash of a provider payload that its signature is over: the payload without the signature, in internal order.
 *
 * Source: `CProRegTx` and its siblings in `src/evo/providertx.h` of dashpay/dash (serialised for a signature hash).
 */
export function providerPayloadHash(payload: ProviderPayload): Uint8Array {
  switch (payload.kind) {
    case 'proUpServTx':
    case 'proUpRevTx':
      return sha256d(encodePayload(payload).slice(0, -BLS_SIGNATURE_SIZE));
    default:
      return sha256d(
        encodePayload({ ...payload, signature: new Uint8Array() }).slice(0, -EMPTY_SIGNATURE_SIZE),
      );
  }
}

/** Returns the hash of the outputs a transaction spends, which ties a provider payload to it. In display order. */
export function inputsHash({ inputs }: Pick<Transaction, 'inputs'>): string {
  const writer = new ByteWriter();
  for (const { previousOutput } of inputs) writer.hash(previousOutput.txid).u32(previousOutput.index);
  return displayHash(sha256d(writer.toBytes()));
}

/** Returns the message that the key of an external collateral signs to register a masternode. Source: `CProRegTx::MakeSignString`. */
export function collateralMessage(payload: ProRegTx): string {
  const ownerAddress = encodeAddress(
    { kind: 'publicKeyHash', hash: hexToBytes(payload.keyIdOwner) },
    'regtest',
  );
  const votingAddress = encodeAddress(
    { kind: 'publicKeyHash', hash: hexToBytes(payload.keyIdVoting) },
    'regtest',
  );
  return [
    payoutAddress(payload.scriptPayout),
    payload.operatorReward,
    ownerAddress,
    votingAddress,
    displayHash(providerPayloadHash(payload)),
  ].join('|');
}

/** Returns whether the signature of a registration is by the key of the collateral. */
export function isSignedByCollateral(payload: ProRegTx, collateralKeyId: string): boolean {
  return isRecoverableBy(payload.signature, messageHash(collateralMessage(payload)), collateralKeyId);
}

/** Returns whether the signature of an update is by the owner. */
export function isSignedByOwner(payload: ProUpRegTx, keyIdOwner: string): boolean {
  return isRecoverableBy(payload.signature, providerPayloadHash(payload), keyIdOwner);
}

function isRecoverableBy(signature: Uint8Array, hash: Uint8Array, keyId: string): boolean {
  const publicKey = recoverPublicKey(signature, hash);
  return publicKey !== undefined && bytesToHex(hash160(publicKey)) === keyId;
}

function payoutAddress(script: Uint8Array): string {
  const classified = classifyScript(script);
  if (classified.type === 'pubkeyhash')
    return encodeAddress({ kind: 'publicKeyHash', hash: classified.hash }, 'regtest');
  if (classified.type === 'scripthash')
    return encodeAddress({ kind: 'scriptHash', hash: classified.hash }, 'regtest');
  return bytesToHex(script);
}
