import { basicFromLegacy } from '../../base/crypto/legacy-bls.js';
import { NULL_BLS_PUBLIC_KEY } from '../../primitives/masternode/null-bls.js';
import type { NetworkAddress } from '../../primitives/masternode/network-address.js';
import { MasternodeType } from '../../primitives/masternode/masternode-type.js';
import { blsSchemeOf, type ProviderVersion } from '../../primitives/masternode/provider-version.js';
import type { SimplifiedMasternodeEntry } from '../../primitives/masternode/simplified-entry.js';
import type { OutPoint } from '../../primitives/transaction/transaction.js';

/** Describes the Platform node of an evolution masternode. */
export interface PlatformNode {
  /** 20 bytes in hexadecimal, reversed as Dash Core prints them. */
  readonly nodeId: string;
  readonly p2pPort: number;
  readonly httpPort: number;
}

/**
 * Describes a masternode of the deterministic list after a block.
 *
 * Source: `CDeterministicMN` in `src/evo/deterministicmns.h` and `CDeterministicMNState` in `src/evo/dmnstate.h`, dashpay/dash.
 */
export interface Masternode {
  /** The id of its ProRegTx, in display order. */
  readonly proTxHash: string;
  readonly type: MasternodeType;
  readonly collateral: OutPoint;
  /** The operator's part of the reward, in hundredths of a percent. */
  readonly operatorReward: number;
  readonly registeredHeight: number;
  readonly version: ProviderVersion;
  /** 0 until it is paid for the first time. */
  readonly lastPaidHeight: number;
  /** The height of the block that lifted its last ban. */
  readonly revivedHeight: number | undefined;
  /** The height of the block that banned it; `undefined` while it is not banned. */
  readonly banHeight: number | undefined;
  readonly revocationReason: number;
  /** For taking no part in quorums; it goes down with every block. */
  readonly penalty: number;
  /** 64 zeros until it is confirmed. */
  readonly confirmedHash: string;
  readonly keyIdOwner: string;
  /** In the scheme of the version; 96 zeros when there is no operator. */
  readonly pubKeyOperator: string;
  readonly keyIdVoting: string;
  readonly service: NetworkAddress;
  readonly scriptPayout: Uint8Array;
  readonly scriptOperatorPayout: Uint8Array;
  /** Platform node of an evonode; undefined for other masternodes. */
  readonly platform: PlatformNode | undefined;
}

/** Defines the operator key of a masternode that has none. */
export const NO_OPERATOR = NULL_BLS_PUBLIC_KEY;

/** Returns the operator key of a masternode in the form of the basic scheme, whatever the scheme it is registered in. */
export function basicOperatorKey({
  pubKeyOperator,
  version,
}: Pick<Masternode, 'pubKeyOperator' | 'version'>): string {
  const isBasic = pubKeyOperator === NO_OPERATOR || blsSchemeOf(version) === 'basic';
  return isBasic ? pubKeyOperator : basicFromLegacy(pubKeyOperator);
}

/** Defines the Platform node of an evolution masternode that has none. */
export const NO_NODE = '0'.repeat(40);

/** Returns the entry of a masternode to which the masternode list root commits. */
export function simplifiedEntryOf(masternode: Masternode): SimplifiedMasternodeEntry {
  const base = {
    version: masternode.version,
    proRegTxHash: masternode.proTxHash,
    confirmedHash: masternode.confirmedHash,
    addresses: { kind: 'single', service: masternode.service } as const,
    pubKeyOperator: masternode.pubKeyOperator,
    keyIdVoting: masternode.keyIdVoting,
    isValid: masternode.banHeight === undefined,
  };
  if (masternode.platform === undefined) return { ...base, type: MasternodeType.regular };
  const { nodeId, httpPort } = masternode.platform;
  return { ...base, type: MasternodeType.evo, platformHttpPort: httpPort, platformNodeId: nodeId };
}
