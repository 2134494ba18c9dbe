import { BLOCK_HEADER_SIZE, type BlockHeader, type NetworkParameters } from '@dapikit/chain/browser';
import { VerificationError } from '../errors/verification-error.js';
import { requiredBits, WAVE_HEADERS } from '../headers/gravity-wave.js';
import { linkHeader } from '../headers/link-headers.js';
import { readHeader } from '../headers/read-header.js';
import type { RecordedCheck, RecordedHeaders } from './recorded-data.js';

/** Describes verified headers by height. */
export type HeadersByHeight = Map<number, { readonly hash: string; readonly header: BlockHeader }>;

/**
 * Checks recorded headers: links, X11 below the target, and from the 25th on the target by Dark Gravity Wave 3. Those before a wrong one are added to
 * `verified`.
 */
export function checkHeaders(
  { first, bytes }: RecordedHeaders,
  network: NetworkParameters,
  verified: HeadersByHeight,
): RecordedCheck {
  const subject = `headers from ${first}`;
  const count = bytes.length / BLOCK_HEADER_SIZE;
  try {
    const targets = addHeaders({ first, bytes }, network, verified);
    const detail = `${count} headers: linked, X11 below the target, ${targets} targets by Dark Gravity Wave 3`;
    return { subject, result: 'verified', detail };
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    return { subject, result: 'failed', reason: error.reason, detail: error.message };
  }
}

function addHeaders(
  { first, bytes }: RecordedHeaders,
  network: NetworkParameters,
  verified: HeadersByHeight,
): number {
  if (bytes.length === 0) throw new VerificationError('malformed', 'the file has no header');
  if (bytes.length % BLOCK_HEADER_SIZE !== 0)
    throw new VerificationError('malformed', `${bytes.length} bytes are no whole number of headers`);
  const before: BlockHeader[] = [];
  let [targets, parent] = [0, undefined as string | undefined];
  for (let offset = 0; offset < bytes.length; offset += BLOCK_HEADER_SIZE) {
    const height = first + offset / BLOCK_HEADER_SIZE;
    const header = readHeader(bytes.subarray(offset, offset + BLOCK_HEADER_SIZE));
    const place = { height: height - 1, hash: parent ?? header.previousBlockHash };
    const hash = linkHeader(place, header, network);
    if (before.length === WAVE_HEADERS && isWaved(height, network)) {
      requireTarget(before, header, height, network);
      targets += 1;
    }
    before.unshift(header);
    before.length = Math.min(before.length, WAVE_HEADERS);
    requireSame(verified.get(height)?.hash, hash, height);
    verified.set(height, { hash, header });
    parent = hash;
  }
  return targets;
}

function isWaved(height: number, { work }: NetworkParameters): boolean {
  return work.gravityWaveFrom !== undefined && height >= work.gravityWaveFrom;
}

function requireTarget(
  before: readonly BlockHeader[],
  header: BlockHeader,
  height: number,
  { work }: NetworkParameters,
): void {
  const bits = requiredBits(before, header.time, work);
  if (bits === header.bits) return;
  throw new VerificationError(
    'header-target',
    `header ${height} has the target 0x${header.bits.toString(16)}, not 0x${bits.toString(16)}`,
  );
}

function requireSame(known: string | undefined, hash: string, height: number): void {
  if (known === undefined || known === hash) return;
  throw new VerificationError(
    'header-hash',
    `header ${height} is ${hash} here and ${known} in other headers`,
  );
}
