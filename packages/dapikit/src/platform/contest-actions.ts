import { UsageError } from '../program/option.js';
import { PROGRAM } from '../program/program-name.js';
import { advanceTime } from './advance-time.js';
import { jsonArgument } from './json-argument.js';
import type { PlatformWork } from './platform-work.js';

/** Returns the running contests, or the state of one. */
export async function contests({
  endpoint,
  names,
  operands: [type, values],
}: PlatformWork): Promise<unknown> {
  if (type === undefined) return endpoint.call('getVotePollsByEndDate');
  if (values === undefined)
    throw new UsageError('contests: expected the index values after the type as a JSON array');
  return endpoint.call('getVoteState', {
    ...(await names.poll(type, jsonArgument(values, 'values'))),
    resultType: 'documentsAndVoteTally',
    includeLockedAndAbstaining: true,
  });
}

/** Votes as a masternode. */
export async function vote({
  endpoint,
  names,
  flags,
  operands: [type = '', values, choice = ''],
}: PlatformWork): Promise<unknown> {
  if (flags.masternode === undefined)
    throw new UsageError(
      `vote: expected --masternode: ${PROGRAM} platform masternodes lists them, ${PROGRAM} platform masternode registers one`,
    );
  return endpoint.call('vote', {
    ...(await names.poll(type, jsonArgument(values, 'values'))),
    proTxHash: flags.masternode,
    choice:
      choice === 'abstain' || choice === 'lock' ? choice : { towardsIdentity: await names.identity(choice) },
  });
}

const MASTERNODE_KINDS = ['regular', 'evolution'];

/** Registers a masternode. */
export async function masternode({ endpoint, operands: [kind = 'regular'] }: PlatformWork): Promise<unknown> {
  if (!MASTERNODE_KINDS.includes(kind))
    throw new UsageError(
      `masternode: expected one of ${MASTERNODE_KINDS.join(', ')}, found ${JSON.stringify(kind)}`,
    );
  return endpoint.call('registerMasternode', { isEvolution: kind === 'evolution' });
}

/** Advances time, and returns how each contest ended. */
export const advance = async ({ endpoint, operands: [time = ''] }: PlatformWork): Promise<unknown> =>
  advanceTime(endpoint, milliseconds(time));

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** A century: what lies further ahead is a slip of the keyboard. */
const MAX_ADVANCE_MS = 36_525 * 86_400_000;

function milliseconds(text: string): number {
  const [, count, unit = ''] = /^(\d{1,12})(ms|[smhdw])?$/.exec(text) ?? [];
  const factor = UNITS[unit];
  const time = Number(count) * Number(factor);
  if (time > MAX_ADVANCE_MS)
    throw new UsageError(`advance: ${JSON.stringify(text)} is too long: at most 36525d (100 years)`);
  if (Number.isFinite(time)) return time;
  throw new UsageError(`advance: expected a time such as 90m, 2h or 14d, found ${JSON.stringify(text)}`);
}
