import { ZERO_HASH } from '../../base/bytes/hex.js';
import { isNoAddress, serviceOf } from '../../rules/consensus/masternode-service.js';
import { basicOperatorKey, NO_OPERATOR } from '../../rules/consensus/masternode.js';
import type { MasternodeRegistry } from '../../rules/consensus/masternode-registry.js';
import type { MasternodeAddresses } from '../../primitives/masternode/masternode-addresses.js';
import { formatNetworkAddress } from '../../primitives/masternode/network-address.js';
import type { SpecialPayload } from '../../primitives/payload/payload.js';
import { outPointKey } from '../../primitives/transaction/transaction.js';

/**
 * Describes what a provider transaction in the mempool has to itself, and the masternode that it changes.
 *
 * Source: `CTxMemPool::addUncheckedProTx` in `src/txmempool.cpp` of dashpay/dash.
 */
export interface ProviderClaims {
  /** Its addresses, keys and collateral: only one transaction in the mempool may have each of them. */
  readonly unique: readonly string[];
  /** The masternode that it changes. */
  readonly proTxHash: string | undefined;
  /**
   * The operator key that the masternode had when an update by its owner, or a revocation, was let in. An update of its address is bound to no key:
   * whatever the owner does removes it.
   */
  readonly operatorKey: string | undefined;
  readonly changesOperator: boolean;
}

/** Returns what a provider transaction claims, given the masternodes of the tip; `undefined` for other transactions. */
export function providerClaims(
  txid: string,
  payload: SpecialPayload | undefined,
  masternodes: MasternodeRegistry,
): ProviderClaims | undefined {
  switch (payload?.kind) {
    case 'proRegTx': {
      const { addresses, keyIdOwner, pubKeyOperator, collateral } = payload;
      const outPoint = collateral.txid === ZERO_HASH ? { ...collateral, txid } : collateral;
      const unique = [
        ...addressClaims(addresses),
        `owner ${keyIdOwner}`,
        operatorClaim(pubKeyOperator),
        collateralClaim(outPoint),
      ];
      return { unique, proTxHash: undefined, operatorKey: undefined, changesOperator: false };
    }
    case 'proUpServTx': {
      const { addresses, proTxHash } = payload;
      return { unique: addressClaims(addresses), proTxHash, operatorKey: undefined, changesOperator: false };
    }
    case 'proUpRegTx': {
      const { proTxHash, pubKeyOperator } = payload;
      const masternode = masternodes.get(proTxHash);
      const changesOperator =
        masternode !== undefined && basicOperatorKey(masternode) !== basicOperatorKey(payload);
      return {
        unique: [operatorClaim(pubKeyOperator)],
        proTxHash,
        operatorKey: masternode?.pubKeyOperator,
        changesOperator,
      };
    }
    case 'proUpRevTx': {
      const { proTxHash } = payload;
      const operatorKey = masternodes.get(proTxHash)?.pubKeyOperator;
      return { unique: [], proTxHash, operatorKey, changesOperator: operatorKey !== NO_OPERATOR };
    }
    default:
      return undefined;
  }
}

/** Returns the claim of a collateral. */
export function collateralClaim(outPoint: Parameters<typeof outPointKey>[0]): string {
  return `collateral ${outPointKey(outPoint)}`;
}

function operatorClaim(pubKeyOperator: string): string {
  return `operator ${pubKeyOperator}`;
}

function addressClaims(addresses: MasternodeAddresses): string[] {
  const service = serviceOf(addresses);
  return isNoAddress(service) ? [] : [`address ${formatNetworkAddress(service)}`];
}
