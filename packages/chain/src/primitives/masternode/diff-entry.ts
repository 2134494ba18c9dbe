import { decodeAddress, encodeAddress } from '../address/address.js';
import type { NetworkName } from '../address/network-prefixes.js';
import { bytesToHex, hexToBytes } from '../../base/bytes/hex.js';
import { formatExtendedAddress, parseExtendedAddress } from './extended-address.js';
import { InapplicableDiffError } from './inapplicable-diff-error.js';
import type { MasternodeAddresses } from './masternode-addresses.js';
import type { MasternodeAddressesJson, MasternodeListDiffEntry } from './masternode-list-diff.js';
import { MasternodeType } from './masternode-type.js';
import { formatNetworkAddress, parseNetworkAddress, UNSPECIFIED_ADDRESS } from './network-address.js';
import { isProviderVersion, ProviderVersion } from './provider-version.js';
import { encodeSimplifiedEntry, type SimplifiedMasternodeEntry } from './simplified-entry.js';

const NO_SERVICE = formatNetworkAddress(UNSPECIFIED_ADDRESS);
const NO_PORT = -1;

/**
 * Returns the entry that an element of a diff's `mnList` describes, of Dash Core 19.3 or later. Payout addresses, which no root
 * commits to, are left behind.
 *
 * A legacy operator key is taken to be printed in the legacy scheme; Dash Core 19 and later do so.
 * @throws {InapplicableDiffError} with reason `malformed-entry` when a member is missing or is not what it should be.
 */
export function simplifiedEntryFromDiff(json: MasternodeListDiffEntry): SimplifiedMasternodeEntry {
  try {
    const entry = readEntry(json);
    encodeSimplifiedEntry(entry);
    return entry;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new InapplicableDiffError('malformed-entry', `masternode ${json.proRegTxHash}: ${reason}`, {
      cause,
    });
  }
}

/**
 * Returns the element of a diff's `mnList` that describes `entry`, members in the order of Dash Core 23, without the payout
 * addresses of an extended diff.
 *
 * Source: `CSimplifiedMNListEntry::ToJson` in `src/evo/core_write.cpp` of dashpay/dash.
 */
export function diffEntryFromSimplified(
  entry: SimplifiedMasternodeEntry,
  network: NetworkName,
): MasternodeListDiffEntry {
  return {
    nVersion: entry.version,
    nType: entry.type,
    proRegTxHash: entry.proRegTxHash,
    confirmedHash: entry.confirmedHash,
    service: primaryAddress(entry.addresses),
    addresses: addressesToJson(entry),
    pubKeyOperator: entry.pubKeyOperator,
    votingAddress: encodeAddress({ kind: 'publicKeyHash', hash: hexToBytes(entry.keyIdVoting) }, network),
    isValid: entry.isValid,
    ...(entry.type === MasternodeType.evo && {
      platformHTTPPort: httpPort(entry.addresses, entry.platformHttpPort),
      platformNodeID: entry.platformNodeId,
    }),
  };
}

function readEntry(json: MasternodeListDiffEntry): SimplifiedMasternodeEntry {
  const { nVersion: version, nType: type, platformNodeID } = json;
  if (!isProviderVersion(version)) throw new RangeError(`unknown version ${version}`);
  const voting = decodeAddress(json.votingAddress);
  if (voting.kind !== 'publicKeyHash') throw new RangeError('the voting address is one of a script');
  const common = {
    version,
    proRegTxHash: json.proRegTxHash,
    confirmedHash: json.confirmedHash,
    addresses: readAddresses(json, version),
    pubKeyOperator: json.pubKeyOperator,
    keyIdVoting: bytesToHex(voting.hash),
    isValid: json.isValid,
  };
  if (type === MasternodeType.regular) return { ...common, type };
  if (type !== MasternodeType.evo) throw new RangeError(`unknown type ${type}`);
  if (platformNodeID === undefined) throw new RangeError('no platformNodeID');
  const platformHttpPort = version < ProviderVersion.extendedAddresses ? readHttpPort(json) : 0;
  return { ...common, type, platformHttpPort, platformNodeId: platformNodeID };
}

function readAddresses(json: MasternodeListDiffEntry, version: ProviderVersion): MasternodeAddresses {
  const { addresses, service } = json;
  if (version < ProviderVersion.extendedAddresses) {
    return {
      kind: 'single',
      service: parseNetworkAddress(service ?? addresses?.core_p2p?.[0] ?? NO_SERVICE),
    };
  }
  if (addresses === undefined) throw new RangeError('no addresses');
  return {
    kind: 'extended',
    coreP2p: (addresses.core_p2p ?? []).map(parseExtendedAddress),
    platformP2p: (addresses.platform_p2p ?? []).map(parseExtendedAddress),
    platformHttps: (addresses.platform_https ?? []).map(parseExtendedAddress),
  };
}

function readHttpPort({ platformHTTPPort, addresses }: MasternodeListDiffEntry): number {
  const [https] = addresses?.platform_https ?? [];
  return platformHTTPPort ?? (https === undefined ? 0 : parseNetworkAddress(https).port);
}

function primaryAddress(addresses: MasternodeAddresses): string {
  if (addresses.kind === 'single') return formatNetworkAddress(addresses.service);
  const [first] = addresses.coreP2p;
  return first === undefined || first.network === 'domain' ? NO_SERVICE : formatExtendedAddress(first);
}

function addressesToJson(entry: SimplifiedMasternodeEntry): MasternodeAddressesJson {
  const { addresses } = entry;
  if (addresses.kind === 'single') {
    const { service } = addresses;
    if (service.ip === UNSPECIFIED_ADDRESS.ip) return {};
    const core = { core_p2p: [formatNetworkAddress(service)] };
    if (entry.type === MasternodeType.regular) return core;
    return {
      ...core,
      platform_https: [formatNetworkAddress({ ip: service.ip, port: entry.platformHttpPort })],
    };
  }
  const { coreP2p, platformP2p, platformHttps } = addresses;
  return {
    ...(coreP2p.length > 0 && { core_p2p: coreP2p.map(formatExtendedAddress) }),
    ...(platformP2p.length > 0 && { platform_p2p: platformP2p.map(formatExtendedAddress) }),
    ...(platformHttps.length > 0 && { platform_https: platformHttps.map(formatExtendedAddress) }),
  };
}

function httpPort(addresses: MasternodeAddresses, legacyPort: number): number {
  if (addresses.kind === 'single') return legacyPort;
  return addresses.platformHttps[0]?.port ?? NO_PORT;
}
