import type { ChainBlock } from '../../chain/block-tree/chain-block.js';
import type { Masternode } from '../../rules/consensus/masternode.js';
import { MasternodeRegistry } from '../../rules/consensus/masternode-registry.js';
import { inDiffOrder } from '../../devchain/diff-order.js';
import { formatNetworkAddress } from '../../primitives/masternode/network-address.js';
import { addressOf, keyAddress } from './describe-script.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';
import { describeAddresses } from './masternode-addresses-json.js';

/** No block: Dash Core's number for a height that there is none of. */
const NO_HEIGHT = -1;

/** Returns the masternodes after a block, in the order of Dash Core's answers. */
export function masternodesAfter({ connected }: ChainBlock): Masternode[] {
  const list = connected?.masternodes ?? MasternodeRegistry.empty;
  const byHash = new Map(Array.from(list, (masternode) => [masternode.proTxHash, masternode]));
  return inDiffOrder(byHash.keys()).flatMap((hash) => byHash.get(hash) ?? []);
}

/** Returns `Regular` or `Evo`. */
export function typeName({ platform }: Masternode): string {
  return platform === undefined ? 'Regular' : 'Evo';
}

/**
 * Describes a masternode of the list.
 *
 * Source: `CDeterministicMN::ToJson` in `src/evo/deterministicmns.cpp` of dashpay/dash, with a transaction index.
 */
export function describeMasternode(masternode: Masternode, node: EmulatedNode): object {
  const { proTxHash, collateral, operatorReward } = masternode;
  const funding = node.transaction(collateral.txid)?.subject.transaction;
  const output = funding?.outputs[collateral.index];
  return {
    type: typeName(masternode),
    proTxHash,
    collateralHash: collateral.txid,
    collateralIndex: collateral.index,
    collateralAddress: output && addressOf(output.scriptPubKey),
    operatorReward: operatorReward / 100,
    state: describeState(masternode),
  };
}

/**
 * Returns a masternode as `protx list` and `protx info` do.
 *
 * Source: `BuildDMNListEntry` in `src/rpc/evo.cpp` of dashpay/dash, without a wallet.
 * @param at the block that confirmations are counted from: the tip, where those of a spent collateral are -1, unless it is given
 */
export function describeListed(masternode: Masternode, node: EmulatedNode, at?: ChainBlock): object {
  const elapsed = node.devChain.clock.now;
  return {
    ...describeMasternode(masternode, node),
    confirmations: confirmationsOf(masternode, node, at),
    // Records of connections to masternodes: there are none.
    metaInfo: {
      lastDSQ: 0,
      mixingTxCount: 0,
      outboundAttemptCount: 0,
      lastOutboundAttempt: 0,
      lastOutboundAttemptElapsed: elapsed,
      lastOutboundSuccess: 0,
      lastOutboundSuccessElapsed: elapsed,
      is_platform_banned: false,
      platform_ban_height_updated: 0,
    },
  };
}

function confirmationsOf({ collateral }: Masternode, node: EmulatedNode, at: ChainBlock | undefined): number {
  const { chain } = node;
  const coin = chain.coins.coin(collateral);
  if (at === undefined) return coin === undefined ? NO_HEIGHT : chain.tip.height - coin.height + 1;
  const height = coin?.height ?? node.transaction(collateral.txid)?.block?.height;
  return height === undefined ? NO_HEIGHT : at.height - height + 1;
}

/**
 * Returns the state of a masternode, in the order of its members in Dash Core.
 *
 * Source: `CDeterministicMNState::ToJson` in `src/evo/core_write.cpp` of dashpay/dash.
 */
export function describeState(masternode: Masternode): Readonly<Record<string, unknown>> {
  const { platform } = masternode;
  return {
    version: masternode.version,
    service: formatNetworkAddress(masternode.service),
    addresses: describeMasternodeAddresses(masternode),
    registeredHeight: masternode.registeredHeight,
    lastPaidHeight: masternode.lastPaidHeight,
    consecutivePayments: 0,
    PoSePenalty: masternode.penalty,
    PoSeRevivedHeight: masternode.revivedHeight ?? NO_HEIGHT,
    PoSeBanHeight: masternode.banHeight ?? NO_HEIGHT,
    revocationReason: masternode.revocationReason,
    ownerAddress: keyAddress(masternode.keyIdOwner),
    votingAddress: keyAddress(masternode.keyIdVoting),
    platformNodeID: platform?.nodeId,
    platformP2PPort: platform?.p2pPort,
    platformHTTPPort: platform?.httpPort,
    payoutAddress: addressOf(masternode.scriptPayout),
    pubKeyOperator: masternode.pubKeyOperator,
    operatorPayoutAddress: addressOf(masternode.scriptOperatorPayout),
  };
}

/** Describes the addresses of a masternode by purpose. */
export function describeMasternodeAddresses({ service, platform }: Masternode): object {
  return describeAddresses({
    addresses: { kind: 'single', service },
    platformPorts: platform && { p2p: platform.p2pPort, http: platform.httpPort },
  });
}
