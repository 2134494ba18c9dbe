import type { ByteReader } from '../../base/bytes/byte-reader.js';
import type { ByteWriter } from '../../base/bytes/byte-writer.js';
import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';
import {
  readExtendedAddress,
  MIN_EXTENDED_ADDRESS_BYTES,
  writeExtendedAddress,
  type ExtendedAddress,
} from './extended-address.js';
import { readNetworkAddress, writeNetworkAddress, type NetworkAddress } from './network-address.js';
import { ProviderVersion } from './provider-version.js';

/** Describes the one address of a masternode of version 1 or 2; `UNSPECIFIED_ADDRESS` when it has none. */
export interface SingleAddress {
  readonly kind: 'single';
  readonly service: NetworkAddress;
}

/** Describes the addresses of a masternode of version 3, a list a purpose; all three are empty when it has none. */
export interface ExtendedAddresses {
  readonly kind: 'extended';
  readonly coreP2p: readonly ExtendedAddress[];
  readonly platformP2p: readonly ExtendedAddress[];
  readonly platformHttps: readonly ExtendedAddress[];
}

/**
 * Describes the addresses of a masternode. The version of the containing structure decides which of the two forms is
 * used.
 *
 * Source: `MnNetInfo` and `ExtNetInfo` in `src/evo/netinfo.h` of dashpay/dash.
 */
export type MasternodeAddresses = SingleAddress | ExtendedAddresses;

/** The purposes in the order of their numbers on the wire (`NetInfoPurpose`). */
const PURPOSES = ['coreP2p', 'platformP2p', 'platformHttps'] as const;
const EXTENDED_FORMAT = 1;

/** @throws {MalformedBytesError} when the addresses are not in the form of `version`. */
export function readMasternodeAddresses(reader: ByteReader, version: number): MasternodeAddresses {
  if (version < ProviderVersion.extendedAddresses)
    return { kind: 'single', service: readNetworkAddress(reader) };
  const format = reader.u8();
  if (format !== EXTENDED_FORMAT) throw badValue(reader, `unknown format ${format} of network addresses`);
  const lists: Record<(typeof PURPOSES)[number], ExtendedAddress[]> = {
    coreP2p: [],
    platformP2p: [],
    platformHttps: [],
  };
  const count = reader.compactSize();
  let next = 0;
  for (let i = 0; i < count; i += 1) {
    const number = reader.u8();
    const purpose = PURPOSES[number];
    if (purpose === undefined || number < next)
      throw badValue(reader, `unexpected purpose ${number} of addresses`);
    next = number + 1;
    lists[purpose] = reader.list(MIN_EXTENDED_ADDRESS_BYTES, readExtendedAddress);
    if (lists[purpose].length === 0) throw badValue(reader, `no addresses for purpose ${number}`);
  }
  return { kind: 'extended', ...lists };
}

/** Writes the addresses of a masternode in the form of a version. @throws {RangeError} when the kind of `addresses` is not that of `version`, or an address is none. */
export function writeMasternodeAddresses(
  writer: ByteWriter,
  addresses: MasternodeAddresses,
  version: number,
): void {
  const expected = version < ProviderVersion.extendedAddresses ? 'single' : 'extended';
  if (addresses.kind !== expected) {
    throw new RangeError(`version ${version} takes ${expected} addresses, found ${addresses.kind} ones`);
  }
  if (addresses.kind === 'single') {
    writeNetworkAddress(writer, addresses.service);
    return;
  }
  const used = [...PURPOSES.entries()].filter(([, purpose]) => addresses[purpose].length > 0);
  writer.u8(EXTENDED_FORMAT).compactSize(used.length);
  for (const [number, purpose] of used) writer.u8(number).list(addresses[purpose], writeExtendedAddress);
}

function badValue(reader: ByteReader, message: string): MalformedBytesError {
  return new MalformedBytesError('bad-value', reader.offset, message);
}
