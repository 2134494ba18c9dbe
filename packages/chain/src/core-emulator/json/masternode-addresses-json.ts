import { serviceOf } from '../../rules/consensus/masternode-service.js';
import { formatExtendedAddress } from '../../primitives/masternode/extended-address.js';
import type { MasternodeAddresses } from '../../primitives/masternode/masternode-addresses.js';
import { formatNetworkAddress, UNSPECIFIED_ADDRESS } from '../../primitives/masternode/network-address.js';

/** Describes the addresses of a masternode. */
export interface ReachedMasternode {
  readonly addresses: MasternodeAddresses;
  /** Platform ports of an evonode whose addresses do not contain them. */
  readonly platformPorts: { readonly p2p: number; readonly http: number } | undefined;
}

/**
 * Returns the addresses of a masternode by purpose, in the order of Dash Core's answers about masternodes.
 *
 * Source: `GetNetInfoWithLegacyFields` in `src/rpc/evo_util.h` of dashpay/dash.
 */
export function describeAddresses({ addresses, platformPorts }: ReachedMasternode): object {
  if (addresses.kind === 'single') {
    const service = serviceOf(addresses);
    if (service.ip === UNSPECIFIED_ADDRESS.ip) return {};
    const at = (port: number): string[] => [formatNetworkAddress({ ip: service.ip, port })];
    const core = { core_p2p: at(service.port) };
    if (platformPorts === undefined) return core;
    return { ...core, platform_https: at(platformPorts.http), platform_p2p: at(platformPorts.p2p) };
  }
  const { coreP2p, platformP2p, platformHttps } = addresses;
  return {
    ...(coreP2p.length > 0 && { core_p2p: coreP2p.map(formatExtendedAddress) }),
    ...(platformP2p.length > 0 && { platform_p2p: platformP2p.map(formatExtendedAddress) }),
    ...(platformHttps.length > 0 && { platform_https: platformHttps.map(formatExtendedAddress) }),
  };
}

/** Returns the first address; `[::]:0` where there is none. */
export function primaryAddress(addresses: MasternodeAddresses): string {
  if (addresses.kind === 'single') return formatNetworkAddress(serviceOf(addresses));
  const [first] = addresses.coreP2p;
  return first === undefined || first.network === 'domain'
    ? formatNetworkAddress(UNSPECIFIED_ADDRESS)
    : formatExtendedAddress(first);
}
