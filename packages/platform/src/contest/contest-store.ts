import { identifierText } from '../bytes/identifier.js';
import { bytesOf } from '../bytes/identifier-order.js';
import type { Block } from '../block.js';
import { takeDeparted, masternodeOf } from '../masternode/masternode-store.js';
import type { StoreView, WritableView } from '../store/store.js';
import { applyEffects, type AwardDocument } from './apply-effects.js';
import { contestAfter } from './contest-after.js';
import type { ContestEvent, Join, Vote } from './contest-event.js';
import { BALLOT_FORM, CONTEST_FORM, POLL_FORM } from './contest-forms.js';
import {
  allBehind,
  ballotKey,
  contendingIdKey,
  contestKey,
  endOf,
  endPrefix,
  lastId,
  pollKey,
  resourceKey,
  voterPrefix,
} from './contest-keys.js';
import type { ContestRules } from './contest-rules.js';
import { newContest, type Ballot, type Contest } from './contest.js';
import { pollId, type Poll } from './poll-id.js';
import { pollJson } from './poll-json.js';
import { noteTallies } from './tally-history.js';

/** A contest, or nothing when the poll was never opened. */
export async function contestOf(view: StoreView, pollId: Uint8Array): Promise<Contest | undefined> {
  const stored = await view.get(contestKey(pollId));
  return stored === undefined ? undefined : CONTEST_FORM.fromBytes(stored);
}

/** What a masternode votes for in a poll, or nothing. */
export async function ballotOf(
  view: StoreView,
  proTxHash: string,
  pollId: Uint8Array,
): Promise<Ballot | undefined> {
  const stored = await view.get(ballotKey(proTxHash, pollId));
  return stored === undefined ? undefined : BALLOT_FORM.fromBytes(stored);
}

/** How many contenders a poll has. */
export const contendersOf = async (view: StoreView, pollId: Uint8Array): Promise<number> =>
  (await contestOf(view, pollId))?.contenders.size ?? 0;

/** A contested create. */
export interface JoinRequest extends Omit<Join, 'kind' | 'isIdContending'> {
  readonly poll: Poll;
  /** Of the contested index: 0 masternodes may lock the values, 1 they may not. */
  readonly resolution?: number;
  /** The document in its binary form. */
  readonly document: Uint8Array;
}

/** Starts a contest or joins it. @throws {PlatformError} when the network refuses it; 40210 when the identity has too little. */
export async function joinContest(
  view: WritableView,
  request: JoinRequest,
  rules: ContestRules,
): Promise<void> {
  const { poll, resolution, document, ...join } = request;
  const id = pollId(poll);
  const before = await contestOf(view, id);
  const contest = before ?? newContest(identifierText(id), pollJson(poll), resolution);
  const isIdContending = (await view.get(contendingIdKey(join.documentId))) !== undefined;
  await advance(view, contest, { kind: 'join', ...join, isIdContending }, { rules, document });
  await noteTallies(view, id, join.block, [{ kind: 'towardsIdentity', identityId: join.identityId }]);
  if (before !== undefined) return;
  view.put(pollKey(id), POLL_FORM.toBytes(poll));
  view.put(resourceKey(poll), id);
}

/** The vote of a masternode; its nonce and its signature are checked before. */
export interface VoteRequest extends Omit<Vote, 'kind' | 'masternode' | 'previous'> {
  readonly poll: Poll;
}

/** Counts a vote. @throws {PlatformError} when the network refuses it, always unpaid. */
export async function castVote(view: WritableView, request: VoteRequest, rules: ContestRules): Promise<void> {
  const { poll, ...vote } = request;
  const id = pollId(poll);
  const [stored, masternode, previous] = await Promise.all([
    contestOf(view, id),
    masternodeOf(view, vote.proTxHash),
    ballotOf(view, vote.proTxHash, id),
  ]);
  const contest = stored ?? newContest(identifierText(id), pollJson(poll));
  await advance(view, contest, { kind: 'vote', ...vote, masternode, previous }, { rules });
}

/** Not on the network: lets a locked poll be contested again, for what the network says that this would cost. */
export async function unlockContest(
  view: WritableView,
  request: { readonly poll: Poll; readonly identityId: string },
  rules: ContestRules,
): Promise<void> {
  const { poll, identityId } = request;
  const contest = (await contestOf(view, pollId(poll))) ?? newContest('', pollJson(poll));
  await advance(view, contest, { kind: 'unlock', identityId }, { rules });
}

/**
 * What a block does before its operations: votes of masternodes that left the list do not count any more, then polls end in
 * the order of their ends and ids, at most two.
 *
 * Source: `run_dao_platform_events_v0` in `packages/rs-drive-abci` of dashpay/platform.
 * @param award what makes a document of the one that wins.
 * @returns the ids of the polls that ended.
 */
export async function beginBlock(
  view: WritableView,
  block: Block,
  rules: ContestRules,
  award: AwardDocument,
): Promise<Uint8Array[]> {
  for (const proTxHash of await takeDeparted(view)) await withdrawVotes(view, proTxHash, rules, block);
  const { from, to } = { from: endPrefix(), to: endPrefix(block.time + 1) };
  const due = await view.scan({ from, to, limit: rules.pollsPerBlock });
  const ids = due.map(({ key }) => endOf(key).pollId);
  for (const id of ids) {
    const contest = await contestOf(view, id);
    if (contest === undefined) throw new RangeError('expected a contest for a poll that ends, found none');
    await advance(view, contest, { kind: 'end', block }, { rules, award });
  }
  return ids;
}

/** Takes back all votes of a masternode. */
async function withdrawVotes(
  view: WritableView,
  proTxHash: string,
  rules: ContestRules,
  block: Block,
): Promise<void> {
  for (const { key, value } of await view.scan(allBehind(voterPrefix(proTxHash)))) {
    const contest = await contestOf(view, lastId(key));
    if (contest === undefined) throw new RangeError('expected a contest for a vote, found none');
    const previous = BALLOT_FORM.fromBytes(value);
    await advance(view, contest, { kind: 'masternodeLeft', proTxHash, previous }, { rules });
    await noteTallies(view, lastId(key), block, [previous.choice]);
  }
}

interface Means {
  readonly rules: ContestRules;
  readonly document?: Uint8Array;
  readonly award?: AwardDocument;
}

async function advance(
  view: WritableView,
  before: Contest,
  event: ContestEvent,
  means: Means,
): Promise<void> {
  const { rules, ...others } = means;
  const { contest, effects } = contestAfter(before, event, rules);
  const id = bytesOf(contest.id);
  await applyEffects(view, id, effects, others);
  view.put(contestKey(id), CONTEST_FORM.toBytes(contest));
}
