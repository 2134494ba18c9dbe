import { readFile, writeFile } from 'node:fs/promises';
import { CommandError } from '../program/command.js';
import { UsageError } from '../program/option.js';
import { withFile } from '../program/file-error.js';
import { advance, contests, masternode, vote } from './contest-actions.js';
import { addCredits, registerName } from './identity-actions.js';
import { jsonArgument, jsonObject } from './json-argument.js';
import { alias } from './contract-alias.js';
import { isId } from './known-aliases.js';
import { requireName } from './platform-names.js';
import { membersOf, type Members } from './members.js';
import { action, type PlatformAction } from './platform-action.js';
import type { PlatformFlags, PlatformWork } from './platform-work.js';
import { MODERATION_ACTIONS } from './moderation-actions.js';
import { TOKEN_ACTIONS } from './token-actions.js';
import {
  describeAdvance,
  describeAliases,
  describeContract,
  describeContracts,
  describeDocument,
  describeExplanation,
  describeIdentity,
  describeMasternode,
} from './print-result.js';
import { describeFees, describeRejections } from './print-recent.js';
import { describeTrace } from './print-trace.js';
import { trace } from './trace-action.js';
import { describeUpdate, install, register, update } from './contract-actions.js';
import { paid, signedType, signedDocument, typeOf } from './signed-params.js';

/** Lists the actions of `dapikit platform`, in the order of its help. Arguments are read before the platform is called: their errors come first. */
export const PLATFORM_ACTIONS: readonly PlatformAction[] = [
  action('status', '', [], 'show the state of the platform', async ({ endpoint }) => endpoint.call('status')),
  action(
    'identity',
    'name',
    ['credits'],
    'create the identity with this name, or show it; or show the identity with this id',
    identity,
    describeIdentity,
  ),
  action(
    'credits',
    'identity amount',
    [],
    'give credits to an identity: an amount in DASH, such as 5',
    addCredits,
    describeIdentity,
  ),
  action(
    'name',
    'label',
    ['by'],
    'register a name below dash in DPNS for the identity that acts',
    registerName,
    describeDocument('registered'),
  ),
  action(
    'register',
    'file',
    ['by', 'as'],
    'register a contract; its alias is --as, or the name of the file',
    register,
    describeContract('registered'),
  ),
  action('update', 'file', ['by', 'contract'], 'update a contract', update, describeUpdate),
  action(
    'install',
    'file',
    ['as'],
    'install a whole contract with its id and owner',
    install,
    describeContract('installed'),
  ),
  action(
    'alias',
    '[name] [id]',
    [],
    'list the aliases of identities and contracts, or name one',
    alias,
    describeAliases,
  ),
  action(
    'contracts',
    '',
    [],
    'list the contracts',
    async ({ endpoint }) => endpoint.call('listContracts'),
    describeContracts,
  ),
  action(
    'put',
    'type data',
    ['by', 'contract', 'pay'],
    'create a document; a contested one pays the fee of its contest',
    async (work) =>
      work.endpoint.call('createDocument', {
        data: jsonObject(work.operands[1] ?? '', 'data'),
        ...(await paid(work, 'create', await signedType(work))),
        prefundedVotingBalance: 'auto',
      }),
    describeDocument('created'),
  ),
  action(
    'replace',
    'type id data',
    ['by', 'contract', 'pay'],
    'replace the data of a document',
    async (work) =>
      work.endpoint.call('replaceDocument', {
        data: jsonObject(work.operands[2] ?? '', 'data'),
        ...(await paid(work, 'replace', await signedDocument(work))),
      }),
    describeDocument('replaced'),
  ),
  action(
    'delete',
    'type id',
    ['by', 'contract', 'pay'],
    'delete a document',
    async (work) =>
      work.endpoint.call('deleteDocument', await paid(work, 'delete', await signedDocument(work))),
    describeDocument('deleted'),
  ),
  action(
    'delete-entry',
    'type data',
    ['by', 'contract', 'pay'],
    'delete a document that is entries of indices only (indexOnly), by all its values',
    deleteEntry,
    describeDocument('deleted'),
  ),
  action(
    'transfer',
    'type id to',
    ['by', 'contract', 'pay'],
    'transfer a document to another identity',
    async (work) =>
      work.endpoint.call('transferDocument', {
        ...(await paid(work, 'transfer', await signedDocument(work))),
        recipientId: await work.names.identity(work.operands[2] ?? ''),
      }),
    describeDocument('transferred'),
  ),
  action(
    'price',
    'type id credits',
    ['by', 'contract', 'pay'],
    'offer a document for sale',
    async (work) =>
      work.endpoint.call('updateDocumentPrice', {
        ...(await paid(work, 'update_price', await signedDocument(work))),
        price: work.operands[2],
      }),
    describeDocument('offered'),
  ),
  action(
    'buy',
    'type id',
    ['by', 'contract', 'pay', 'price'],
    'buy a document at its price',
    buy,
    describeDocument('bought'),
  ),
  action('get', 'type id', ['contract'], 'show a document', async (work) =>
    work.endpoint.call('getDocument', { ...(await typeOf(work)), id: work.operands[1] }),
  ),
  action(
    'query',
    'type',
    ['contract', 'where', 'order-by', 'limit', 'start-after', 'window'],
    'list the documents that match',
    async (work) => work.endpoint.call('getDocuments', { ...queryOf(work.flags), ...(await typeOf(work)) }),
  ),
  action(
    'explain-query',
    'type',
    ['contract', 'where', 'order-by', 'limit', 'start-after', 'window'],
    'show which index serves a query, or which index it needs',
    async (work) => work.endpoint.call('explainQuery', { ...queryOf(work.flags), ...(await typeOf(work)) }),
    describeExplanation,
  ),
  action(
    'count',
    'type',
    ['contract', 'where', 'order-by', 'limit', 'group-by', 'property', 'window'],
    'count the documents that match',
    async (work) => total(work, 'getDocumentsCount', work.flags.property),
  ),
  action(
    'sum',
    'type',
    ['contract', 'where', 'order-by', 'limit', 'group-by', 'property', 'window'],
    'sum --property over the documents that match',
    async (work) => total(work, 'getDocumentsSum', propertyOf(work, 'sum')),
  ),
  action(
    'average',
    'type',
    ['contract', 'where', 'order-by', 'limit', 'group-by', 'property', 'window'],
    'average --property over the documents that match',
    async (work) => total(work, 'getDocumentsAverage', propertyOf(work, 'average')),
  ),
  action(
    'rank',
    'type by field',
    ['contract', 'where', 'limit', 'property', 'window'],
    'list the values of a field by their count, sum or average, the highest first',
    rank,
  ),
  ...TOKEN_ACTIONS,
  ...MODERATION_ACTIONS,
  action(
    'contests',
    '[type] [values]',
    ['contract'],
    'list the running contests, or show the contest about these values',
    contests,
  ),
  action(
    'vote',
    'type values choice',
    ['contract', 'masternode'],
    'vote as --masternode: for an identity, abstain or lock',
    vote,
  ),
  action('masternodes', '', [], 'list the masternodes', async ({ endpoint }) =>
    endpoint.call('listMasternodes'),
  ),
  action(
    'masternode',
    '[kind]',
    [],
    'register a masternode: regular, or evolution',
    masternode,
    describeMasternode,
  ),
  action('advance', 'time', [], 'advance time by 90m, 2h, 14d, or milliseconds', advance, describeAdvance),
  action(
    'rejections',
    '',
    ['limit'],
    'list the last rejected transitions with content, reason and fix; --limit sets their number, 10 by default',
    async ({ endpoint, flags }) => endpoint.call('listRejections', { limit: flags.limit ?? 10 }),
    describeRejections,
  ),
  action(
    'trace',
    'transition',
    [],
    'show the steps of a signed transition with reads, writes and fees: by its hash after it was sent, or by its bytes or their file as a dry run',
    trace,
    describeTrace,
  ),
  action(
    'fee-report',
    '',
    [],
    'list the fees of all transitions since the start by document type and action',
    async ({ endpoint }) => endpoint.call('getFeeReport'),
    describeFees,
  ),
  action('verify', '', [], 'compare indices, aggregates and votes with documents', async ({ endpoint }) =>
    endpoint.call('verify'),
  ),
  action('export', 'file', [], 'write the whole state to a file', exportState),
  action('import', 'file', [], 'replace the state with a file', importState),
  action(
    'call',
    'method [params]',
    [],
    'call any method of the platform, with aliases as ids',
    async ({ endpoint, aliases, operands: [method = '', params] }) =>
      params === undefined
        ? endpoint.call(method)
        : endpoint.call(method, await aliases.resolve(jsonObject(params, 'params'))),
  ),
];

async function identity({ endpoint, aliases, flags, operands: [name = ''] }: PlatformWork): Promise<unknown> {
  requireName(name);
  const id = isId(name) ? name : await aliases.idOf('identity', name);
  const known = await endpoint.call('getIdentity', id === undefined ? { seed: name } : { id });
  if (known !== null) return { ...membersOf(known), isNew: false };
  if (isId(name)) throw new CommandError(`there is no identity ${name}`);
  const created = await endpoint.call('createIdentity', {
    seed: name,
    ...(flags.credits === undefined ? {} : { credits: flags.credits }),
  });
  return { ...membersOf(created), isNew: true };
}

async function buy(work: PlatformWork): Promise<unknown> {
  const [, id] = work.operands;
  const document = await work.endpoint.call('getDocument', { ...(await typeOf(work)), id });
  const listed =
    typeof document === 'object' && document !== null && '$price' in document && document['$price'];
  const price = work.flags.price ?? listed;
  if (price === undefined || price === false || price === null)
    throw new CommandError(`document ${id} is not for sale: its owner sets a price with the action price`);
  const target = await paid(work, 'purchase', await signedDocument(work));
  return work.endpoint.call('purchaseDocument', { ...target, price });
}

/** Deletes a document by its values; the time of its creation is one of them where the type has that. */
async function deleteEntry(work: PlatformWork): Promise<unknown> {
  const { $createdAt, ...data } = jsonObject(work.operands[1] ?? '', 'data');
  return work.endpoint.call('deleteIndexOnlyDocument', {
    ...(await paid(work, 'delete', await signedType(work))),
    data,
    ...($createdAt !== undefined && { createdAt: $createdAt }),
  });
}

const DEFAULT_RANKS = 10;

async function rank(work: PlatformWork): Promise<unknown> {
  const [, by, groupBy] = work.operands;
  const { limit = DEFAULT_RANKS } = work.flags;
  const property = by === 'sum' || by === 'average' ? propertyOf(work, 'rank') : work.flags.property;
  const { where, ...window } = queryOf({ ...work.flags, orderBy: undefined, startAfter: undefined });
  return work.endpoint.call('getDocumentsRanking', {
    ...(await typeOf(work)),
    by,
    groupBy,
    ...(where === undefined ? {} : { where }),
    ...window,
    limit,
    ...(property === undefined ? {} : { property }),
  });
}

/** Returns the property of which an action makes a total. @throws {UsageError} where none is named */
function propertyOf({ flags: { property } }: PlatformWork, name: string): string {
  if (property !== undefined) return property;
  throw new UsageError(`${name}: expected --property, which names a property with numbers`);
}

async function total(work: PlatformWork, method: string, property: string | undefined): Promise<unknown> {
  const query = queryOf({ ...work.flags, startAfter: undefined });
  const { groupBy } = work.flags;
  return work.endpoint.call(method, {
    ...(await typeOf(work)),
    ...query,
    ...(groupBy === undefined ? {} : { groupBy: groupBy.split(',') }),
    ...(property === undefined ? {} : { property }),
  });
}

async function exportState({ endpoint, operands: [file = ''] }: PlatformWork): Promise<unknown> {
  const state = await endpoint.call('exportState');
  const bytes = Buffer.from(typeof state === 'string' ? state : '', 'base64');
  await withFile(file, async () => writeFile(file, bytes));
  return { file, bytes: bytes.length };
}

async function importState({ endpoint, operands: [file = ''] }: PlatformWork): Promise<unknown> {
  const bytes = await withFile(file, async () => readFile(file));
  return endpoint.call('importState', { file: bytes.toString('base64') });
}

type QueryFlags = Pick<PlatformFlags, 'where' | 'orderBy' | 'limit' | 'startAfter' | 'window'>;

function queryOf({ where, orderBy, limit, startAfter, window }: QueryFlags) {
  return {
    ...(where === undefined ? {} : { where: jsonArgument(where, '--where') }),
    ...(orderBy === undefined ? {} : { orderBy: jsonArgument(orderBy, '--order-by') }),
    ...(limit === undefined ? {} : { limit }),
    ...(startAfter === undefined ? {} : { startAfter }),
    ...(window === undefined ? {} : windowOf(window)),
  };
}

/** Reads a window: of a time of the system, or of an integer. */
function windowOf(text: string): Members {
  const window = jsonObject(text, '--window');
  const isTime = typeof window['field'] === 'string' && window['field'].startsWith('$');
  return { [isTime ? 'timeRange' : 'integerRange']: window };
}
