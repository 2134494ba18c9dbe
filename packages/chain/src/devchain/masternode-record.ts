import { encodeAddress } from '../primitives/address/address.js';
import { hexToBytes } from '../base/bytes/hex.js';
import { NO_OPERATOR, type Masternode } from '../rules/consensus/masternode.js';
import { isNoAddress } from '../rules/consensus/masternode-service.js';
import { MasternodeType } from '../primitives/masternode/masternode-type.js';
import { formatNetworkAddress } from '../primitives/masternode/network-address.js';
import { classifyScript } from '../primitives/script/classify-script.js';

/** Describes a masternode of the list, for people and tests. */
export interface MasternodeRecord {
  readonly proTxHash: string;
  readonly type: 'regular' | 'evo';
  /** State of the masternode: only an enabled one is paid and counted; a banned one waits for a service update. */
  readonly state: 'enabled' | 'banned';
  /** `<ip>:<port>`; `undefined` while it has none. */
  readonly service: string | undefined;
  /** `<txid>-<index>` */
  readonly collateral: string;
  readonly ownerAddress: string;
  readonly votingAddress: string;
  readonly payoutAddress: string | undefined;
  /** BLS, in hexadecimal; `undefined` once it was revoked. */
  readonly operatorPublicKey: string | undefined;
  readonly platformNodeId: string | undefined;
  readonly registeredHeight: number;
  /** 0 until it is paid for the first time. */
  readonly lastPaidHeight: number;
  readonly banHeight: number | undefined;
  readonly revivedHeight: number | undefined;
  /** 0 where it was not revoked, or for no reason. */
  readonly revocationReason: number;
}

export function masternodeRecord(masternode: Masternode): MasternodeRecord {
  const { collateral, service, pubKeyOperator, platform, banHeight } = masternode;
  return {
    proTxHash: masternode.proTxHash,
    type: masternode.type === MasternodeType.evo ? 'evo' : 'regular',
    state: banHeight === undefined ? 'enabled' : 'banned',
    service: isNoAddress(service) ? undefined : formatNetworkAddress(service),
    collateral: `${collateral.txid}-${collateral.index}`,
    ownerAddress: keyAddress(masternode.keyIdOwner),
    votingAddress: keyAddress(masternode.keyIdVoting),
    payoutAddress: addressOfScript(masternode.scriptPayout),
    operatorPublicKey: pubKeyOperator === NO_OPERATOR ? undefined : pubKeyOperator,
    platformNodeId: platform?.nodeId,
    registeredHeight: masternode.registeredHeight,
    lastPaidHeight: masternode.lastPaidHeight,
    banHeight,
    revivedHeight: masternode.revivedHeight,
    revocationReason: masternode.revocationReason,
  };
}

function keyAddress(keyId: string): string {
  return encodeAddress({ kind: 'publicKeyHash', hash: hexToBytes(keyId) }, 'regtest');
}

function addressOfScript(script: Uint8Array): string | undefined {
  const classified = classifyScript(script);
  if (classified.type === 'pubkeyhash')
    return encodeAddress({ kind: 'publicKeyHash', hash: classified.hash }, 'regtest');
  if (classified.type === 'scripthash')
    return encodeAddress({ kind: 'scriptHash', hash: classified.hash }, 'regtest');
  return undefined;
}
