import type { MasternodeAddresses } from '../../primitives/masternode/masternode-addresses.js';
import { UNSPECIFIED_ADDRESS, type NetworkAddress } from '../../primitives/masternode/network-address.js';

/** Addresses that Dash Core reads as none. Source: `CNetAddr::IsValid` in `src/netaddress.cpp` of dashpay/dash. */
const NO_ADDRESSES: ReadonlySet<string> = new Set(['::', '0.0.0.0', '255.255.255.255']);

/**
 * Prefixes of addresses that Dash Core reads as none: for documentation (RFC 3849), version 2 onion addresses (OnionCat), its internal
 * names.
 * Source: `CNetAddr::IsValid` and `CNetAddr::SetLegacyIPv6` in `src/netaddress.cpp` of dashpay/dash.
 */
const NO_ADDRESS_PREFIXES = ['2001:db8:', 'fd87:d87e:eb43:', 'fd6b:88c0:8724:'] as const;

/**
 * Returns the one address of a masternode. Extended addresses come with a fork that regtest has not activated, so the rules
 * reject their version before they are checked.
 */
export function serviceOf(addresses: MasternodeAddresses): NetworkAddress {
  if (addresses.kind !== 'single' || isNoAddress(addresses.service)) return UNSPECIFIED_ADDRESS;
  return addresses.service;
}

/** Returns whether the address says that there is none. */
export function isNoAddress({ ip }: NetworkAddress): boolean {
  return NO_ADDRESSES.has(ip) || NO_ADDRESS_PREFIXES.some((prefix) => ip.startsWith(prefix));
}
