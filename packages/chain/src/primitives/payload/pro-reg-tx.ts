import type { ByteReader } from '../../base/bytes/byte-reader.js';
import type { ByteWriter } from '../../base/bytes/byte-writer.js';
import { readFixedHex, writeFixedHex } from '../../base/bytes/fixed-hex.js';
import { BLS_PUBLIC_KEY_SIZE, KEY_ID_SIZE } from '../masternode/field-sizes.js';
import {
  readMasternodeAddresses,
  writeMasternodeAddresses,
  type MasternodeAddresses,
} from '../masternode/masternode-addresses.js';
import type { ProviderVersion } from '../masternode/provider-version.js';
import type { OutPoint } from '../transaction/transaction.js';
import { readPlatformFields, writePlatformFields, type PlatformFields } from './platform-fields.js';
import { readProviderVersion } from './read-provider-version.js';

/**
 * Registers a masternode (DIP-3, DIP-28).
 *
 * Source: `CProRegTx` in `src/evo/providertx.h` of dashpay/dash.
 */
export interface ProRegTx {
  readonly kind: 'proRegTx';
  readonly version: ProviderVersion;
  /** 16 bits; see `MasternodeType`. */
  readonly masternodeType: number;
  /** 16 bits, 0 so far. */
  readonly mode: number;
  /** 64 zeros as its id denote an output of this very transaction. */
  readonly collateral: OutPoint;
  readonly addresses: MasternodeAddresses;
  /** HASH160 of the owner's key, 20 bytes in hexadecimal, in the order of scripts and addresses. */
  readonly keyIdOwner: string;
  /** BLS public key, 48 bytes in hexadecimal. Whether it is a point of the curve is not checked. */
  readonly pubKeyOperator: string;
  /** HASH160 of the voting key, 20 bytes in hexadecimal, in the order of scripts and addresses. */
  readonly keyIdVoting: string;
  /** The operator's part of the reward in hundredths of a percent, 16 bits. */
  readonly operatorReward: number;
  readonly scriptPayout: Uint8Array;
  /** SHA-256d of the transaction's inputs, in display order. */
  readonly inputsHash: string;
  /** Platform fields of evonodes; undefined for other masternodes. */
  readonly platform: PlatformFields | undefined;
  /** By the collateral's key; empty when the collateral is an output of this transaction. */
  readonly signature: Uint8Array;
}

/** @throws {MalformedBytesError} when the bytes are no ProRegTx of version 1, 2 or 3. */
export function readProRegTx(reader: ByteReader): ProRegTx {
  const version = readProviderVersion(reader);
  const masternodeType = reader.u16();
  return {
    kind: 'proRegTx',
    version,
    masternodeType,
    mode: reader.u16(),
    collateral: { txid: reader.hash(), index: reader.u32() },
    addresses: readMasternodeAddresses(reader, version),
    keyIdOwner: readFixedHex(reader, KEY_ID_SIZE),
    pubKeyOperator: readFixedHex(reader, BLS_PUBLIC_KEY_SIZE),
    keyIdVoting: readFixedHex(reader, KEY_ID_SIZE),
    operatorReward: reader.u16(),
    scriptPayout: reader.varBytes(),
    inputsHash: reader.hash(),
    platform: readPlatformFields(reader, masternodeType, version),
    signature: reader.varBytes(),
  };
}

/** Writes the payload of a ProRegTx. @throws {RangeError} when a field is not of its length or does not go with the version and type. */
export function writeProRegTx(writer: ByteWriter, payload: ProRegTx): void {
  writer.u16(payload.version).u16(payload.masternodeType).u16(payload.mode);
  writer.hash(payload.collateral.txid).u32(payload.collateral.index);
  writeMasternodeAddresses(writer, payload.addresses, payload.version);
  writeFixedHex(writer, payload.keyIdOwner, KEY_ID_SIZE);
  writeFixedHex(writer, payload.pubKeyOperator, BLS_PUBLIC_KEY_SIZE);
  writeFixedHex(writer, payload.keyIdVoting, KEY_ID_SIZE);
  writer.u16(payload.operatorReward).varBytes(payload.scriptPayout).hash(payload.inputsHash);
  writePlatformFields(writer, payload.platform, payload.masternodeType, payload.version);
  writer.varBytes(payload.signature);
}
