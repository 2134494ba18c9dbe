import { ZERO_HASH } from '../bytes/hex.js';
import type { MasternodeRegistry } from '../consensus/masternode-registry.js';
import { isNoAddress, serviceOf } from '../consensus/masternode-service.js';
import { RejectionError } from '../consensus/rejection-error.js';
import type { MasternodeAddresses } from '../masternode/masternode-addresses.js';
import { formatNetworkAddress } from '../masternode/network-address.js';
import { decodePayload, type OpaquePayload, type SpecialPayload } from '../transaction/payload/payload.js';
import { outPointKey } from '../transaction/transaction.js';
import type { Mempool } from './mempool.js';

/** Something that only one masternode may have, or only one transaction in the mempool may do; and who that is. */
interface Claim {
  readonly what: string;
  readonly holder: string;
}

/**
 * Rejects a provider transaction that claims what another one in the mempool claims: an address, a key, a collateral, or
 * the change of the same operator.
 *
 * Source: `CTxMemPool::existsProviderTxConflict` in `src/txmempool.cpp` of dashpay/dash.
 * @throws {RejectionError} `protx-dup`
 */
export function checkProviderConflicts(
  txid: string,
  payload: SpecialPayload | undefined,
  mempool: Mempool,
  masternodes: MasternodeRegistry,
): void {
  const claims = claimsOf(txid, payload, masternodes);
  if (claims.length === 0) return;
  if (payload?.kind === 'proRegTx' && mempool.spenderOf(payload.collateral))
    throw new RejectionError('protx-dup');
  const holders = new Map(claims.map(({ what, holder }) => [what, holder]));
  for (const entry of mempool.entries()) {
    for (const { what, holder } of claimsOf(entry.txid, decodePayload(entry.transaction), masternodes)) {
      if ((holders.get(what) ?? holder) !== holder) throw new RejectionError('protx-dup');
    }
  }
}

function claimsOf(
  txid: string,
  payload: SpecialPayload | OpaquePayload | undefined,
  masternodes: MasternodeRegistry,
): Claim[] {
  switch (payload?.kind) {
    case 'proRegTx':
      return [
        ...addressClaims(payload.addresses, txid),
        { what: `owner ${payload.keyIdOwner}`, holder: txid },
        { what: `operator ${payload.pubKeyOperator}`, holder: txid },
        ...(payload.collateral.txid === ZERO_HASH
          ? []
          : [{ what: `collateral ${outPointKey(payload.collateral)}`, holder: txid }]),
      ];
    case 'proUpServTx':
      return addressClaims(payload.addresses, payload.proTxHash);
    case 'proUpRegTx': {
      const { proTxHash, pubKeyOperator } = payload;
      const isChange = masternodes.get(proTxHash)?.pubKeyOperator !== pubKeyOperator;
      const claim = { what: `operator ${pubKeyOperator}`, holder: proTxHash };
      return isChange ? [claim, operatorChange(proTxHash, txid)] : [claim];
    }
    case 'proUpRevTx':
      return [operatorChange(payload.proTxHash, txid)];
    default:
      return [];
  }
}

function operatorChange(proTxHash: string, txid: string): Claim {
  return { what: `operator change ${proTxHash}`, holder: txid };
}

function addressClaims(addresses: MasternodeAddresses, holder: string): Claim[] {
  const service = serviceOf(addresses);
  return isNoAddress(service) ? [] : [{ what: `address ${formatNetworkAddress(service)}`, holder }];
}
