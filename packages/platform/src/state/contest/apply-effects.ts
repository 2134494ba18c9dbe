import { bytesOf } from '../../base/bytes/identifier-order.js';
import { lastId } from '../keys/space-key.js';
import { payProcessing, takeCredits } from '../identity/credits.js';
import type { WritableView } from '../../store/store.js';
import { BALLOT_FORM, POLL_FORM } from './contest-forms.js';
import type { ContestEffect } from './contest-event.js';
import {
  allBehind,
  ballotKey,
  ballotRecordKey,
  contenderDocumentKey,
  contendingIdKey,
  pollKey,
  voteKey,
  voterKey,
  votesPrefix,
} from './contest-keys.js';
import { scheduleEnd, unscheduleEnd } from './next-poll-end.js';
import type { Poll } from './poll-id.js';

/** Describes the document that won. */
export interface AwardedDocument {
  readonly poll: Poll;
  readonly identityId: string;
  readonly documentId: string;
  /** In its binary form, as it was when it joined. */
  readonly document: Uint8Array;
}

/** Makes a document of the one that won. */
export type AwardDocument = (view: WritableView, awarded: AwardedDocument) => Promise<void>;

interface EffectOptions {
  readonly document?: Uint8Array;
  readonly award?: AwardDocument;
}

/** Applies the effects of a step of a contest. */
export async function applyEffects(
  view: WritableView,
  pollId: Uint8Array,
  effects: readonly ContestEffect[],
  means: EffectOptions,
): Promise<void> {
  for (const effect of effects) await applyEffect(view, pollId, effect, means);
}

async function applyEffect(
  view: WritableView,
  pollId: Uint8Array,
  effect: ContestEffect,
  { document, award }: EffectOptions,
): Promise<void> {
  switch (effect.kind) {
    case 'takeCredits':
      return takeCredits(view, bytesOf(effect.identityId), effect.credits);
    case 'payProcessing':
      return payProcessing(view, effect.credits);
    case 'scheduleEnd':
      return scheduleEnd(view, effect.endsAt, pollId);
    case 'unscheduleEnd':
      return unscheduleEnd(view, effect.endsAt, pollId);
    case 'keepContender':
      if (document === undefined) throw new RangeError('the document of a contender is missing');
      view.put(contenderDocumentKey(pollId, effect.identityId), document);
      return view.put(contendingIdKey(effect.documentId), EMPTY);
    case 'dropContender':
      view.delete(contenderDocumentKey(pollId, effect.identityId));
      return view.delete(contendingIdKey(effect.documentId));
    case 'putBallot':
      if (effect.previous !== undefined)
        view.delete(voteKey(pollId, effect.previous.choice, effect.proTxHash));
      else view.put(voterKey(effect.proTxHash), EMPTY);
      view.put(voteKey(pollId, effect.ballot.choice, effect.proTxHash), Uint8Array.of(effect.ballot.weight));
      return view.put(ballotKey(effect.proTxHash, pollId), BALLOT_FORM.toBytes(effect.ballot));
    case 'dropBallot':
      view.delete(voteKey(pollId, effect.previous.choice, effect.proTxHash));
      return view.delete(ballotKey(effect.proTxHash, pollId));
    case 'recordBallots':
      return recordBallots(view, pollId, effect.event);
    case 'award': {
      const { identityId, documentId } = effect;
      const [poll, stored] = await view.getMany([pollKey(pollId), contenderDocumentKey(pollId, identityId)]);
      if (poll === undefined || stored === undefined || award === undefined)
        throw new RangeError('the awarded document is missing');
      return award(view, { poll: POLL_FORM.fromBytes(poll), identityId, documentId, document: stored });
    }
  }
}

const EMPTY = new Uint8Array();

/** Writes who voted what in one entry, as the keys say it, and removes the votes. */
async function recordBallots(view: WritableView, pollId: Uint8Array, contest: number): Promise<void> {
  const prefix = votesPrefix(pollId);
  const entries = await view.scan(allBehind(prefix));
  const parts: Uint8Array[] = [];
  for (const { key, value } of entries) {
    parts.push(key.subarray(prefix.length), value);
    view.delete(key);
    view.delete(ballotKey(lastId(key), pollId));
  }
  view.put(ballotRecordKey(pollId, contest), Buffer.concat(parts));
}
