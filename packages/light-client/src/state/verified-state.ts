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
import { checkpointId, readCheckpoint, writeCheckpoint, type Checkpoint } from '../checkpoint/checkpoint.js';
import { decoded } from '../errors/decoded.js';
import { VerificationError } from '../errors/verification-error.js';
import { readHeader } from '../headers/read-header.js';
import { jump, type ListState } from '../jump/jump.js';
import { members, readDiff, readMasternodes } from '../list/read-diff.js';
import { verifyQuorumsFirst, type VerifiedList } from '../list/verified-list.js';
import { isSameAccepted, NOTHING_ACCEPTED, type AcceptedHashes } from './accepted-hashes.js';
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

const FORMAT = 3;
/** Time of the first block of Dash, in seconds: no platform is older. */
const FIRST_BLOCK_TIME = 1_390_095_618;
/** Platforms make one in some seconds, when they are busy. */
const MAX_BLOCKS_A_SECOND = 1;

/**
 * Returns the text of a state in three lines: the hash of the second one, that with all but the masternodes as JSON, the masternodes as JSON.
 * @param origin the checkpoint that the state was reached from
 * @param accepted the hashes that were accepted after forks then
 */
export function writeState(
  { state, header, headers, chainLock, platform }: ProvenState,
  origin: Checkpoint,
  { blocks, states }: AcceptedHashes = NOTHING_ACCEPTED,
): string {
  const { network, height, hash, time, quorums, list } = state;
  const { mnList, ...diff } = fullDiff(list, state);
  const masternodes = JSON.stringify({ mnList });
  const body = JSON.stringify({
    format: FORMAT,
    masternodes: { length: masternodes.length, hash: checksum(masternodes) },
    checkpoint: checkpointId(origin),
    trusted: JSON.parse(writeCheckpoint({ network, height, hash, time, quorums })),
    diff: { ...diff, mnList: [] },
    header: headerText(header),
    headers: headers.map(headerText),
    chainLock,
    ...(platform && { platform }),
    ...(blocks.size + states.size > 0 && { accepted: { blocks: [...blocks], states: [...states] } }),
  });
  return `${checksum(body)}\n${body}\n${masternodes}`;
}

/**
 * Reads the text of a state and verifies it again: the checksum, the root of the quorums, the coinbase, the headers, and the ChainLock by the quorums of the state. The masternodes
 * of its list are verified, by their checksum and root, when they are first read: in turns by `verifyMasternodes`.
 * @param origin the checkpoint of the present start
 * @param accepted the hashes that are accepted now: without the same states, that of the platform is left out
 * @throws {VerificationError} `damaged-state` for changed or cut text, or a state that is older than the checkpoint, or was reached from another one or with other accepted blocks;
 *   `wrong-network`; otherwise what does not verify.
 */
export function readState(
  text: string,
  origin: Checkpoint,
  accepted: AcceptedHashes = NOTHING_ACCEPTED,
): ProvenState {
  const bodyAt = text.indexOf('\n') + 1;
  const listAt = text.indexOf('\n', bodyAt) + 1;
  const body = listAt > 0 ? text.slice(bodyAt, listAt - 1) : text.slice(bodyAt);
  if (bodyAt === 0 || text.slice(0, bodyAt - 1) !== checksum(body)) throw changedOrCut();
  const json = members(parsed(body), 'state');
  if (json['format'] !== FORMAT)
    throw new VerificationError(
      'damaged-state',
      `the stored state has format ${String(json['format'])}, not ${FORMAT}`,
    );
  const masternodes = listAt > 0 ? text.slice(listAt) : '';
  const expected = members(json['masternodes'], 'masternodes');
  if (masternodes.length !== expected['length']) throw changedOrCut();
  const trusted = readCheckpoint(JSON.stringify(json['trusted']));
  requireOrigin(trusted, json['checkpoint'], origin);
  const then = readAccepted(json['accepted']);
  if (!isSameAccepted(then.blocks, accepted.blocks))
    throw new VerificationError(
      'damaged-state',
      'the stored state was reached with other accepted blocks: it may follow the other branch of a fork',
    );
  const proof = {
    header: headerOf(json['header']),
    headers: Array.isArray(json['headers']) ? json['headers'].map(headerOf) : [],
    chainLock: readChainLock(json['chainLock']),
  };
  const list = verifyQuorumsFirst(
    readDiff(json['diff']),
    () => {
      if (checksum(masternodes) !== expected['hash']) throw changedOrCut();
      return readMasternodes(parsed(masternodes));
    },
    trusted.network,
  );
  const state = jump(trusted, { list, ...proof });
  const isSameSeen = isSameAccepted(then.states, accepted.states);
  const platform = isSameSeen ? readSeen(json['platform'], state) : undefined;
  return { state, ...proof, platform, verifyMasternodes: list.verifyMasternodes };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new VerificationError('damaged-state', 'the stored state is no JSON', { cause });
  }
}

const changedOrCut = (): VerificationError =>
  new VerificationError('damaged-state', 'the stored state was changed or cut: its checksum is another one');

function requireOrigin(trusted: Checkpoint, stored: unknown, origin: Checkpoint): void {
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
  if (stored !== checkpointId(origin))
    throw new VerificationError('damaged-state', 'the stored state was reached from another checkpoint');
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

function readAccepted(value: unknown): AcceptedHashes {
  if (value === undefined) return NOTHING_ACCEPTED;
  const { blocks, states } = members(value, 'accepted');
  return { blocks: readHashes(blocks), states: readHashes(states) };
}

function readHashes(value: unknown): ReadonlyMap<number, string> {
  if (!Array.isArray(value)) throw new VerificationError('malformed', 'accepted: expected lists of hashes');
  return new Map(
    value.map((entry: unknown): [number, string] => {
      const [height, hash]: unknown[] = Array.isArray(entry) ? entry : [];
      if (typeof height === 'number' && typeof hash === 'string') return [height, hash];
      throw new VerificationError('malformed', 'accepted: expected a height and a hash');
    }),
  );
}

/** Reads the state of the platform; leaves one out that is higher than a platform can be at the time of the list: no peer would ever have a newer one. */
function readSeen(value: unknown, { time }: Pick<ListState, 'time'>): SeenState | undefined {
  if (value === undefined) return undefined;
  const { height, appHash } = members(value, 'platform');
  if (typeof height !== 'number' || !Number.isSafeInteger(height) || typeof appHash !== 'string')
    throw new VerificationError('malformed', 'platform: expected a height and an app hash');
  const isPlausible = height > 0 && height <= Math.max(0, time - FIRST_BLOCK_TIME) * MAX_BLOCKS_A_SECOND;
  return isPlausible ? { height, appHash } : undefined;
}

function checksum(body: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(body)));
}
