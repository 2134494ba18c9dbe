import { inputBytes } from '../decode/input-bytes.js';
import { CommandError } from '../program/command.js';
import { membersOf } from './members.js';
import type { PlatformWork } from './platform-work.js';
import { NOT_RECORDED } from './print-recent.js';

const HASH = /^[\da-f]{64}$/i;

/** Returns the steps of a transition: the recorded ones of a hash, or those of a trial with bytes, which changes nothing. */
export async function trace({ endpoint, operands: [given = ''] }: PlatformWork): Promise<unknown> {
  if (!HASH.test(given)) {
    const stateTransition = Buffer.from(await inputBytes(given)).toString('base64');
    return endpoint.call('traceStateTransition', { stateTransition });
  }
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
