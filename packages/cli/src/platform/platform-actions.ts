import { readFile, writeFile } from 'node:fs/promises';
import { CommandFailure } from '../command.js';
import { oneContract } from '../input/one-contract.js';
import { advance, contests, masternode, vote } from './contest-actions.js';
import { jsonArgument, jsonObject } from './json-argument.js';
import { membersOf } from './platform-names.js';
import type { PlatformFlags, PlatformWork } from './platform-work.js';
import {
  tellAdvance,
  tellContract,
  tellContracts,
  tellDocument,
  tellIdentity,
  tellMasternode,
  type Telling,
} from './told-answer.js';

/** Something that can be done with a platform from the command line. */
export interface PlatformAction {
  readonly name: string;
  /** What stands behind the name: each is needed, but for those in brackets. */
  readonly operands: readonly string[];
  readonly about: string;
  /** @returns what `--json` prints. */
  readonly run: (work: PlatformWork) => Promise<unknown>;
  /** What is printed for people; JSON where it is absent. */
  readonly tell: Telling | undefined;
}

const action = (
  name: string,
  operands: string,
  about: string,
  run: PlatformAction['run'],
  tell?: Telling,
): PlatformAction => ({
  name,
  operands: operands === '' ? [] : operands.split(' '),
  about,
  run,
  tell,
});

/** Everything that `dapikit platform` does, in the order of its help. */
export const PLATFORM_ACTIONS: readonly PlatformAction[] = [
  action('status', '', 'where the platform stands', async ({ door }) => door.call('status')),
  action(
    'identity',
    'name',
    'creates the identity of a name, or shows it; ids are shown too',
    identity,
    tellIdentity,
  ),
  action(
    'register',
    'file',
    'registers a contract',
    async (work) =>
      work.door.call('registerContract', { by: await actor(work), contract: await contractText(work) }),
    tellContract('registered'),
  ),
  action('update', 'file', 'updates a contract', update, tellContract('updated')),
  action(
    'install',
    'file',
    'takes a whole contract with its id and owner',
    async (work) => work.door.call('installContract', { contract: await contractText(work) }),
    tellContract('installed'),
  ),
  action(
    'contracts',
    '',
    'lists the contracts',
    async ({ door }) => door.call('listContracts'),
    tellContracts,
  ),
  action(
    'put',
    'type data',
    'creates a document; a contested one pays what its contest asks',
    async (work) =>
      work.door.call('createDocument', {
        ...(await signedType(work)),
        data: jsonArgument(work.operands[1], 'data'),
        prefundedVotingBalance: 'auto',
      }),
    tellDocument('created'),
  ),
  action(
    'replace',
    'type id data',
    'replaces the data of a document',
    async (work) =>
      work.door.call('replaceDocument', {
        ...(await signedDocument(work)),
        data: jsonArgument(work.operands[2], 'data'),
      }),
    tellDocument('replaced'),
  ),
  action(
    'delete',
    'type id',
    'deletes a document',
    async (work) => work.door.call('deleteDocument', await signedDocument(work)),
    tellDocument('deleted'),
  ),
  action(
    'transfer',
    'type id to',
    'gives a document away',
    async (work) =>
      work.door.call('transferDocument', {
        ...(await signedDocument(work)),
        recipientId: await work.names.identity(work.operands[2] ?? ''),
      }),
    tellDocument('transferred'),
  ),
  action(
    'price',
    'type id credits',
    'offers a document for sale',
    async (work) =>
      work.door.call('updateDocumentPrice', { ...(await signedDocument(work)), price: work.operands[2] }),
    tellDocument('offered'),
  ),
  action('buy', 'type id', 'buys a document at its price', buy, tellDocument('bought')),
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
  action('masternode', '[kind]', 'registers a masternode: regular, or evolution', masternode, tellMasternode),
  action('advance', 'time', 'moves time on: 90m, 2h, 14d, or milliseconds', advance, tellAdvance),
  action('verify', '', 'holds indices, totals and votes against documents', async ({ door }) =>
    door.call('verify'),
  ),
  action('export', 'file', 'writes the whole state to a file', exportState),
  action('import', 'file', 'puts the state of a file in the place of this one', importState),
  action('call', 'method [params]', 'calls any method of the platform', async ({ door, operands }) =>
    door.call(operands[0] ?? '', operands[1] === undefined ? undefined : jsonObject(operands[1], 'params')),
  ),
];

async function identity({ door, flags, operands: [name = ''] }: PlatformWork): Promise<unknown> {
  const known = await door.call('getIdentity', isId(name) ? { id: name } : { seed: name });
  if (known !== null) return known;
  if (isId(name)) throw new CommandFailure(`there is no identity ${name}`);
  return door.call('createIdentity', {
    seed: name,
    ...(flags.credits === undefined ? {} : { credits: flags.credits }),
  });
}

const isId = (text: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{42,44}$/.test(text);

const actor = async ({ names, flags }: PlatformWork): Promise<string> => names.identity(flags.by);

const contractText = async ({ operands: [file] }: PlatformWork): Promise<string> =>
  (await oneContract(file)).text;

/** Of bare document types the contract is found by their names. */
async function update(work: PlatformWork): Promise<unknown> {
  const by = await actor(work);
  const contract = await contractText(work);
  const types = bareTypes(contract);
  const contractId = types === undefined ? work.flags.contract : await work.names.contractToUpdate(by, types);
  return work.door.call('updateContract', { by, ...(contractId && { contractId }), contract });
}

/** The document types in a contract that does not say its id; nothing where it does, or where there are none to see. */
function bareTypes(text: string): readonly string[] | undefined {
  let contract: unknown;
  try {
    contract = JSON.parse(text);
  } catch {
    return undefined;
  }
  const members = membersOf(contract);
  if (typeof members['id'] === 'string') return undefined;
  const types = Object.keys(membersOf(members['documentSchemas'] ?? contract));
  return types.length === 0 ? undefined : types;
}

type Params = Readonly<Record<string, unknown>>;

const typeOf = async ({ names, operands: [type = ''] }: PlatformWork): Promise<Params> => ({
  contractId: await names.contractWith(type),
  documentType: type,
});

const signedType = async (work: PlatformWork): Promise<Params> => ({
  by: await actor(work),
  ...(await typeOf(work)),
});

const signedDocument = async (work: PlatformWork): Promise<Params> => ({
  ...(await signedType(work)),
  id: work.operands[1],
});

async function buy(work: PlatformWork): Promise<unknown> {
  const [, id] = work.operands;
  const document = await work.door.call('getDocument', { ...(await typeOf(work)), id });
  const listed =
    typeof document === 'object' && document !== null && '$price' in document && document['$price'];
  const price = work.flags.price ?? listed;
  if (price === undefined || price === false || price === null)
    throw new CommandFailure(`document ${id} is not for sale: its owner offers it with price`);
  return work.door.call('purchaseDocument', { ...(await signedDocument(work)), price });
}

async function total(work: PlatformWork, method: string): Promise<unknown> {
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

async function exportState({ door, operands: [file = ''] }: PlatformWork): Promise<unknown> {
  const state = await door.call('exportState');
  const bytes = Buffer.from(typeof state === 'string' ? state : '', 'base64');
  await writeFile(file, bytes);
  return { file, bytes: bytes.length };
}

async function importState({ door, operands: [file = ''] }: PlatformWork): Promise<unknown> {
  return door.call('importState', { file: (await readFile(file)).toString('base64') });
}

function queryOf({ where, orderBy, limit, startAfter }: PlatformFlags) {
  return {
    ...(where === undefined ? {} : { where: jsonArgument(where, '--where') }),
    ...(orderBy === undefined ? {} : { orderBy: jsonArgument(orderBy, '--order-by') }),
    ...(limit === undefined ? {} : { limit }),
    ...(startAfter === undefined ? {} : { startAfter }),
  };
}
