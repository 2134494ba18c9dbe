import { identifierText } from '../../base/bytes/identifier.js';
import { lastId } from '../keys/space-key.js';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import type { Block } from '../chain/block.js';
import { REMOVED_MARK, findMasternode, takeRemovedMasternodes } from '../identity/masternode-store.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { applyEffects, type AwardDocument } from './apply-effects.js';
import { applyContestEvent } from './apply-event.js';
import type { ContestEvent, JoinEvent, VoteEvent } from './contest-event.js';
import { BALLOT_FORM, CONTEST_FORM, POLL_FORM } from './contest-forms.js';
import { allBehind, contendingIdKey, contestKey, pollKey, resourceKey, voterPrefix } from './contest-keys.js';
import type { ContestRules } from './contest-rules.js';
import { findBallot, findContest } from './find-contest.js';
import { newContest, type Contest } from './contest.js';
import { duePolls, endFromBytes, NEXT_END_KEY } from './next-poll-end.js';
import { pollId, type Poll } from './poll-id.js';
import { pollJson } from './poll-json.js';
import { recordTallies } from './tally-history.js';

/** Counts the contenders of a poll. */
export const contendersOf = async (view: StoreView, pollId: Uint8Array): Promise<number> =>
  (await findContest(view, pollId))?.contenders.size ?? 0;

/** Describes a contested create. */
export interface JoinRequest extends Omit<JoinEvent, 'kind' | 'isIdContending'> {
  /** Resolution of the contested index: 0 masternodes may lock the values, 1 they may not. */
  readonly resolution?: number;
  /** The document in its binary form. */
  readonly document: Uint8Array;
}

/** Starts a contest or joins it. @throws {ConsensusError} when the network rejects it; 40210 when the identity has too little. */
export async function joinContest(
  view: WritableView,
  request: JoinRequest,
  rules: ContestRules,
): Promise<void> {
  const { poll, resolution, document, ...join } = request;
  const id = pollId(poll);
  const before = await findContest(view, id);
  const contest = before ?? newContest(identifierText(id), pollJson(poll), resolution);
  const isIdContending = (await view.get(contendingIdKey(join.documentId))) !== undefined;
  await advanceContest(view, contest, { kind: 'join', poll, ...join, isIdContending }, { rules, document });
  await recordTallies(view, id, join.block, [{ kind: 'towardsIdentity', identityId: join.identityId }]);
  if (before !== undefined) return;
  view.put(pollKey(id), POLL_FORM.toBytes(poll));
  view.put(resourceKey(poll), id);
}

/** Describes the vote of a masternode; its nonce and its signature are checked before. */
export type VoteRequest = Omit<VoteEvent, 'kind' | 'masternode' | 'previous'>;

/** Counts a vote. @throws {ConsensusError} when the network rejects it, always unpaid. */
export async function castVote(view: WritableView, request: VoteRequest, rules: ContestRules): Promise<void> {
  const { poll, ...vote } = request;
  const id = pollId(poll);
  const [stored, masternode, previous] = await Promise.all([
    findContest(view, id),
    findMasternode(view, vote.proTxHash),
    findBallot(view, vote.proTxHash, id),
  ]);
  const contest = stored ?? newContest(identifierText(id), pollJson(poll));
  await advanceContest(view, contest, { kind: 'vote', poll, ...vote, masternode, previous }, { rules });
}

/** Unlocks a locked poll, so that it can be contested again, at the network's price. The network has no such transition. */
export async function unlockContest(
  view: WritableView,
  request: { readonly poll: Poll; readonly identityId: string },
  rules: ContestRules,
): Promise<void> {
  const { poll, identityId } = request;
  const contest = (await findContest(view, pollId(poll))) ?? newContest('', pollJson(poll));
  await advanceContest(view, contest, { kind: 'unlock', identityId }, { rules });
}

/** Lists the keys that every block reads: whether masternodes left, and when the next poll ends. */
export const BLOCK_KEYS: readonly Uint8Array[] = [REMOVED_MARK, NEXT_END_KEY];

/**
 * Begins a block: removes the votes of masternodes that left the list, then ends at most two polls in the order of their ends and ids.
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
  // Every block reads them: two keys cost less than two ranges.
  const [departed, nextEnd] = await view.getMany(BLOCK_KEYS);
  if (departed !== undefined)
    for (const proTxHash of await takeRemovedMasternodes(view))
      await withdrawVotesOfRemoved(view, proTxHash, rules, block);
  if (nextEnd === undefined || endFromBytes(nextEnd) > block.time) return [];
  const ended: Uint8Array[] = [];
  for (const id of await duePolls(view, block.time, rules.pollsPerBlock)) {
    const contest = await findContest(view, id);
    if (contest === undefined) throw new RangeError('the contest of an ending poll is missing');
    const after = await advanceContest(view, contest, { kind: 'end', block }, { rules, award });
    if (after.status.kind !== 'Started') ended.push(id);
  }
  return ended;
}

/** Takes back all votes of a masternode. */
async function withdrawVotesOfRemoved(
  view: WritableView,
  proTxHash: Uint8Array,
  rules: ContestRules,
  block: Block,
): Promise<void> {
  for (const { key, value } of await view.scan(allBehind(voterPrefix(proTxHash)))) {
    const contest = await findContest(view, lastId(key));
    if (contest === undefined) throw new RangeError('the contest of a vote is missing');
    const previous = BALLOT_FORM.fromBytes(value);
    await advanceContest(view, contest, { kind: 'masternodeLeft', proTxHash, previous }, { rules });
    await recordTallies(view, lastId(key), block, [previous.choice]);
  }
}

interface AdvanceOptions {
  readonly rules: ContestRules;
  readonly document?: Uint8Array;
  readonly award?: AwardDocument;
}

async function advanceContest(
  view: WritableView,
  before: Contest,
  event: ContestEvent,
  means: AdvanceOptions,
): Promise<Contest> {
  const { rules, ...others } = means;
  const { contest, effects } = applyContestEvent(before, event, rules);
  const id = bytesOf(contest.id);
  await applyEffects(view, id, effects, others);
  view.put(contestKey(id), CONTEST_FORM.toBytes(contest));
  return contest;
}
