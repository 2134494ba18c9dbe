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
import { members, readDiff } from '../list/read-diff.js';
import { applyVerifiedDiff, type VerifiedList } from '../list/verified-list.js';

/** Describes a verified state together with the data that prove it, so that it can be verified again. */
export interface ProvenState {
  readonly state: ListState;
  /** Header of the block of the list. */
  readonly header: BlockHeader;
  /** Headers from there to the block of the ChainLock. */
  readonly headers: readonly BlockHeader[];
  readonly chainLock: ChainLock;
}

const FORMAT = 1;

/**
 * Returns the text of a state: the hash of its body, then the body as JSON.
 * @param origin the checkpoint that the state was reached from
 */
export function writeState({ state, header, headers, chainLock }: ProvenState, origin: Checkpoint): string {
  const { network, height, hash, time, quorums, list } = state;
  const body = JSON.stringify({
    format: FORMAT,
    checkpoint: { height: origin.height, hash: origin.hash },
    trusted: JSON.parse(writeCheckpoint({ network, height, hash, time, quorums })),
    diff: fullDiff(list, state),
    header: headerText(header),
    headers: headers.map(headerText),
    chainLock,
  });
  return `${checksum(body)}\n${body}`;
}

/**
 * Reads the text of a state and verifies it again: the checksum, both roots of the list, the coinbase, the headers, and the ChainLock by the quorums
 * of the state.
 * @param origin the checkpoint of the present start
 * @throws {VerificationError} `damaged-state` for changed or cut text, or a state that is older than the checkpoint; `wrong-network`; otherwise what does not
 *   verify.
 */
export function readState(text: string, origin: Checkpoint): ProvenState {
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  if (end === -1 || text.slice(0, end) !== checksum(body))
    throw new VerificationError(
      'damaged-state',
      'the stored state was changed or cut: its checksum is another one',
    );
  const json = members(JSON.parse(body), 'state');
  if (json['format'] !== FORMAT)
    throw new VerificationError(
      'damaged-state',
      `the stored state has format ${String(json['format'])}, not ${FORMAT}`,
    );
  const trusted = readCheckpoint(JSON.stringify(json['trusted']));
  requireOrigin(trusted, members(json['checkpoint'], 'checkpoint'), origin);
  const proof = {
    header: headerOf(json['header']),
    headers: Array.isArray(json['headers']) ? json['headers'].map(headerOf) : [],
    chainLock: readChainLock(json['chainLock']),
  };
  const list = applyVerifiedDiff(undefined, readDiff(json['diff']), trusted.network);
  const state = jump(trusted, { list, ...proof });
  return { state, ...proof };
}

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

function checksum(body: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(body)));
}
