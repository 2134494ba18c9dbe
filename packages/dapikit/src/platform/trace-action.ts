import { existsSync } from 'node:fs';
import { inputBytes } from '../decode/input-bytes.js';
import { CommandError } from '../program/command.js';
import { membersOf } from './members.js';
import type { PlatformEndpoint } from './platform-client.js';
import type { PlatformWork } from './platform-work.js';
import { NOT_RECORDED } from './print-recent.js';

const HASH = /^[\da-f]{64}$/i;
const HEXADECIMAL = /^(?:[\da-f]{2})+$/i;

/** Returns the steps of a transition: the recorded ones of a hash, or those of a trial with bytes, which changes nothing. */
export const trace = async ({ endpoint, operands: [given = ''] }: PlatformWork): Promise<unknown> =>
  traceOf(endpoint, given);

/** Returns the same. @param given a hash, or bytes as text or in a file */
export async function traceOf(endpoint: PlatformEndpoint, given: string): Promise<unknown> {
  if (!HASH.test(given)) return dryRun(endpoint, given);
  const id = given.toLowerCase();
  const { isRecording, trace: found } = membersOf(await endpoint.call('getTransitionTrace', { id }));
  if (found !== undefined) return found;
  if (isRecording !== true) throw new CommandError(NOT_RECORDED);
  const isExecuted = (await endpoint.call('getStateTransition', { id })) !== null;
  throw new CommandError(
    isExecuted
      ? `the steps of ${id} are not kept: it was executed before the last 1,000 transitions, or before the start`
      : `none of the last 1,000 signed transitions has the hash ${id}: give its bytes for a dry run`,
  );
}

/** Tries bytes on the current state. A word is Base64 as well: bytes that were meant are hexadecimal, in a file, or a transition. */
async function dryRun(endpoint: PlatformEndpoint, given: string): Promise<unknown> {
  const stateTransition = Buffer.from(await inputBytes(given)).toString('base64');
  const traced = membersOf(await endpoint.call('traceStateTransition', { stateTransition }));
  if (traced['kind'] !== 'unreadable' || HEXADECIMAL.test(given) || existsSync(given)) return traced;
  throw new CommandError(
    `${JSON.stringify(given)} is no transition: expected the hash of one, 64 hexadecimal digits, or its bytes in hexadecimal digits or Base64, or their file`,
  );
}
