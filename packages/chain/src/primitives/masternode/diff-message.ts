import { ByteReader } from '../../base/bytes/byte-reader.js';
import { readFixedHex, readReversedHex } from '../../base/bytes/fixed-hex.js';
import { bytesToHex } from '../../base/bytes/hex.js';
import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';
import type { NetworkName } from '../address/network-prefixes.js';
import { readTransaction } from '../transaction/transaction.js';
import { diffEntryFromSimplified } from './diff-entry.js';
import { diffQuorumFromCommitment } from './diff-quorum.js';
import {
  BLS_PUBLIC_KEY_SIZE,
  BLS_SIGNATURE_SIZE,
  KEY_ID_SIZE,
  PLATFORM_NODE_ID_SIZE,
} from './field-sizes.js';
import { readFinalCommitment } from './final-commitment.js';
import { readMasternodeAddresses } from './masternode-addresses.js';
import type { MasternodeListDiff } from './masternode-list-diff.js';
import { MasternodeType } from './masternode-type.js';
import { isProviderVersion, ProviderVersion } from './provider-version.js';
import type { SimplifiedMasternodeEntry } from './simplified-entry.js';

/** Protocol versions from which the message changed. Source: `src/version.h` of dashpay/dash. */
const PROTOCOL = { types: 70_227, entryVersions: 70_228, versionFirst: 70_229, chainLocks: 70_230 } as const;

const HASH_BYTES = 32;
const MIN_ENTRY_BYTES = 2 * HASH_BYTES + BLS_PUBLIC_KEY_SIZE + KEY_ID_SIZE + 1;
const MIN_COMMITMENT_BYTES = 2 + 1 + 2 * HASH_BYTES + 2 + BLS_PUBLIC_KEY_SIZE + 2 * BLS_SIGNATURE_SIZE;

/**
 * Decodes the message `mnlistdiff` of a peer, without the message header, to the diff that Dash Core prints.
 *
 * Source: `CSimplifiedMNListDiff` in `src/evo/smldiff.h`, `CSimplifiedMNListEntry` in `src/evo/simplifiedmns.h` of dashpay/dash.
 * @param protocol version of the connection, 70227 or later
 * @throws {MalformedBytesError} when the bytes are no message of this version.
 */
export function decodeDiffMessage(
  bytes: Uint8Array,
  protocol: number,
  network: NetworkName,
): MasternodeListDiff {
  if (protocol < PROTOCOL.types)
    throw new RangeError(`expected protocol ${PROTOCOL.types} or later, found ${protocol}`);
  const reader = new ByteReader(bytes);
  const hexOf = (skip: () => unknown): string => {
    const start = reader.offset;
    skip();
    return bytesToHex(bytes.subarray(start, reader.offset));
  };
  const isVersionFirst = protocol >= PROTOCOL.versionFirst;
  const firstVersion = isVersionFirst ? reader.u16() : undefined;
  const [baseBlockHash, blockHash] = [reader.hash(), reader.hash()];
  const cbTxMerkleTree = hexOf(() => [
    reader.u32(),
    reader.list(HASH_BYTES, (from) => from.hash()),
    reader.varBytes(),
  ]);
  const cbTx = hexOf(() => readTransaction(reader));
  const nVersion = firstVersion ?? reader.u16();
  const deletedMNs = reader.list(HASH_BYTES, (from) => from.hash());
  const entries = reader.list(MIN_ENTRY_BYTES, (from) => readEntry(from, protocol, nVersion));
  const deletedQuorums = reader.list(1 + HASH_BYTES, (from) => ({
    llmqType: from.u8(),
    quorumHash: from.hash(),
  }));
  const newQuorums = reader.list(MIN_COMMITMENT_BYTES, readFinalCommitment);
  const quorumsCLSigs =
    protocol < PROTOCOL.chainLocks ? [] : reader.list(BLS_SIGNATURE_SIZE + 1, readSignature);
  reader.end();
  return {
    nVersion,
    baseBlockHash,
    blockHash,
    cbTxMerkleTree,
    cbTx,
    deletedMNs,
    mnList: entries.map((entry) => diffEntryFromSimplified(entry, network)),
    deletedQuorums,
    newQuorums: newQuorums.map(diffQuorumFromCommitment),
    quorumsCLSigs,
  };
}

function readEntry(reader: ByteReader, protocol: number, messageVersion: number): SimplifiedMasternodeEntry {
  const start = reader.offset;
  const version = protocol >= PROTOCOL.entryVersions ? reader.u16() : messageVersion;
  if (!isProviderVersion(version))
    throw new MalformedBytesError('bad-value', start, `unknown version ${version} of a masternode`);
  const common = {
    version,
    proRegTxHash: reader.hash(),
    confirmedHash: reader.hash(),
    addresses: readMasternodeAddresses(reader, version),
    pubKeyOperator: readFixedHex(reader, BLS_PUBLIC_KEY_SIZE),
    keyIdVoting: readFixedHex(reader, KEY_ID_SIZE),
    isValid: reader.bool(),
  };
  const type = version === ProviderVersion.legacyBls ? MasternodeType.regular : reader.u16();
  if (type === MasternodeType.regular) return { ...common, type };
  if (type !== MasternodeType.evo)
    throw new MalformedBytesError('bad-value', start, `unknown type ${type} of a masternode`);
  return {
    ...common,
    type,
    platformHttpPort: version < ProviderVersion.extendedAddresses ? reader.u16() : 0,
    platformNodeId: readReversedHex(reader, PLATFORM_NODE_ID_SIZE),
  };
}

function readSignature(reader: ByteReader): Readonly<Record<string, readonly number[]>> {
  const signature = readFixedHex(reader, BLS_SIGNATURE_SIZE);
  return { [signature]: reader.list(2, (from) => from.u16()) };
}
