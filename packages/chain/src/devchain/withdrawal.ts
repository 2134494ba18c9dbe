import { unlockLimit } from '../chainstate/credit-pool.js';
import { signBlsWith } from '../crypto/bls.js';
import { assetUnlockSignHash } from '../consensus/asset-unlock-sign-hash.js';
import { decodePayload, encodePayload } from '../transaction/payload/payload.js';
import type { AssetUnlockTx } from '../transaction/payload/asset-unlock-tx.js';
import { TransactionType } from '../transaction/transaction-type.js';
import type { Transaction } from '../transaction/transaction.js';
import { NULL_BLS_SIGNATURE } from '../masternode/null-bls.js';
import { scriptOfAddress } from './address-script.js';
import { readOptions } from './control-input.js';
import type { LocalNode } from './local-node.js';
import type { QuorumKeys } from './quorum-keys.js';
import { ControlRejectedError } from './control-rejected-error.js';
import { DUST } from './wallet.js';

/** Describes a withdrawal from the platform. */
export interface WithdrawalWish {
  /** Of regtest. */
  readonly address: string;
  /** What the address gets; the fee comes on top, from the credit pool as well. */
  readonly duffs: bigint;
}

/** Duffs: several times the minimum relay fee. */
const FEE = 1_000;

/** Returns the rest of {@link unlockLimit} after the fee. */
export function maxWithdrawal(node: LocalNode): bigint {
  const most = unlockLimit(node.chain.tip) - BigInt(FEE);
  return most > 0n ? most : 0n;
}

/** @throws {ControlRejectedError} `invalid-address`; `invalid-amount` below 546 duffs and above {@link maxWithdrawal} */
export function checkWithdrawal(node: LocalNode, wish: WithdrawalWish): void {
  const { address, duffs } = readOptions(wish, ['address', 'duffs']);
  scriptOfAddress(address);
  const most = maxWithdrawal(node);
  if (typeof duffs === 'bigint' && duffs >= DUST && duffs <= most) return;
  throw new ControlRejectedError('invalid-amount', {
    expected: `${DUST} to ${most} duffs, the maximum that may leave the credit pool with the next block`,
    found: typeof duffs === 'bigint' ? `${duffs}` : duffs,
    fix: 'lock coins, or mine blocks: each brings the platform its share',
  });
}

/** Returns an asset unlock that a quorum signed at the tip, with the next number. */
export function signedWithdrawal(
  node: LocalNode,
  { address, duffs }: WithdrawalWish,
  { secretKey, commitment }: QuorumKeys,
): Transaction {
  const payload: AssetUnlockTx = {
    kind: 'assetUnlockTx',
    version: 1,
    index: nextIndex(node),
    fee: FEE,
    requestedHeight: node.chain.tip.height,
    quorumHash: commitment.quorumHash,
    quorumSig: NULL_BLS_SIGNATURE,
  };
  const unsigned: Transaction = {
    version: 3,
    type: TransactionType.assetUnlock,
    inputs: [],
    outputs: [{ value: duffs, scriptPubKey: scriptOfAddress(address) }],
    lockTime: 0,
    extraPayload: encodePayload(payload),
  };
  const key = { secretKey, publicKey: commitment.quorumPublicKey };
  const quorumSig = signBlsWith(key, assetUnlockSignHash(unsigned));
  return { ...unsigned, extraPayload: encodePayload({ ...payload, quorumSig }) };
}

/** Returns one above the highest that is in a block or waits; 0 for the first, as the platform counts. */
function nextIndex({ chain, mempool }: LocalNode): bigint {
  let next = 0n;
  const take = (index: bigint): void => {
    if (index >= next) next = index + 1n;
  };
  for (const { index } of chain.tip.connected?.withdrawals ?? []) take(index);
  for (const { transaction } of mempool.entries()) {
    const payload = decodePayload(transaction);
    if (payload?.kind === 'assetUnlockTx') take(payload.index);
  }
  return next;
}
