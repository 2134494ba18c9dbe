import { readFile, writeFile } from 'node:fs/promises';
import { CommandFailure } from '../command.js';
import { oneContract } from '../input/one-contract.js';
import { UsageError } from '../option.js';
import type { PlatformDoor } from './platform-door.js';
import type { Naming, PlatformNames } from './platform-names.js';

/** What the flags of `dapikit platform` say. */
export interface PlatformFlags extends Naming {
  readonly by: string;
  readonly where: string | undefined;
  readonly orderBy: string | undefined;
  readonly groupBy: string | undefined;
  readonly property: string | undefined;
  readonly limit: number | undefined;
  readonly startAfter: string | undefined;
  readonly price: string | undefined;
  readonly masternode: string | undefined;
  readonly credits: string | undefined;
}

interface Work {
  readonly door: PlatformDoor;
  readonly flags: PlatformFlags;
  readonly names: PlatformNames;
  readonly operands: readonly string[];
}

/** Something that can be done with a platform from the command line. */
export interface PlatformAction {
  readonly name: string;
  /** What stands behind the name: each is needed, but for those in brackets. */
  readonly operands: readonly string[];
  readonly about: string;
  /** @returns what is printed as JSON. */
  readonly run: (work: Work) => Promise<unknown>;
}

const action = (
  name: string,
  operands: string,
  about: string,
  run: PlatformAction['run'],
): PlatformAction => ({
  name,
  operands: operands === '' ? [] : operands.split(' '),
  about,
  run,
});

/** Everything that `dapikit platform` does, in the order of its help. */
export const PLATFORM_ACTIONS: readonly PlatformAction[] = [
  action('status', '', 'where the platform stands', async ({ door }) => door.call('status')),
  action('identity', 'name', 'creates the identity of a name, or shows it; ids are shown too', identity),
  action('register', 'file', 'registers a contract', async (work) =>
    work.door.call('registerContract', { by: await actor(work), contract: await contractText(work) }),
  ),
  action('update', 'file', 'updates a contract', async (work) =>
    work.door.call('updateContract', {
      by: await actor(work),
      ...(work.flags.contract === undefined ? {} : { contractId: work.flags.contract }),
      contract: await contractText(work),
    }),
  ),
  action('install', 'file', 'takes a whole contract with its id and owner', async (work) =>
    work.door.call('installContract', { contract: await contractText(work) }),
  ),
  action('contracts', '', 'lists the contracts', async ({ door }) => door.call('listContracts')),
  action('put', 'type data', 'creates a document; a contested one pays what its contest asks', async (work) =>
    work.door.call('createDocument', {
      ...(await signedType(work)),
      data: json(work.operands[1], 'data'),
      prefundedVotingBalance: 'auto',
    }),
  ),
  action('replace', 'type id data', 'replaces the data of a document', async (work) =>
    work.door.call('replaceDocument', {
      ...(await signedDocument(work)),
      data: json(work.operands[2], 'data'),
    }),
  ),
  action('delete', 'type id', 'deletes a document', async (work) =>
    work.door.call('deleteDocument', await signedDocument(work)),
  ),
  action('transfer', 'type id to', 'gives a document away', async (work) =>
    work.door.call('transferDocument', {
      ...(await signedDocument(work)),
      recipientId: await work.names.identity(work.operands[2] ?? ''),
    }),
  ),
  action('price', 'type id credits', 'offers a document for sale', async (work) =>
    work.door.call('updateDocumentPrice', { ...(await signedDocument(work)), price: work.operands[2] }),
  ),
  action('buy', 'type id', 'buys a document at its price', buy),
  action('get', 'type id', 'a document', async (work) =>
    work.door.call('getDocument', { ...(await typeOf(work)), id: work.operands[1] }),
  ),
  action('query', 'type', 'the documents that match', async (work) =>
    work.door.call('getDocuments', { ...(await typeOf(work)), ...queryOf(work.flags) }),
  ),
  action('explain-query', 'type', 'which index serves a query, or which one would', async (work) =>
    work.door.call('explainQuery', { ...(await typeOf(work)), ...queryOf(work.flags) }),
  ),
  action('count', 'type', 'how many documents match', async (work) => total(work, 'getDocumentsCount')),
  action('sum', 'type', 'what --property sums up to', async (work) => total(work, 'getDocumentsSum')),
  action('average', 'type', 'the average of --property', async (work) => total(work, 'getDocumentsAverage')),
  action(
    'contests',
    '[type] [values]',
    'the running contests, or how that about some values stands',
    contests,
  ),
  action('vote', 'type values choice', 'votes as --masternode: for an identity, abstain or lock', vote),
  action('masternodes', '', 'lists the masternodes', async ({ door }) => door.call('listMasternodes')),
  action('advance', 'time', 'moves time on: 90m, 2h, 14d, or milliseconds', async ({ door, operands }) =>
    door.call('advanceTime', { milliseconds: milliseconds(operands[0] ?? '') }),
  ),
  action('verify', '', 'holds indices, totals and votes against documents', async ({ door }) =>
    door.call('verify'),
  ),
  action('export', 'file', 'writes the whole state to a file', exportState),
  action('import', 'file', 'puts the state of a file in the place of this one', importState),
  action('call', 'method [params]', 'calls any method of the platform', async ({ door, operands }) =>
    door.call(operands[0] ?? '', operands[1] === undefined ? undefined : object(operands[1], 'params')),
  ),
];

async function identity({ door, flags, operands: [name = ''] }: Work): Promise<unknown> {
  const known = await door.call('getIdentity', isId(name) ? { id: name } : { seed: name });
  if (known !== null) return known;
  if (isId(name)) throw new CommandFailure(`there is no identity ${name}`);
  return door.call('createIdentity', {
    seed: name,
    ...(flags.credits === undefined ? {} : { credits: flags.credits }),
  });
}

const isId = (text: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{42,44}$/.test(text);

const actor = async ({ names, flags }: Work): Promise<string> => names.identity(flags.by);

const contractText = async ({ operands: [file] }: Work): Promise<string> => (await oneContract(file)).text;

type Params = Readonly<Record<string, unknown>>;

const typeOf = async ({ names, operands: [type = ''] }: Work): Promise<Params> => ({
  contractId: await names.contractWith(type),
  documentType: type,
});

const signedType = async (work: Work): Promise<Params> => ({
  by: await actor(work),
  ...(await typeOf(work)),
});

const signedDocument = async (work: Work): Promise<Params> => ({
  ...(await signedType(work)),
  id: work.operands[1],
});

async function buy(work: Work): Promise<unknown> {
  const [, id] = work.operands;
  const document = await work.door.call('getDocument', { ...(await typeOf(work)), id });
  const listed =
    typeof document === 'object' && document !== null && '$price' in document && document['$price'];
  const price = work.flags.price ?? listed;
  if (price === undefined || price === false || price === null)
    throw new CommandFailure(`document ${id} is not for sale: its owner offers it with price`);
  return work.door.call('purchaseDocument', { ...(await signedDocument(work)), price });
}

async function total(work: Work, method: string): Promise<unknown> {
  const { where, orderBy, limit } = queryOf(work.flags);
  const { groupBy, property } = work.flags;
  return work.door.call(method, {
    ...(await typeOf(work)),
    ...(where === undefined ? {} : { where }),
    ...(orderBy === undefined ? {} : { orderBy }),
    ...(limit === undefined ? {} : { limit }),
    ...(groupBy === undefined ? {} : { groupBy: groupBy.split(',') }),
    ...(property === undefined ? {} : { property }),
  });
}

async function contests({ door, names, operands: [type, values] }: Work): Promise<unknown> {
  if (type === undefined) return door.call('getVotePollsByEndDate');
  if (values === undefined)
    throw new UsageError('contests: expected the values behind the type, as a JSON array');
  return door.call('getVoteState', {
    ...(await names.poll(type, json(values, 'values'))),
    resultType: 'documentsAndVoteTally',
    includeLockedAndAbstaining: true,
  });
}

async function vote({
  door,
  names,
  flags,
  operands: [type = '', values, choice = ''],
}: Work): Promise<unknown> {
  if (flags.masternode === undefined)
    throw new UsageError('vote: expected --masternode, see dapikit platform masternodes');
  return door.call('vote', {
    ...(await names.poll(type, json(values, 'values'))),
    proTxHash: flags.masternode,
    choice:
      choice === 'abstain' || choice === 'lock' ? choice : { towardsIdentity: await names.identity(choice) },
  });
}

async function exportState({ door, operands: [file = ''] }: Work): Promise<unknown> {
  const state = await door.call('exportState');
  const bytes = Buffer.from(typeof state === 'string' ? state : '', 'base64');
  await writeFile(file, bytes);
  return { file, bytes: bytes.length };
}

async function importState({ door, operands: [file = ''] }: Work): Promise<unknown> {
  return door.call('importState', { file: (await readFile(file)).toString('base64') });
}

function queryOf({ where, orderBy, limit, startAfter }: PlatformFlags) {
  return {
    ...(where === undefined ? {} : { where: json(where, '--where') }),
    ...(orderBy === undefined ? {} : { orderBy: json(orderBy, '--order-by') }),
    ...(limit === undefined ? {} : { limit }),
    ...(startAfter === undefined ? {} : { startAfter }),
  };
}

function json(text: string | undefined, name: string): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    throw new UsageError(`${name}: expected JSON, found ${JSON.stringify(text ?? '')}`);
  }
}

function object(text: string, name: string): Readonly<Record<string, unknown>> {
  const value = json(text, name);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new UsageError(`${name}: expected a JSON object, found ${JSON.stringify(text)}`);
}

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
