import type { ByteReader } from '../../base/bytes/byte-reader.js';
import type { ByteWriter } from '../../base/bytes/byte-writer.js';
import { readReversedHex, writeReversedHex } from '../../base/bytes/fixed-hex.js';
import { PLATFORM_NODE_ID_SIZE } from '../masternode/field-sizes.js';
import { MasternodeType } from '../masternode/masternode-type.js';
import { checkPort } from '../masternode/port.js';
import { ProviderVersion } from '../masternode/provider-version.js';

/**
 * Describes the Dash Platform node of an evolution masternode in a provider transaction.
 *
 * Source: `CProRegTx` and `CProUpServTx` in `src/evo/providertx.h` of dashpay/dash.
 */
export interface PlatformFields {
  /** 20 bytes in hexadecimal, reversed as Dash Core prints them. */
  readonly nodeId: string;
  /** At the one address; from version 3 on the addresses carry the ports. */
  readonly ports: { readonly p2p: number; readonly http: number } | undefined;
}

/** Reads what follows the inputs hash: nothing unless the masternode is an evolution masternode. */
export function readPlatformFields(
  reader: ByteReader,
  masternodeType: number,
  version: ProviderVersion,
): PlatformFields | undefined {
  if (masternodeType !== MasternodeType.evo) return undefined;
  const nodeId = readReversedHex(reader, PLATFORM_NODE_ID_SIZE);
  if (version >= ProviderVersion.extendedAddresses) return { nodeId, ports: undefined };
  return { nodeId, ports: { p2p: reader.u16(), http: reader.u16() } };
}

/** Writes the fields that only evonodes have. @throws {RangeError} when the fields are missing where type and version require them, or given where they do not. */
export function writePlatformFields(
  writer: ByteWriter,
  platform: PlatformFields | undefined,
  masternodeType: number,
  version: ProviderVersion,
): void {
  const isEvo = masternodeType === MasternodeType.evo;
  const hasPorts = isEvo && version < ProviderVersion.extendedAddresses;
  if ((platform !== undefined) !== isEvo || (platform?.ports !== undefined) !== hasPorts) {
    throw new RangeError(`Platform fields do not go with type ${masternodeType} and version ${version}`);
  }
  if (platform === undefined) return;
  writeReversedHex(writer, platform.nodeId, PLATFORM_NODE_ID_SIZE);
  if (platform.ports === undefined) return;
  checkPort(platform.ports.p2p);
  checkPort(platform.ports.http);
  writer.u16(platform.ports.p2p).u16(platform.ports.http);
}
