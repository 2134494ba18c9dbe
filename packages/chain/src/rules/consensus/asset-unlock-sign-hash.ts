import { decodePayload, encodePayload } from '../../primitives/payload/payload.js';
import { transactionId, type Transaction } from '../../primitives/transaction/transaction.js';
import { PLATFORM_QUORUMS } from './quorum-types.js';
import { NULL_BLS_SIGNATURE } from '../../primitives/masternode/null-bls.js';
import { assetUnlockRequestId, signHash } from '../signing/sign-hash.js';

/**
 * Returns the hash that the platform's quorum signs for an asset unlock: 32 bytes, in internal order. It does not depend on the signature in the payload.
 *
 * Source: `CheckAssetUnlockTx` and `CAssetUnlockPayload::VerifySig` in `src/evo/assetlocktx.cpp` of dashpay/dash.
 * @throws {TypeError} for another transaction.
 */
export function assetUnlockSignHash(transaction: Transaction): Uint8Array {
  const payload = decodePayload(transaction);
  if (payload?.kind !== 'assetUnlockTx') throw new TypeError('the transaction is not an asset unlock');
  const unsigned = encodePayload({ ...payload, quorumSig: NULL_BLS_SIGNATURE });
  return signHash({
    llmqType: PLATFORM_QUORUMS.type,
    quorumHash: payload.quorumHash,
    requestId: assetUnlockRequestId(payload.index),
    messageHash: transactionId({ ...transaction, extraPayload: unsigned }),
  });
}
