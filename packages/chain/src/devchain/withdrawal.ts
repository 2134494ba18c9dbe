import { unlockLimit } from '../chain/chainstate/credit-pool.js';
import { signBlsWith } from '../base/crypto/bls.js';
import { assetUnlockSignHash } from '../rules/consensus/asset-unlock-sign-hash.js';
import { decodePayload, encodePayload } from '../primitives/payload/payload.js';
import type { AssetUnlockTx } from '../primitives/payload/asset-unlock-tx.js';
import { TransactionType } from '../primitives/transaction/transaction-type.js';
import type { Transaction } from '../primitives/transaction/transaction.js';
import { NULL_BLS_SIGNATURE } from '../primitives/masternode/null-bls.js';
import { scriptOfAddress } from './address-script.js';
import { readOptions } from './control-input.js';
import type { LocalNode } from './local-node.js';
import type { QuorumKeys } from './quorum-keys.js';
import { ControlRejectedError } from './control-rejected-error.js';
import { DUST } from './wallet.js';

/** Describes a withdrawal from the platform. */
export interface WithdrawalRequest {
  /** Address of regtest. */
  readonly address: string;
  /** Amount that the address gets; the fee comes on top, from the credit pool as well. */
  readonly duffs: bigint;
}

/** Duffs: several times the minimum relay fee. */
const FEE = 1_000;

/** Returns the rest of {@link unlockLimit} after the fee. */
export function maxWithdrawal(node: LocalNode): bigint {
  const max = unlockLimit(node.chain.tip) - BigInt(FEE);
  return max > 0n ? max : 0n;
}

/** Rejects a withdrawal that layer 1 could not pay out. @throws {ControlRejectedError} `invalid-address`; `invalid-amount` below 546 duffs and above {@link maxWithdrawal} */
export function checkWithdrawal(node: LocalNode, request: WithdrawalRequest): void {
  const { address, duffs } = readOptions(request, ['address', 'duffs']);
  scriptOfAddress(address);
  const max = maxWithdrawal(node);
  if (typeof duffs === 'bigint' && duffs >= DUST && duffs <= max) return;
  throw new ControlRejectedError('invalid-amount', {
    expected: `${DUST} to ${max} duffs, the maximum that may leave the credit pool with the next block`,
    found: typeof duffs === 'bigint' ? `${duffs}` : duffs,
    fix: 'lock coins, or mine blocks: each brings the platform its share',
  });
}

/** Describes an asset unlock before it is signed. */
export interface UnsignedUnlock {
  readonly index: bigint;
  /** Amount that the script gets, in duffs. */
  readonly duffs: bigint;
  readonly outputScript: Uint8Array;
  /** In duffs. */
  readonly fee: number;
}

/** Returns an asset unlock that a quorum signed at the tip, with the next number. */
export const signedWithdrawal = (
  node: LocalNode,
  { address, duffs }: WithdrawalRequest,
  keys: QuorumKeys,
): Transaction =>
  signedUnlock(
    node,
    { index: nextUnlockIndex(node), duffs, outputScript: scriptOfAddress(address), fee: FEE },
    keys,
  );

/** Returns an asset unlock that a quorum signed at the tip. */
export function signedUnlock(
  node: LocalNode,
  { index, duffs, outputScript, fee }: UnsignedUnlock,
  { secretKey, commitment }: QuorumKeys,
): Transaction {
  const payload: AssetUnlockTx = {
    kind: 'assetUnlockTx',
    version: 1,
    index,
    fee,
    requestedHeight: node.chain.tip.height,
    quorumHash: commitment.quorumHash,
    quorumSig: NULL_BLS_SIGNATURE,
  };
  const unsigned: Transaction = {
    version: 3,
    type: TransactionType.assetUnlock,
    inputs: [],
    outputs: [{ value: duffs, scriptPubKey: outputScript }],
    lockTime: 0,
    extraPayload: encodePayload(payload),
  };
  const key = { secretKey, publicKey: commitment.quorumPublicKey };
  const quorumSig = signBlsWith(key, assetUnlockSignHash(unsigned));
  return { ...unsigned, extraPayload: encodePayload({ ...payload, quorumSig }) };
}

/** Says how far a chain has an asset unlock. */
export type UnlockStatus = 'chainlocked' | 'mined' | 'mempooled' | 'unknown';

/** Returns how far a chain has the asset unlock with a number. */
export function unlockStatus({ chain, mempool }: LocalNode, index: bigint): UnlockStatus {
  const { tip, chainLock } = chain;
  const locked = chainLock && chain.blockAt(chainLock.height);
  if (locked?.connected?.withdrawals.has(index) === true) return 'chainlocked';
  if (tip.connected?.withdrawals.has(index) === true) return 'mined';
  return waitingIndexes(mempool).includes(index) ? 'mempooled' : 'unknown';
}

/** Returns the asset unlock with a number: the one of a block, or else one that waits. */
export function findUnlock({ chain, mempool }: LocalNode, index: bigint): Transaction | undefined {
  const mined = [...(chain.tip.connected?.withdrawals ?? [])].find((one) => one.index === index);
  const block = mined && chain.blockAt(mined.height)?.block;
  const transactions = block?.transactions ?? [...mempool.entries()];
  return transactions.find(({ transaction }) => unlockIndex(transaction) === index)?.transaction;
}

/** Returns one above the highest that is in a block or waits; 0 for the first, as the platform counts. */
export function nextUnlockIndex({ chain, mempool }: LocalNode): bigint {
  const mined = [...(chain.tip.connected?.withdrawals ?? [])].map(({ index }) => index);
  return [...mined, ...waitingIndexes(mempool)].reduce(
    (next, index) => (index >= next ? index + 1n : next),
    0n,
  );
}

/** Returns the numbers of the asset unlocks of the mempool. */
const waitingIndexes = (mempool: LocalNode['mempool']): bigint[] =>
  [...mempool.entries()].flatMap(({ transaction }) => unlockIndex(transaction) ?? []);

function unlockIndex(transaction: Transaction): bigint | undefined {
  const payload = decodePayload(transaction);
  return payload?.kind === 'assetUnlockTx' ? payload.index : undefined;
}
