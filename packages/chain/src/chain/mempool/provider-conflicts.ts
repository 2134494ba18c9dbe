import type { ChainBlock } from '../block-tree/chain-block.js';
import type { MasternodeRegistry } from '../../rules/consensus/masternode-registry.js';
import { NO_OPERATOR } from '../../rules/consensus/masternode.js';
import { RejectionError } from '../../rules/consensus/rejection-error.js';
import { readPayload } from '../../rules/consensus/special-payload.js';
import type { SizedTransaction } from '../../rules/consensus/transaction-rules.js';
import type { SpecialPayload } from '../../primitives/payload/payload.js';
import { TransactionType } from '../../primitives/transaction/transaction-type.js';
import { carriesPayload } from '../../primitives/transaction/transaction.js';
import type { Mempool } from './mempool.js';
import { providerClaims, type ProviderClaims } from './provider-claims.js';

/**
 * Rejects a provider transaction that claims what another one in the mempool claims: an address, a key, a collateral, or
 * the change of the same operator. Two updates of one masternode with the same address or operator key conflict as well.
 *
 * Source: `CTxMemPool::existsProviderTxConflict` in `src/txmempool.cpp` of dashpay/dash.
 * @throws {RejectionError} `protx-dup`
 */
export function checkProviderConflicts(
  claims: ProviderClaims,
  payload: SpecialPayload | undefined,
  mempool: Mempool,
): void {
  const unique = new Set(claims.unique);
  if (payload?.kind === 'proRegTx' && mempool.spenderOf(payload.collateral))
    throw new RejectionError('protx-dup');
  for (const { provider } of mempool.entries()) {
    if (provider === undefined) continue;
    const changesSameOperator =
      claims.changesOperator && provider.changesOperator && provider.proTxHash === claims.proTxHash;
    if (changesSameOperator || provider.unique.some((claim) => unique.has(claim)))
      throw new RejectionError('protx-dup');
  }
}

/**
 * Removes from the mempool what a block contains or makes impossible, with descendants. Provider transactions that no longer fit
 * for another reason stay, as in Dash Core.
 *
 * Source: `CTxMemPool::removeForBlock` in `src/txmempool.cpp` of dashpay/dash.
 */
export function removeForBlock({ block, previous }: ChainBlock, mempool: Mempool): void {
  const masternodes = previous?.connected?.masternodes;
  for (const subject of block.transactions) {
    mempool.removeMined(subject.txid);
    for (const { previousOutput } of subject.transaction.inputs) {
      const conflict = mempool.spenderOf(previousOutput);
      if (conflict !== undefined) mempool.removeConflicted(conflict);
    }
    if (masternodes !== undefined) removeProviderConflicts(subject, masternodes, mempool);
  }
}

function removeProviderConflicts(
  { txid, transaction }: SizedTransaction,
  masternodes: MasternodeRegistry,
  mempool: Mempool,
): void {
  for (const { previousOutput } of transaction.inputs) {
    const removed = masternodes.withCollateral(previousOutput);
    if (removed !== undefined) removeWhere(mempool, ({ proTxHash }) => proTxHash === removed.proTxHash);
  }
  if (!carriesPayload(transaction) || !PROVIDER_TYPES.has(transaction.type)) return;
  const payload = readPayload(transaction);
  const unique = new Set(providerClaims(txid, payload, masternodes)?.unique);
  removeWhere(mempool, (claims) => claims.unique.some((claim) => unique.has(claim)));
  if (payload?.kind !== 'proUpRegTx' && payload?.kind !== 'proUpRevTx') return;
  const operatorKey = payload.kind === 'proUpRegTx' ? payload.pubKeyOperator : NO_OPERATOR;
  removeWhere(
    mempool,
    (claims) => claims.proTxHash === payload.proTxHash && claims.operatorKey !== operatorKey,
  );
}

const PROVIDER_TYPES: ReadonlySet<number> = new Set([
  TransactionType.providerRegister,
  TransactionType.providerUpdateService,
  TransactionType.providerUpdateRegistrar,
  TransactionType.providerUpdateRevoke,
]);

function removeWhere(mempool: Mempool, isConflict: (claims: ProviderClaims) => boolean): void {
  for (const { txid, provider } of mempool.entries()) {
    if (provider !== undefined && isConflict(provider)) mempool.removeConflicted(txid);
  }
}
