import { firstId, lastId } from '../../state/keys/space-key.js';
import type { Element } from '@dapikit/proof';
import {
  ABSTAIN_KEY,
  CONTENDER_KEYS,
  contendersPath,
  CONTESTED_TYPE_KEYS,
  contestedDocumentsPath,
  emptyTree,
  LOCK_KEY,
  pollEndPath,
  pollEndsPath,
  pollInfo,
  prefundedVoteBalancesPath,
  STORED_INFO_KEY,
  storedVote,
  timeKey,
  votersPath,
  type ContestedPoll,
  type GroveOperation,
  type Path,
} from '@dapikit/proof/prover';
import { encode } from '@dapikit/protocol';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import { BALLOT_FORM, CONTEST_FORM, POLL_FORM } from '../../state/contest/contest-forms.js';
import { choiceIn, endOf, pollKey, pollValueKey } from '../../state/contest/contest-keys.js';
import type { Choice, Contest } from '../../state/contest/contest.js';
import { NEXT_END_KEY } from '../../state/contest/next-poll-end.js';
import { votePollBytes, type Poll } from '../../state/contest/poll-id.js';
import type { ContractBook } from '../../state/contract/contract-book.js';
import { decodeDocument } from '../../state/document/binary-form.js';
import type { StateChange, StoreView } from '../../store/store.js';
import { item, put, putTree, remove, sumItem } from './elements.js';
import { infoOf } from './finished-vote.js';

const ID_BYTES = 32;

/** The keys of the path of a contested document type that references begin with. */
const REFERENCE_HEIGHT = 5;

/** The keys of the path of the ends of polls: a time without polls is removed. */
const POLL_ENDS_DEPTH = 2;

/** The keys of the path of contested resources: paths of votes are stored without them. */
const VOTE_PATH_HEIGHT = 2;

interface ViewContext {
  readonly view: StoreView;
}

async function findPoll(view: StoreView, id: Uint8Array): Promise<Poll | undefined> {
  const stored = await view.get(pollKey(id));
  return stored === undefined ? undefined : POLL_FORM.fromBytes(stored);
}

const drivePoll = ({ contractId, documentType, indexValues }: Poll): ContestedPoll => ({
  contractId,
  documentTypeName: documentType,
  indexValues: indexValues.map(pollValueKey),
});

const choiceKey = (choice: Choice): Uint8Array => {
  if (choice.kind === 'towardsIdentity') return bytesOf(choice.identityId);
  return choice.kind === 'abstain' ? ABSTAIN_KEY : LOCK_KEY;
};

const votesPath = (poll: Poll, choice: Choice): Path => [
  ...contendersPath(drivePoll(poll)),
  choiceKey(choice),
  CONTENDER_KEYS.votes,
];

/**
 * Returns what a change of a contest is in the trees: the values, the contenders with their votes, and what is stored of the poll. A
 * contest is removed with its contract.
 *
 * Source: `packages/rs-drive/src/drive/document/insert_contested` and `packages/rs-drive/src/drive/votes/cleanup` in dashpay/platform.
 */
export async function contestOperations(
  { key, before, after }: StateChange,
  { view }: ViewContext,
): Promise<readonly GroveOperation[]> {
  const id = key.subarray(1);
  const poll = await findPoll(view, id);
  if (after === undefined || poll === undefined) return [];
  const [was, contest] = [before && CONTEST_FORM.fromBytes(before), CONTEST_FORM.fromBytes(after)];
  const path = contendersPath(drivePoll(poll));
  const info = isSameRound(was, contest) ? undefined : await infoOf(view, id, contest);
  return [
    ...(was === undefined ? valueTrees(poll) : []),
    // Votes do not change it.
    ...(info === undefined ? [] : [put(path, STORED_INFO_KEY, item(encode(pollInfo, info)))]),
    ...choiceOperations(path, was, contest),
    ...fundOperations(id, was, contest),
  ];
}

function valueTrees(poll: Poll): readonly GroveOperation[] {
  const path = contendersPath(drivePoll(poll));
  const first = path.length - poll.indexValues.length;
  return path.slice(first).map((value, at) => putTree(path.slice(0, first + at), value));
}

const isRunning = (
  contest: Contest | undefined,
): contest is Contest & { readonly status: { readonly kind: 'Started' } } =>
  contest?.status.kind === 'Started';

/** Returns what sets the choices of a running contest, and removes those of one that ended. */
function choiceOperations(path: Path, was: Contest | undefined, contest: Contest): readonly GroveOperation[] {
  const former = isRunning(was) ? was : undefined;
  const known = isSameRound(former, contest) ? documentsByChoice(former) : new Map<string, string>();
  const choices = isRunning(contest) ? documentsByChoice(contest) : new Map<string, string>();
  return [
    ...(isRunning(contest) && known.size === 0 ? neutralChoices(path) : []),
    ...[...choices]
      .filter(([identityId, documentId]) => known.get(identityId) !== documentId)
      .flatMap(([identityId, documentId]) => contenderOperations(path, identityId, documentId)),
    ...(isRunning(contest) || former === undefined ? [] : neutralKeys.map((key) => remove(path, key))),
    ...[...(former?.contenders.keys() ?? [])]
      .filter((identityId) => !choices.has(identityId))
      .map((identityId) => remove(path, bytesOf(identityId))),
  ];
}

/** A poll that ends and begins again in one block has other contenders, with other documents. */
const isSameRound = (former: Contest | undefined, contest: Contest): former is Contest =>
  former?.status.kind === 'Started' &&
  contest.status.kind === 'Started' &&
  former.status.block.height === contest.status.block.height;

const documentsByChoice = ({ contenders }: Contest): ReadonlyMap<string, string> =>
  new Map([...contenders].map(([identityId, { documentId }]) => [identityId, documentId]));

const neutralKeys = [ABSTAIN_KEY, LOCK_KEY] as const;

const neutralChoices = (path: Path): readonly GroveOperation[] =>
  neutralKeys.flatMap((key) => [putTree(path, key), votesTree([...path, key])]);

const votesTree = (path: Path): GroveOperation => putTree(path, CONTENDER_KEYS.votes, emptyTree('sum'));

function contenderOperations(path: Path, identityId: string, documentId: string): readonly GroveOperation[] {
  const key = bytesOf(identityId);
  const contender = [...path, key];
  return [
    putTree(path, key),
    put(contender, CONTENDER_KEYS.document, documentReference(documentId)),
    votesTree(contender),
  ];
}

/** Source: `make_document_contested_reference` in `packages/rs-drive/src/drive/document/mod.rs` of dashpay/platform. */
const documentReference = (documentId: string): Element => ({
  type: 'reference',
  path: {
    type: 'upstreamRootHeight',
    height: REFERENCE_HEIGHT,
    path: [CONTESTED_TYPE_KEYS.documents, bytesOf(documentId)],
  },
  maxHops: 1,
  flags: undefined,
});

function fundOperations(
  id: Uint8Array,
  was: Contest | undefined,
  contest: Contest,
): readonly GroveOperation[] {
  if (isRunning(contest)) return [put(prefundedVoteBalancesPath(), id, sumItem(contest.fund))];
  return isRunning(was) ? [remove(prefundedVoteBalancesPath(), id)] : [];
}

/** Returns what a change of the document of a contender is in the trees. It is removed with its contract where that is removed. */
export async function contenderDocumentOperations(
  { key, before, after }: StateChange,
  { view, contracts }: ViewContext & { readonly contracts: ContractBook },
): Promise<readonly GroveOperation[]> {
  const poll = await findPoll(view, firstId(key));
  const stored = after ?? before;
  if (poll === undefined || stored === undefined) return [];
  const contract = await contracts.findContract(view, poll.contractId);
  const type = contract?.collection(poll.documentType)?.type;
  if (type === undefined) return [];
  const { contractId, documentTypeName } = drivePoll(poll);
  const path = contestedDocumentsPath({ contractId, documentTypeName });
  const { id } = decodeDocument(type, stored);
  return [after === undefined ? remove(path, id) : put(path, id, item(after))];
}

/** Returns what a change of a vote in a running poll is in the trees. */
export async function voteOperations(
  { key, after }: StateChange,
  { view }: ViewContext,
): Promise<readonly GroveOperation[]> {
  const idEnd = 1 + ID_BYTES;
  const poll = await findPoll(view, key.subarray(1, idEnd));
  if (poll === undefined) return [];
  const path = votesPath(poll, choiceIn(key.subarray(idEnd)).choice);
  const voter = lastId(key);
  return [after === undefined ? remove(path, voter) : put(path, voter, sumItem(BigInt(after[0] ?? 0)))];
}

/** Returns what the first vote of a masternode is in the trees: its votes are listed from then on. */
export const voterOperations = ({ key, after }: StateChange): readonly GroveOperation[] =>
  after === undefined ? [] : [putTree(votersPath(), lastId(key))];

/** Returns what a change of the vote of a masternode is in the list of its votes. */
export async function ballotOperations(
  { key, after }: StateChange,
  { view }: ViewContext,
): Promise<readonly GroveOperation[]> {
  const [voter, id] = [firstId(key), lastId(key)];
  const path = [...votersPath(), voter];
  if (after === undefined) return [remove(path, id)];
  const poll = await findPoll(view, id);
  if (poll === undefined) return [];
  const { choice, votesCast } = BALLOT_FORM.fromBytes(after);
  const vote = {
    path: {
      type: 'upstreamRootHeightWithParent' as const,
      height: VOTE_PATH_HEIGHT,
      path: votesPath(poll, choice).slice(VOTE_PATH_HEIGHT),
    },
    identityVoteTimes: votesCast,
  };
  return [putTree(votersPath(), voter), put(path, id, item(encode(storedVote, vote)))];
}

/** Returns what a change of the end of a running poll is in the trees. */
export async function pollEndOperations(
  { key, after }: StateChange,
  { view }: ViewContext,
): Promise<readonly GroveOperation[]> {
  // The key without a poll has the time when the next one ends.
  if (key.length === NEXT_END_KEY.length) return [];
  const { endsAt, pollId } = endOf(key);
  const path = pollEndPath(endsAt);
  if (after === undefined) return [{ type: 'delete', path, key: pollId, pruneAbove: POLL_ENDS_DEPTH }];
  const poll = await findPoll(view, pollId);
  if (poll === undefined) return [];
  return [putTree(pollEndsPath(), timeKey(endsAt)), put(path, pollId, item(votePollBytes(poll)))];
}
