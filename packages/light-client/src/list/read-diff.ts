import {
  isHash,
  type MasternodeListDiff,
  type MasternodeListDiffEntry,
  type QuorumCommitmentJson,
} from '@dapikit/chain/browser';
import { VerificationError } from '../errors/verification-error.js';

/** Limits of lists and texts: a multiple of what the networks have. */
const MAX_MASTERNODES = 50_000;
const MAX_QUORUMS = 5000;
const MAX_TRANSACTION_DIGITS = 200_000;
const MAX_ADDRESSES = 64;
const MAX_TEXT = 1000;

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads a masternode list diff of an untrusted node, decoded from JSON or CBOR: members and their types, hashes as 64 lower-case digits, bounded
 * sizes. Unknown members are dropped.
 * @throws {VerificationError} `malformed`
 */
export function readDiff(value: unknown): MasternodeListDiff {
  const diff = members(value, 'diff');
  return {
    nVersion: whole(diff, 'nVersion'),
    baseBlockHash: hash(diff['baseBlockHash'], 'baseBlockHash'),
    blockHash: hash(diff['blockHash'], 'blockHash'),
    cbTxMerkleTree: text(diff, 'cbTxMerkleTree', MAX_TRANSACTION_DIGITS),
    cbTx: text(diff, 'cbTx', MAX_TRANSACTION_DIGITS),
    deletedMNs: list(diff, 'deletedMNs', MAX_MASTERNODES).map((id) => hash(id, 'deletedMNs')),
    mnList: readMasternodes(diff),
    deletedQuorums: list(diff, 'deletedQuorums', MAX_QUORUMS).map((quorum) => {
      const { llmqType, quorumHash } = members(quorum, 'deletedQuorums');
      return { llmqType: asWhole(llmqType, 'llmqType'), quorumHash: hash(quorumHash, 'quorumHash') };
    }),
    newQuorums: list(diff, 'newQuorums', MAX_QUORUMS).map(readQuorum),
    ...(diff['merkleRootMNList'] !== undefined && {
      merkleRootMNList: hash(diff['merkleRootMNList'], 'merkleRootMNList'),
    }),
    ...(diff['merkleRootQuorums'] !== undefined && {
      merkleRootQuorums: hash(diff['merkleRootQuorums'], 'merkleRootQuorums'),
    }),
    quorumsCLSigs:
      diff['quorumsCLSigs'] === undefined
        ? []
        : list(diff, 'quorumsCLSigs', MAX_QUORUMS).map((signature) => readIndexes(signature)),
  };
}

/** Returns the masternodes of a diff, its member `mnList`. @throws {VerificationError} as {@link readDiff} does */
export function readMasternodes(diff: unknown): MasternodeListDiffEntry[] {
  return list(members(diff, 'diff'), 'mnList', MAX_MASTERNODES).map(readEntry);
}

function readEntry(value: unknown): MasternodeListDiffEntry {
  const entry = members(value, 'mnList');
  const { isValid, addresses } = entry;
  if (typeof isValid !== 'boolean') throw wrong('isValid', 'true or false');
  return {
    nVersion: whole(entry, 'nVersion'),
    nType: whole(entry, 'nType'),
    proRegTxHash: hash(entry['proRegTxHash'], 'proRegTxHash'),
    confirmedHash: hash(entry['confirmedHash'], 'confirmedHash'),
    ...(entry['service'] !== undefined && { service: text(entry, 'service') }),
    ...(addresses !== undefined && { addresses: readAddresses(addresses) }),
    pubKeyOperator: text(entry, 'pubKeyOperator'),
    votingAddress: text(entry, 'votingAddress'),
    isValid,
    ...(entry['platformHTTPPort'] !== undefined && { platformHTTPPort: whole(entry, 'platformHTTPPort') }),
    ...(entry['platformNodeID'] !== undefined && { platformNodeID: text(entry, 'platformNodeID') }),
  };
}

const PURPOSES = ['core_p2p', 'platform_p2p', 'platform_https'] as const;

function readAddresses(value: unknown): NonNullable<MasternodeListDiffEntry['addresses']> {
  const addresses = members(value, 'addresses');
  return Object.fromEntries(
    PURPOSES.filter((purpose) => addresses[purpose] !== undefined).map((purpose) => [
      purpose,
      list(addresses, purpose, MAX_ADDRESSES).map((address) => asText(address, purpose, MAX_TEXT)),
    ]),
  );
}

function readQuorum(value: unknown): QuorumCommitmentJson {
  const quorum = members(value, 'newQuorums');
  return {
    version: whole(quorum, 'version'),
    llmqType: whole(quorum, 'llmqType'),
    quorumHash: hash(quorum['quorumHash'], 'quorumHash'),
    quorumIndex: whole(quorum, 'quorumIndex'),
    signersCount: whole(quorum, 'signersCount'),
    signers: text(quorum, 'signers'),
    validMembersCount: whole(quorum, 'validMembersCount'),
    validMembers: text(quorum, 'validMembers'),
    quorumPublicKey: text(quorum, 'quorumPublicKey'),
    quorumVvecHash: hash(quorum['quorumVvecHash'], 'quorumVvecHash'),
    quorumSig: text(quorum, 'quorumSig'),
    membersSig: text(quorum, 'membersSig'),
  };
}

function readIndexes(value: unknown): Readonly<Record<string, readonly number[]>> {
  const signature = members(value, 'quorumsCLSigs');
  return Object.fromEntries(
    Object.keys(signature).map((key) => [
      key,
      list(signature, key, MAX_QUORUMS).map((index) => asWhole(index, 'quorumsCLSigs')),
    ]),
  );
}

/** Returns the members of an object. @throws {VerificationError} `malformed` for another value. */
export function members(value: unknown, name: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(name, 'an object');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an object has members of unknown types
  return value as Members;
}

function list(object: Members, name: string, max: number): readonly unknown[] {
  const value = object[name];
  if (!Array.isArray(value)) throw wrong(name, 'a list');
  if (value.length > max) throw wrong(name, `at most ${max} elements`);
  return value;
}

function whole(object: Members, name: string): number {
  return asWhole(object[name], name);
}

function asWhole(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw wrong(name, 'a whole number');
  return value;
}

function text(object: Members, name: string, max = MAX_TEXT): string {
  return asText(object[name], name, max);
}

function asText(value: unknown, name: string, max: number): string {
  if (typeof value !== 'string' || value.length > max)
    throw wrong(name, `a text of at most ${max} characters`);
  return value;
}

function hash(value: unknown, name: string): string {
  if (typeof value !== 'string' || !isHash(value)) throw wrong(name, '64 lower-case hexadecimal digits');
  return value;
}

function wrong(name: string, expected: string): VerificationError {
  return new VerificationError('malformed', `${name}: expected ${expected}`);
}
