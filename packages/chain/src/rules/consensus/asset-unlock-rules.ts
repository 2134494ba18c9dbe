import { verifyBls } from '../../base/crypto/bls.js';
import type { FinalCommitment } from '../../primitives/masternode/final-commitment.js';
import { assetUnlockSignHash } from './asset-unlock-sign-hash.js';
import type { AssetUnlockTx } from '../../primitives/payload/asset-unlock-tx.js';
import type { Transaction } from '../../primitives/transaction/transaction.js';
import { PLATFORM_QUORUMS } from './quorum-types.js';
import { isMoney } from './regtest.js';
import { enforce, RejectionError, type Rule } from './rejection-error.js';
import type { SpecialContext } from './special-context.js';
import { specialPayload } from './special-payload.js';

const MAX_OUTPUTS = 32;

/**
 * The number of blocks after the platform's request at which an asset unlock expires. Source: `HEIGHT_DIFF_EXPIRING` in
 * `src/evo/assetlocktx.h`.
 */
const LIFETIME = 48;

/** The quorums that sign, and the latest that does no more. */
const QUORUMS_THAT_COUNT = PLATFORM_QUORUMS.activeQuorums + 1;

/** Checked before the payload is read. */
const SHAPE_RULES: readonly Rule<Pick<SpecialContext, 'transaction'>>[] = [
  ['bad-assetunlocktx-have-input', ({ transaction }) => transaction.inputs.length > 0],
  ['bad-assetunlocktx-too-many-outs', ({ transaction }) => transaction.outputs.length > MAX_OUTPUTS],
];

/** Context that an asset unlock is checked against. */
type UnlockContext = Pick<
  SpecialContext,
  'transaction' | 'height' | 'hasBlock' | 'quorums' | 'withdrawals' | 'isWaiting'
> & { readonly payload: AssetUnlockTx };

const RULES: readonly Rule<UnlockContext>[] = [
  [
    'bad-assetunlock-duplicated-index',
    ({ payload, withdrawals }) => withdrawals?.has(payload.index) ?? false,
  ],
  ['bad-assetunlock-quorum-hash', ({ payload, hasBlock }) => !hasBlock(payload.quorumHash)],
  ['bad-assetunlock-too-old-quorum', (context) => signerOf(context) === undefined],
  ['bad-assetunlock-too-late', ({ payload, height }) => !isInTime(payload, height - 1)],
  ['bad-assetunlock-not-verified', (context) => !isSigned(context)],
];

/** Rules for an asset unlock that waits: nothing else takes it out of the mempool, whether a block can take it or not. */
const WAITING_RULES: readonly Rule<UnlockContext>[] = [
  ['bad-assetunlock-quorum-hash', ({ payload, hasBlock }) => !hasBlock(payload.quorumHash)],
  ['bad-assetunlock-too-late', ({ payload, height }) => height - 1 > expiryOf(payload)],
  ['bad-assetunlock-not-verified', (context) => signerOf(context) !== undefined && !isSigned(context)],
];

/**
 * Checks an asset unlock with its decoded payload; one in the mempool stays there until it expires. The limit of the credit pool is checked with its block.
 *
 * Source: `CheckAssetUnlockTx` in `src/evo/assetlocktx.cpp`, `removeExpiredAssetUnlock` in `src/txmempool.cpp` of dashpay/dash.
 * @throws {RejectionError}
 */
export function checkAssetUnlock(context: UnlockContext): void {
  enforce(context.isWaiting === true ? WAITING_RULES : RULES, context);
}

/** Checks the first part of {@link checkAssetUnlock}, before the payload is decoded. @throws {RejectionError} */
export function checkAssetUnlockShape(context: Pick<SpecialContext, 'transaction'>): void {
  enforce(SHAPE_RULES, context);
}

/**
 * Returns the fee of an asset unlock, which is in its payload, since it spends no outputs.
 *
 * Source: `GetAssetUnlockFee` in `src/evo/assetlocktx.cpp` of dashpay/dash.
 * @throws {RejectionError}
 */
export function assetUnlockFee(transaction: Transaction): bigint {
  const payload = specialPayload(transaction);
  if (payload.kind !== 'assetUnlockTx') throw new RejectionError('bad-assetunlocktx-payload');
  const fee = BigInt(payload.fee);
  if (fee === 0n || !isMoney(fee)) throw new RejectionError('bad-txns-assetunlock-fee-outofrange');
  return fee;
}

/** Returns the duffs that an asset unlock takes from the credit pool. */
export function unlockedAmount({ outputs }: Transaction, { fee }: AssetUnlockTx): bigint {
  return outputs.reduce((sum, { value }) => sum + value, BigInt(fee));
}

/** Returns the height of the tip from which on no block can contain an asset unlock. */
function expiryOf({ requestedHeight }: AssetUnlockTx): number {
  return requestedHeight + LIFETIME;
}

function isInTime(payload: AssetUnlockTx, tipHeight: number): boolean {
  return tipHeight >= payload.requestedHeight && tipHeight < expiryOf(payload);
}

function signerOf({ payload, quorums }: UnlockContext): FinalCommitment | undefined {
  return quorums
    .latest(PLATFORM_QUORUMS, QUORUMS_THAT_COUNT)
    .find(({ commitment }) => commitment.quorumHash === payload.quorumHash)?.commitment;
}

function isSigned(context: UnlockContext): boolean {
  const { payload, transaction } = context;
  const signer = signerOf(context);
  return (
    signer !== undefined &&
    verifyBls(payload.quorumSig, assetUnlockSignHash(transaction), signer.quorumPublicKey)
  );
}
