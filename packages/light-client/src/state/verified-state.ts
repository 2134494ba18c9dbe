import {
  bytesToHex,
  diffEntryFromSimplified,
  encodeBlockHeader,
  hexToBytes,
  sha256,
  ZERO_HASH,
  type BlockHeader,
  type ChainLock,
  type MasternodeListDiff,
} from '@dapikit/chain/browser';
import { readCheckpoint, writeCheckpoint, type Checkpoint } from '../checkpoint/checkpoint.js';
import { decoded } from '../errors/decoded.js';
import { VerificationError } from '../errors/verification-error.js';
import { readHeader } from '../headers/read-header.js';
import { jump, type ListState } from '../jump/jump.js';
import { members, readDiff, readMasternodes } from '../list/read-diff.js';
import { verifyQuorumsFirst, type VerifiedList } from '../list/verified-list.js';
import type { SeenState } from './seen-state.js';

/** Describes a verified state together with the data that prove it, so that it can be verified again. */
export interface ProvenState {
  readonly state: ListState;
  /** Header of the block of the list. */
  readonly header: BlockHeader;
  /** Headers from there to the block of the ChainLock. */
  readonly headers: readonly BlockHeader[];
  readonly chainLock: ChainLock;
  /** The highest state of the platform that was verified: no older one is shown after a restart. */
  readonly platform?: SeenState | undefined;
  /** Verifies the masternodes of the list in turns of the event loop, where only its quorums are verified yet. Rejects where they do not verify. */
  readonly verifyMasternodes?: () => Promise<void>;
}

const FORMAT = 2;

/**
 * Returns the text of a state in three lines: the hash of the second one, that with all but the masternodes as JSON, the masternodes as JSON.
 * @param origin the checkpoint that the state was reached from
 */
export function writeState(
  { state, header, headers, chainLock, platform }: ProvenState,
  origin: Checkpoint,
): string {
  const { network, height, hash, time, quorums, list } = state;
  const { mnList, ...diff } = fullDiff(list, state);
  const masternodes = JSON.stringify({ mnList });
  const body = JSON.stringify({
    format: FORMAT,
    masternodes: { length: masternodes.length, hash: checksum(masternodes) },
    checkpoint: { height: origin.height, hash: origin.hash },
    trusted: JSON.parse(writeCheckpoint({ network, height, hash, time, quorums })),
    diff: { ...diff, mnList: [] },
    header: headerText(header),
    headers: headers.map(headerText),
    chainLock,
    ...(platform && { platform }),
  });
  return `${checksum(body)}\n${body}\n${masternodes}`;
}

/**
 * Reads the text of a state and verifies it again: the checksum, the root of the quorums, the coinbase, the headers, and the ChainLock by the quorums of the state. The masternodes
 * of its list are verified, by their checksum and root, when they are first read: in turns by `verifyMasternodes`.
 * @param origin the checkpoint of the present start
 * @throws {VerificationError} `damaged-state` for changed or cut text, or a state that is older than the checkpoint; `wrong-network`; otherwise what does not
 *   verify.
 */
export function readState(text: string, origin: Checkpoint): ProvenState {
  const bodyAt = text.indexOf('\n') + 1;
  const listAt = text.indexOf('\n', bodyAt) + 1;
  const body = listAt > 0 ? text.slice(bodyAt, listAt - 1) : text.slice(bodyAt);
  if (bodyAt === 0 || text.slice(0, bodyAt - 1) !== checksum(body)) throw changedOrCut();
  const json = members(JSON.parse(body), 'state');
  if (json['format'] !== FORMAT)
    throw new VerificationError(
      'damaged-state',
      `the stored state has format ${String(json['format'])}, not ${FORMAT}`,
    );
  const masternodes = listAt > 0 ? text.slice(listAt) : '';
  const expected = members(json['masternodes'], 'masternodes');
  if (masternodes.length !== expected['length']) throw changedOrCut();
  const trusted = readCheckpoint(JSON.stringify(json['trusted']));
  requireOrigin(trusted, members(json['checkpoint'], 'checkpoint'), origin);
  const proof = {
    header: headerOf(json['header']),
    headers: Array.isArray(json['headers']) ? json['headers'].map(headerOf) : [],
    chainLock: readChainLock(json['chainLock']),
  };
  const list = verifyQuorumsFirst(
    readDiff(json['diff']),
    () => {
      if (checksum(masternodes) !== expected['hash']) throw changedOrCut();
      return readMasternodes(JSON.parse(masternodes));
    },
    trusted.network,
  );
  const state = jump(trusted, { list, ...proof });
  const platform = readSeen(json['platform']);
  return { state, ...proof, platform, verifyMasternodes: list.verifyMasternodes };
}

const changedOrCut = (): VerificationError =>
  new VerificationError('damaged-state', 'the stored state was changed or cut: its checksum is another one');

function requireOrigin(
  trusted: Checkpoint,
  stored: Readonly<Record<string, unknown>>,
  origin: Checkpoint,
): void {
  if (trusted.network !== origin.network) {
    throw new VerificationError(
      'wrong-network',
      `the stored state is of ${trusted.network.name}, the checkpoint of ${origin.network.name}`,
    );
  }
  if (trusted.height < origin.height) {
    throw new VerificationError(
      'damaged-state',
      `the stored state of block ${trusted.height} is older than the checkpoint of block ${origin.height}`,
    );
  }
  if (stored['height'] === origin.height && stored['hash'] !== origin.hash)
    throw new VerificationError(
      'damaged-state',
      'the stored state was reached from another checkpoint of this height',
    );
}

/** Returns the diff from the first block to a list, as Dash Core prints it. */
function fullDiff(list: VerifiedList, { network }: ListState): MasternodeListDiff {
  return {
    nVersion: 1,
    baseBlockHash: ZERO_HASH,
    blockHash: list.hash,
    ...list.proof,
    deletedMNs: [],
    mnList: Array.from(list.masternodes.values(), (entry) => diffEntryFromSimplified(entry, network.name)),
    deletedQuorums: [],
    newQuorums: [...list.quorums.values()],
    quorumsCLSigs: [],
  };
}

function headerText(header: BlockHeader): string {
  return bytesToHex(encodeBlockHeader(header));
}

function headerOf(value: unknown): BlockHeader {
  if (typeof value !== 'string')
    throw new VerificationError('malformed', 'header: expected hexadecimal text');
  return decoded('header', () => readHeader(hexToBytes(value)));
}

function readChainLock(value: unknown): ChainLock {
  const { height, hash, signature } = members(value, 'chainLock');
  if (typeof height !== 'number' || typeof hash !== 'string' || typeof signature !== 'string')
    throw new VerificationError('malformed', 'chainLock: expected height, hash and signature');
  return { height, hash, signature };
}

function readSeen(value: unknown): SeenState | undefined {
  if (value === undefined) return undefined;
  const { height, appHash } = members(value, 'platform');
  if (typeof height !== 'number' || !Number.isSafeInteger(height) || typeof appHash !== 'string')
    throw new VerificationError('malformed', 'platform: expected a height and an app hash');
  return { height, appHash };
}

function checksum(body: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(body)));
}
