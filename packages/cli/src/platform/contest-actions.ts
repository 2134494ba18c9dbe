import { UsageError } from '../option.js';
import { PROGRAM } from '../program.js';
import { advanceTime } from './advance-time.js';
import { jsonArgument } from './json-argument.js';
import type { PlatformWork } from './platform-work.js';

/** The running contests, or how one stands. */
export async function contests({ door, names, operands: [type, values] }: PlatformWork): Promise<unknown> {
  if (type === undefined) return door.call('getVotePollsByEndDate');
  if (values === undefined)
    throw new UsageError('contests: expected the values behind the type, as a JSON array');
  return door.call('getVoteState', {
    ...(await names.poll(type, jsonArgument(values, 'values'))),
    resultType: 'documentsAndVoteTally',
    includeLockedAndAbstaining: true,
  });
}

/** Votes as a masternode. */
export async function vote({
  door,
  names,
  flags,
  operands: [type = '', values, choice = ''],
}: PlatformWork): Promise<unknown> {
  if (flags.masternode === undefined)
    throw new UsageError(
      `vote: expected --masternode: ${PROGRAM} platform masternodes lists them, ${PROGRAM} platform masternode registers one`,
    );
  return door.call('vote', {
    ...(await names.poll(type, jsonArgument(values, 'values'))),
    proTxHash: flags.masternode,
    choice:
      choice === 'abstain' || choice === 'lock' ? choice : { towardsIdentity: await names.identity(choice) },
  });
}

const MASTERNODE_KINDS = ['regular', 'evolution'];

/** Registers a masternode. */
export async function masternode({ door, operands: [kind = 'regular'] }: PlatformWork): Promise<unknown> {
  if (!MASTERNODE_KINDS.includes(kind))
    throw new UsageError(
      `masternode: expected one of ${MASTERNODE_KINDS.join(', ')}, found ${JSON.stringify(kind)}`,
    );
  return door.call('registerMasternode', { isEvolution: kind === 'evolution' });
}

/** Moves time on, and tells how each contest ended. */
export const advance = async ({ door, operands: [time = ''] }: PlatformWork): Promise<unknown> =>
  advanceTime(door, milliseconds(time));

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

function milliseconds(text: string): number {
  const [, count, unit = ''] = /^(\d{1,12})(ms|[smhdw])?$/.exec(text) ?? [];
  const factor = UNITS[unit];
  if (count !== undefined && factor !== undefined) return Number(count) * factor;
  throw new UsageError(`advance: expected a time such as 90m, 2h or 14d, found ${JSON.stringify(text)}`);
}
