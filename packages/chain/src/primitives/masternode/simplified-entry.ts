import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { writeFixedHex, writeReversedHex } from '../../base/bytes/fixed-hex.js';
import { displayHash } from '../../base/bytes/hex.js';
import { sha256d } from '../../base/crypto/hashes.js';
import { BLS_PUBLIC_KEY_SIZE, KEY_ID_SIZE, PLATFORM_NODE_ID_SIZE } from './field-sizes.js';
import { writeMasternodeAddresses, type MasternodeAddresses } from './masternode-addresses.js';
import { MasternodeType } from './masternode-type.js';
import { checkPort } from './port.js';
import { ProviderVersion } from './provider-version.js';

/** Fields of a masternode that the root in every coinbase commits to, whatever its type. */
interface SimplifiedMasternodeEntryBase {
  /** The version of the provider transaction that shaped the entry last. */
  readonly version: ProviderVersion;
  /** The id of its ProRegTx, in display order. */
  readonly proRegTxHash: string;
  /** The block that confirmed it, in display order; 64 zeros until then. */
  readonly confirmedHash: string;
  /** Single for versions 1 and 2, extended for version 3. */
  readonly addresses: MasternodeAddresses;
  /** BLS public key, 48 bytes in hexadecimal, in the scheme of the version; zeros when the operator revoked it. */
  readonly pubKeyOperator: string;
  /** HASH160 of the voting key, 20 bytes in hexadecimal, in the order of scripts and addresses. */
  readonly keyIdVoting: string;
  /** False while it is banned for Proof-of-Service failures. */
  readonly isValid: boolean;
}

export interface RegularMasternodeEntry extends SimplifiedMasternodeEntryBase {
  readonly type: typeof MasternodeType.regular;
}

export interface EvoMasternodeEntry extends SimplifiedMasternodeEntryBase {
  readonly type: typeof MasternodeType.evo;
  /** Not part of an entry of version 3, whose addresses carry it: 0 there. */
  readonly platformHttpPort: number;
  /** 20 bytes in hexadecimal, reversed as Dash Core prints them. */
  readonly platformNodeId: string;
}

/**
 * Describes a masternode of the simplified masternode list (DIP-4).
 *
 * Source: `CSimplifiedMNListEntry` in `src/evo/simplifiedmns.h` of dashpay/dash.
 */
export type SimplifiedMasternodeEntry = RegularMasternodeEntry | EvoMasternodeEntry;

/**
 * Returns the bytes of `entry` that are hashed: without the version, which only the network message has in front, and without
 * type and Platform fields in version 1.
 * @throws {RangeError} when a field is not of its length, the addresses are not of the version's kind, or a port is none.
 */
export function encodeSimplifiedEntry(entry: SimplifiedMasternodeEntry): Uint8Array {
  const writer = new ByteWriter().hash(entry.proRegTxHash).hash(entry.confirmedHash);
  writeMasternodeAddresses(writer, entry.addresses, entry.version);
  writeFixedHex(writer, entry.pubKeyOperator, BLS_PUBLIC_KEY_SIZE);
  writeFixedHex(writer, entry.keyIdVoting, KEY_ID_SIZE);
  writer.bool(entry.isValid);
  if (entry.version === ProviderVersion.legacyBls) return writer.toBytes();
  writer.u16(entry.type);
  if (entry.type === MasternodeType.evo) {
    if (entry.version < ProviderVersion.extendedAddresses) {
      checkPort(entry.platformHttpPort);
      writer.u16(entry.platformHttpPort);
    }
    writeReversedHex(writer, entry.platformNodeId, PLATFORM_NODE_ID_SIZE);
  }
  return writer.toBytes();
}

/** Returns the leaf of `entry` in the merkle tree of the list, in display order. */
export function simplifiedEntryHash(entry: SimplifiedMasternodeEntry): string {
  return displayHash(sha256d(encodeSimplifiedEntry(entry)));
}
