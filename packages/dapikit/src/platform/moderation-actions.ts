import { UsageError } from '../program/option.js';
import { jsonArgument } from './json-argument.js';
import { listOf, membersOf } from './members.js';
import { action, type PlatformAction } from './platform-action.js';
import type { PlatformWork } from './platform-work.js';
import { dashOf, describeDocument, timeOf } from './print-result.js';
import { actor, signedDocument, signedType, typeOf } from './signed-params.js';
import { word } from './word.js';
import type { DescribeResult } from './print-result.js';

/** Actions of moderators on identities, by the words of the command line. */
const USER_ACTIONS: ReadonlyMap<string, string> = new Map([
  ['ban', 'ban'],
  ['unban', 'unban'],
  ['suspend', 'suspend'],
  ['lift', 'lift'],
  ['warn', 'warn'],
  ['remove-warning', 'removeWarning'],
]);

const POTS: readonly string[] = ['owner', 'moderators'];

/** Lists the actions of moderators of contracts, and those of the fees of actions. */
export const MODERATION_ACTIONS: readonly PlatformAction[] = [
  action(
    'moderate',
    'action identity',
    ['by', 'contract', 'reason', 'until'],
    'ban, unban, suspend (with --until), lift, warn, or remove-warning, as a moderator of a contract',
    moderate,
    describeUser,
  ),
  action(
    'moderated',
    'identity',
    ['contract'],
    'show the ban, the suspension and the warnings of an identity',
    async ({ endpoint, names, operands: [identity = ''] }) =>
      endpoint.call('getModeratedUser', {
        contractId: await names.contractWithModeration(),
        identityId: await names.identity(identity),
      }),
    describeUser,
  ),
  action(
    'remove',
    'type id',
    ['by', 'contract', 'reason'],
    'delete a document as a moderator of its contract',
    async (work) =>
      work.endpoint.call('removeDocument', { ...(await signedDocument(work)), ...reasonOf(work) }),
    describeRemoval,
  ),
  action(
    'restore',
    'type document',
    ['by', 'contract'],
    'restore a document that moderators deleted: as get --json printed it before',
    async (work) =>
      work.endpoint.call('restoreDocument', {
        ...(await signedType(work)),
        document: jsonArgument(work.operands[1], 'document'),
      }),
    describeDocument('restored'),
  ),
  action(
    'change-fields',
    'type id fields',
    ['by', 'contract', 'reason'],
    'change fields of a document as a moderator of its contract; null removes a value',
    async (work) =>
      work.endpoint.call('changeDocumentFields', {
        fields: jsonArgument(work.operands[2], 'fields'),
        ...(await signedDocument(work)),
        ...reasonOf(work),
      }),
    describeDocument('changed'),
  ),
  action(
    'removals',
    'type',
    ['contract', 'limit'],
    'list the records of documents that moderators deleted',
    async (work) =>
      work.endpoint.call('getContractDocumentRemovals', {
        ...(await typeOf(work)),
        ...(work.flags.limit !== undefined && { limit: work.flags.limit }),
      }),
  ),
  action(
    'fee-pots',
    '',
    ['contract'],
    'show the fees of actions that a contract has collected',
    async ({ endpoint, names }) =>
      endpoint.call('getContractFeePots', { contractId: await names.contractWithActionFees() }),
    describePots,
  ),
  action(
    'claim-fees',
    'pot',
    ['by', 'contract'],
    'pay out the pot of the owner, or of the moderators',
    claimFees,
    describePayout,
  ),
];

async function moderate(work: PlatformWork): Promise<unknown> {
  const { endpoint, names, flags, operands } = work;
  const [verb = '', identity = ''] = operands;
  const name = USER_ACTIONS.get(verb);
  if (name === undefined)
    throw new UsageError(
      `moderate: expected one of ${[...USER_ACTIONS.keys()].join(', ')}, found ${JSON.stringify(verb)}`,
    );
  const until = name === 'suspend' ? endOf(flags.until) : undefined;
  if (name !== 'suspend' && flags.until !== undefined)
    throw new UsageError(`moderate: --until has no effect with ${verb}`);
  return endpoint.call('moderateUser', {
    by: await actor(work),
    contractId: await names.contractWithModeration(),
    action: name,
    identityId: await names.identity(identity),
    ...reasonOf(work),
    ...(until !== undefined && { until }),
  });
}

/** Reads the end of a suspension. @throws {UsageError} */
function endOf(until: string | undefined): number {
  const time = /^\d{1,15}$/.test(until ?? '') ? Number(until) : Date.parse(until ?? '');
  if (Number.isFinite(time)) return time;
  throw new UsageError(
    `moderate: expected --until with a time such as 2027-01-01T00:00:00Z, or milliseconds, found ${until === undefined ? 'none' : JSON.stringify(until)}`,
  );
}

const reasonOf = ({ flags: { reason } }: PlatformWork) => (reason === undefined ? {} : { reason });

async function claimFees(work: PlatformWork): Promise<unknown> {
  const [pot = ''] = work.operands;
  if (!POTS.includes(pot))
    throw new UsageError(`claim-fees: expected ${POTS.join(' or ')}, found ${JSON.stringify(pot)}`);
  const by = await actor(work);
  const contractId = await work.names.contractWithActionFees();
  return work.endpoint.call('claimContractFees', { by, contractId, pot });
}

/** Describes a statement of a moderator; nothing where there is none. */
function statementOf(what: string, statement: unknown, end = ''): readonly string[] {
  if (statement === undefined || statement === null) return [];
  const { reason, time } = membersOf(statement);
  return [`${what} since ${timeOf(time)}${end}: ${word(reason) === '' ? 'no reason' : word(reason)}`];
}

function describeUser(...[answer]: Parameters<DescribeResult>): string {
  const { ban, suspension, warnings } = membersOf(answer);
  const { until } = membersOf(suspension);
  const all = [
    ...statementOf('banned', ban),
    ...statementOf('suspended', suspension, until === undefined ? '' : `, until ${timeOf(until)}`),
    ...listOf(warnings).flatMap((warning) => statementOf('warned', warning)),
  ];
  return all.length === 0 ? 'neither banned, suspended nor warned' : all.join('\n');
}

function describeRemoval(...[answer, label]: Parameters<DescribeResult>): string {
  const { documentId, ownerId, reason } = membersOf(answer);
  const why = word(reason) === '' ? '' : `: ${word(reason)}`;
  return `deleted ${word(documentId)} of ${label(word(ownerId))}${why}`;
}

function describePots(...[answer]: Parameters<DescribeResult>): string {
  const pots = membersOf(answer);
  return POTS.map((pot) => `${pot}: ${dashOf(membersOf(pots[pot])['credits'])}`).join('\n');
}

function describePayout(...[answer, label]: Parameters<DescribeResult>): string {
  const { each, recipients } = membersOf(answer);
  return `paid ${dashOf(each)} to ${listOf(recipients)
    .map((id) => label(word(id)))
    .join(', ')}`;
}
