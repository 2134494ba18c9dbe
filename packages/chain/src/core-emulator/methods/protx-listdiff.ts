import type { ChainBlock } from '../../chain/block-tree/chain-block.js';
import type { Masternode } from '../../rules/consensus/masternode.js';
import { MasternodeRegistry } from '../../rules/consensus/masternode-registry.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import { formatNetworkAddress, UNSPECIFIED_ADDRESS } from '../../primitives/masternode/network-address.js';
import { RPC_ERROR_CODES } from '../../layer1/rpc-error-code.js';
import { describeMasternode, describeState } from '../json/describe-masternode.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import type { EmulatedNode } from '../rpc/emulated-node.js';
import { invalidParameter, wordOf } from '../rpc/rpc-params.js';

export const protxListdiff: EmulatorMethod = {
  name: 'protx listdiff',
  category: 'Evo',
  summary: 'returns all changes of the masternode list between two blocks, including payments',
  params: [
    { name: 'baseBlock', type: 'numeric', about: 'a height or a hash' },
    { name: 'block', type: 'numeric', about: 'a height or a hash' },
  ],
  difference: 'The order of `updatedMNs`, which is undefined in Dash Core.',
  answer(node, params) {
    const base = blockNamed(node, wordOf(params.raw(0)), 'baseBlock');
    const target = blockNamed(node, wordOf(params.raw(1)), 'block');
    const [before, after] = [masternodesOf(base), masternodesOf(target)];
    return {
      baseHeight: base.height,
      blockHeight: target.height,
      addedMNs: [...after.values()]
        .filter(({ proTxHash }) => !before.has(proTxHash))
        .map((masternode) => describeMasternode(masternode, node)),
      removedMNs: [...before.keys()].filter((proTxHash) => !after.has(proTxHash)),
      updatedMNs: [...after.values()].flatMap((masternode) =>
        changeOf(before.get(masternode.proTxHash), masternode),
      ),
    };
  },
};

/** Returns the masternodes in the order of their registration. */
function masternodesOf({ connected }: ChainBlock): ReadonlyMap<string, Masternode> {
  const list = connected?.masternodes ?? MasternodeRegistry.empty;
  return new Map(Array.from(list, (masternode) => [masternode.proTxHash, masternode]));
}

/** The members of a state in the order of those of a difference. */
const MEMBERS = [
  'version',
  'service',
  'registeredHeight',
  'lastPaidHeight',
  'consecutivePayments',
  'PoSePenalty',
  'PoSeRevivedHeight',
  'PoSeBanHeight',
  'revocationReason',
  'ownerAddress',
  'votingAddress',
  'payoutAddress',
  'operatorPayoutAddress',
  'pubKeyOperator',
  'platformNodeID',
  'platformP2PPort',
  'platformHTTPPort',
];

/** In the place of an address that did not change. Source: `src/evo/dmnstate.cpp` of dashpay/dash. */
const UNCHANGED_IP = '255.255.255.255';

/** Describes the changes of a masternode. Source: `CDeterministicMNStateDiff::ToJson` in `src/evo/dmnstate.cpp` of dashpay/dash. */
function changeOf(before: Masternode | undefined, after: Masternode): object[] {
  if (before === undefined) return [];
  const [old, current] = [describeState(before), describeState(after)];
  const changed = MEMBERS.filter((name) => old[name] !== current[name]);
  const addresses = changedAddresses(changed, after);
  if (changed.length === 0 && before.confirmedHash === after.confirmedHash) return [];
  return [
    {
      [after.proTxHash]: {
        ...Object.fromEntries(changed.map((name) => [name, current[name]])),
        ...(Object.keys(addresses).length > 0 && { addresses }),
      },
    },
  ];
}

function changedAddresses(changed: readonly string[], { service, platform }: Masternode): object {
  const hasService = changed.includes('service');
  const at = (port: number | undefined): string[] => [
    formatNetworkAddress({ ip: hasService ? service.ip : UNCHANGED_IP, port: port ?? 0 }),
  ];
  return {
    ...(hasService && service.ip !== UNSPECIFIED_ADDRESS.ip && { core_p2p: at(service.port) }),
    ...(changed.includes('platformP2PPort') && { platform_p2p: at(platform?.p2pPort) }),
    ...(changed.includes('platformHTTPPort') && { platform_https: at(platform?.httpPort) }),
  };
}

/** Returns the block of a param: a hash or a height. Source: `ParseBlockIndex` in `src/rpc/evo.cpp` of dashpay/dash. */
function blockNamed({ chain }: EmulatedNode, word: string, name: string): ChainBlock {
  const known = HASH.test(word) ? chain.block(word.toLowerCase()) : undefined;
  if (known !== undefined) return known;
  const height = Number(word);
  if (!/^[+-]?\d+$/.test(word) || Math.abs(height) >= 2 ** 31) {
    throw invalidParameter(`${name} must be a 32bit integer (not '${word}')`);
  }
  const block = height < 1 ? undefined : chain.blockAt(height);
  if (block !== undefined) return block;
  throw new NodeRejectionError(RPC_ERROR_CODES.misc, `${name} must be a chain height and not ${word}`);
}

const HASH = /^[0-9a-fA-F]{64}$/;
