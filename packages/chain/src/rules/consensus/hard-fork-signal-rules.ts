import { verifyBls } from '../../base/crypto/bls.js';
import type { FinalCommitment } from '../../primitives/masternode/final-commitment.js';
import { NULL_BLS_SIGNATURE } from '../../primitives/masternode/null-bls.js';
import { hardForkRequestId, signHash } from '../signing/sign-hash.js';
import type { MnHfTx } from '../../primitives/payload/mn-hf-tx.js';
import { encodePayload } from '../../primitives/payload/payload.js';
import { transactionId, type Transaction } from '../../primitives/transaction/transaction.js';
import { CHAIN_LOCK_QUORUMS } from './quorum-types.js';
import { REGTEST } from './regtest.js';
import type { Rule } from './rejection-error.js';
import type { SpecialContext } from './special-context.js';

type Signal = SpecialContext & { readonly payload: MnHfTx };

const LAST_VERSION_BIT = 28;

/**
 * Lists the rules of hard fork signals.
 *
 * Source: `CheckMNHFTx` and `MNHFTx::Verify` in `src/evo/mnhftx.cpp` of dashpay/dash.
 */
export const HARD_FORK_SIGNAL_RULES: readonly Rule<Signal>[] = [
  ['bad-mnhf-non-ehf', ({ payload }) => payload.versionBit === REGTEST.testDummy.bit],
  ['bad-mnhf-quorum-hash', ({ payload, hasBlock }) => !hasBlock(payload.quorumHash)],
  ['bad-mnhf-nbit-out-of-bounds', ({ payload }) => payload.versionBit > LAST_VERSION_BIT],
  ['bad-mnhf-missing-quorum', (signal) => signerOf(signal) === undefined],
  ['bad-mnhf-invalid', (signal) => !isSigned(signal)],
];

/** Returns the hash that a quorum signs for a hard fork signal: 32 bytes, in internal order. It does not depend on the signature. */
export function hardForkSignHash(transaction: Transaction, payload: MnHfTx): Uint8Array {
  const unsigned = encodePayload({ ...payload, signature: NULL_BLS_SIGNATURE });
  return signHash({
    llmqType: CHAIN_LOCK_QUORUMS.type,
    quorumHash: payload.quorumHash,
    requestId: hardForkRequestId(payload.versionBit),
    messageHash: transactionId({ ...transaction, extraPayload: unsigned }),
  });
}

function signerOf({ payload, quorums }: Signal): FinalCommitment | undefined {
  return quorums.find(CHAIN_LOCK_QUORUMS.type, payload.quorumHash)?.commitment;
}

function isSigned(signal: Signal): boolean {
  const { payload, transaction } = signal;
  const publicKey = signerOf(signal)?.quorumPublicKey ?? '';
  return verifyBls(payload.signature, hardForkSignHash(transaction, payload), publicKey);
}
