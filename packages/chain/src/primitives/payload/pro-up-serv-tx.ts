import type { ByteReader } from '../../base/bytes/byte-reader.js';
import type { ByteWriter } from '../../base/bytes/byte-writer.js';
import { readFixedHex, writeFixedHex } from '../../base/bytes/fixed-hex.js';
import { BLS_SIGNATURE_SIZE } from '../masternode/field-sizes.js';
import {
  readMasternodeAddresses,
  writeMasternodeAddresses,
  type MasternodeAddresses,
} from '../masternode/masternode-addresses.js';
import { MasternodeType } from '../masternode/masternode-type.js';
import { ProviderVersion } from '../masternode/provider-version.js';
import { readPlatformFields, writePlatformFields, type PlatformFields } from './platform-fields.js';
import { readProviderVersion } from './read-provider-version.js';

/**
 * Describes an update of a masternode's addresses by its operator (DIP-3, DIP-28).
 *
 * Source: `CProUpServTx` in `src/evo/providertx.h` of dashpay/dash.
 */
export interface ProUpServTx {
  readonly kind: 'proUpServTx';
  readonly version: ProviderVersion;
  /** 16 bits; see `MasternodeType`. Not on the wire in version 1, where it is 0. */
  readonly masternodeType: number;
  /** The id of the ProRegTx, in display order. */
  readonly proTxHash: string;
  readonly addresses: MasternodeAddresses;
  /** Empty unless the operator has a part of the reward. */
  readonly scriptOperatorPayout: Uint8Array;
  /** SHA-256d of the transaction's inputs, in display order. */
  readonly inputsHash: string;
  /** Platform fields of evonodes; undefined for other masternodes. */
  readonly platform: PlatformFields | undefined;
  /** BLS signature by the operator, 96 bytes in hexadecimal. Whether it is a point of the curve is not checked. */
  readonly signature: string;
}

/** @throws {MalformedBytesError} when the bytes are no ProUpServTx of version 1, 2 or 3. */
export function readProUpServTx(reader: ByteReader): ProUpServTx {
  const version = readProviderVersion(reader);
  const masternodeType = version === ProviderVersion.legacyBls ? MasternodeType.regular : reader.u16();
  return {
    kind: 'proUpServTx',
    version,
    masternodeType,
    proTxHash: reader.hash(),
    addresses: readMasternodeAddresses(reader, version),
    scriptOperatorPayout: reader.varBytes(),
    inputsHash: reader.hash(),
    platform: readPlatformFields(reader, masternodeType, version),
    signature: readFixedHex(reader, BLS_SIGNATURE_SIZE),
  };
}

/** Writes the payload of a ProUpServTx. @throws {RangeError} when a field is not of its length or does not go with the version and type. */
export function writeProUpServTx(writer: ByteWriter, payload: ProUpServTx): void {
  writer.u16(payload.version);
  if (payload.version !== ProviderVersion.legacyBls) writer.u16(payload.masternodeType);
  else if (payload.masternodeType !== MasternodeType.regular) throw new RangeError('version 1 has no type');
  writer.hash(payload.proTxHash);
  writeMasternodeAddresses(writer, payload.addresses, payload.version);
  writer.varBytes(payload.scriptOperatorPayout).hash(payload.inputsHash);
  writePlatformFields(writer, payload.platform, payload.masternodeType, payload.version);
  writeFixedHex(writer, payload.signature, BLS_SIGNATURE_SIZE);
}
