import {
  bytesToHex,
  chainLockRequestId,
  chainLockSignHash,
  isHash,
  isHex,
  type ChainLock,
  type NetworkParameters,
} from '@dapikit/chain/browser';
import { VerificationError } from '../errors/verification-error.js';
import { members } from '../list/read-diff.js';
import {
  chainLockQuorums,
  requireSignature,
  signerOf,
  type QuorumKey,
} from '../quorums/chain-lock-quorums.js';
import type { HeadersByHeight } from './check-headers.js';
import type { RecordedLists } from './check-lists.js';
import type { RecordedCheck } from './recorded-data.js';

/** Describes a recorded ChainLock that has the signature of a quorum of a list. */
export interface SignedChainLock extends ChainLock {
  readonly listHeight: number;
  readonly signer: QuorumKey;
}

const SIGNATURE_DIGITS = 192;
const FROM = /^quorumsCLSigs of (\d+)$/;

/**
 * Checks an element of `chain-locks.json`: the quorum of the list at `listHeight` whose turn it is signed it, or did not where `verifies` is false. A signed
 * one is added to `signed`.
 */
export function checkChainLock(
  value: unknown,
  network: NetworkParameters,
  lists: RecordedLists,
  headers: HeadersByHeight,
  signed: SignedChainLock[],
): RecordedCheck {
  let subject = 'ChainLock';
  try {
    const json = members(value, 'ChainLock');
    subject = `ChainLock ${String(json['height'])}`;
    const { chainLock, listHeight } = readChainLock(json);
    const list = lists.byHeight.get(listHeight);
    if (list === undefined)
      return {
        subject,
        result: 'failed',
        reason: 'no-signer',
        detail: `there is no verified list of ${listHeight}`,
      };
    requireKnownBlock(chainLock, headers);
    const active = chainLockQuorums(list.quorums.values(), network);
    const signer = signerOf(chainLock.height, active, network);
    const failure = signatureFailure(chainLock, active, network);
    const differences = differencesOf(json, chainLock, signer, network, lists);
    if (failure !== undefined && json['verifies'] !== false) {
      const detail = [failure.message, ...differences].join('; ');
      return { subject, result: 'failed', reason: failure.reason, detail };
    }
    if (differences.length > 0)
      return { subject, result: 'failed', reason: 'unexpected', detail: differences.join('; ') };
    if (json['verifies'] === false) {
      const detail = `not signed by a quorum of list ${listHeight}, as the folder says`;
      if (failure !== undefined) return { subject, result: 'verified', detail };
      return {
        subject,
        result: 'failed',
        reason: 'unexpected',
        detail: `signed by quorum ${signer.quorumHash}, though the folder says that it does not verify`,
      };
    }
    signed.push({ ...chainLock, listHeight, signer });
    return {
      subject,
      result: 'verified',
      detail: `signed by quorum ${signer.quorumHash} of list ${listHeight}, ${originOf(signer, network, lists)}`,
    };
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    return { subject, result: 'failed', reason: error.reason, detail: error.message };
  }
}

/** Says whether the first list has the key of a signer: a forged list has quorums of its own. */
function originOf(
  { quorumHash }: QuorumKey,
  network: NetworkParameters,
  { byHeight }: RecordedLists,
): string {
  const first = Math.min(...byHeight.keys());
  const known = chainLockQuorums(byHeight.get(first)?.quorums.values() ?? [], network);
  return known.some((quorum) => quorum.quorumHash === quorumHash)
    ? 'whose key the first list has'
    : 'whose key is newer than the first list';
}

function readChainLock(json: Readonly<Record<string, unknown>>): {
  readonly chainLock: ChainLock;
  readonly listHeight: number;
} {
  const { height, hash, signature, listHeight, verifies } = json;
  if (verifies !== undefined && typeof verifies !== 'boolean')
    throw new VerificationError('malformed', 'verifies: expected true or false');
  if (typeof height !== 'number' || typeof listHeight !== 'number')
    throw new VerificationError('malformed', 'height, listHeight: expected numbers');
  if (typeof hash !== 'string' || !isHash(hash))
    throw new VerificationError('malformed', 'hash: expected 64 lower-case hexadecimal digits');
  if (typeof signature !== 'string' || !isHex(signature) || signature.length !== SIGNATURE_DIGITS)
    throw new VerificationError('malformed', `signature: expected ${SIGNATURE_DIGITS} hexadecimal digits`);
  return { chainLock: { height, hash, signature }, listHeight };
}

function requireKnownBlock({ height, hash }: ChainLock, headers: HeadersByHeight): void {
  const known = headers.get(height)?.hash;
  if (known === undefined || known === hash) return;
  throw new VerificationError('header-hash', `it is of block ${hash}, the header at ${height} of ${known}`);
}

/** Returns the members that say something else than what follows from the list. */
function differencesOf(
  json: Readonly<Record<string, unknown>>,
  chainLock: ChainLock,
  signer: QuorumKey,
  network: NetworkParameters,
  lists: RecordedLists,
): string[] {
  const { type: llmqType } = network.quorums.chainLocks;
  const signHash = bytesToHex(chainLockSignHash(chainLock, { ...signer, llmqType }).toReversed());
  const facts: Readonly<Record<string, string>> = {
    requestId: chainLockRequestId(chainLock.height),
    quorumHash: signer.quorumHash,
    signHash,
  };
  const differences = Object.entries(facts)
    .filter(([name, fact]) => json[name] !== undefined && json[name] !== fact)
    .map(([name, fact]) => `${name} is ${fact}, not ${String(json[name])}`);
  const [, source] = (typeof json['from'] === 'string' ? FROM.exec(json['from']) : undefined) ?? [];
  const diff = source === undefined ? undefined : lists.diffs.get(Number(source));
  const isListed = diff?.quorumsCLSigs.some((signature) => chainLock.signature in signature) ?? true;
  return isListed
    ? differences
    : [...differences, `the signature is not one of the quorumsCLSigs of ${source}`];
}

function signatureFailure(
  chainLock: ChainLock,
  active: readonly QuorumKey[],
  network: NetworkParameters,
): VerificationError | undefined {
  try {
    requireSignature(chainLock, active, network);
    return undefined;
  } catch (error) {
    if (error instanceof VerificationError) return error;
    throw error;
  }
}
