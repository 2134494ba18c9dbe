import { indexEntries } from '../../state/document/collection.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { entryPrice } from '../../state/contest/contest-rules.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { contestedIndex, pollFor } from '../../state/contest/contested-index.js';
import { joinContest } from '../../state/contest/contest-store.js';
import { findContest } from '../../state/contest/find-contest.js';
import { pollId, type Poll } from '../../state/contest/poll-id.js';
import { encodeDocument } from '../../state/document/binary-form.js';
import type { Document } from '../../state/document/document.js';
import type { StoreView } from '../../store/store.js';
import type { PrefundedVotingBalance } from './document-transition.js';
import type { DocumentScope } from './document-context.js';

/**
 * Lets a document contend for its values.
 * @throws {ConsensusError} 40113, 40100, 40110, 40111 or 40112, in this order.
 * @throws {InputError} when its keys are too long for an index, which it would only meet when it wins.
 */
export async function enterContest(
  scope: DocumentScope,
  document: Document,
  contention: PrefundedVotingBalance,
): Promise<void> {
  const { context, collection } = scope;
  const { poll, resolution } = contestedPoll(scope, document, contention);
  indexEntries(collection, document);
  const { $createdAt, $createdAtBlockHeight, $createdAtCoreBlockHeight } = document.times;
  await joinContest(
    context.view,
    {
      poll,
      resolution,
      identityId: identifierText(context.signer.id),
      documentId: identifierText(document.id),
      created: {
        ...($createdAt === undefined ? {} : { $createdAt }),
        ...($createdAtBlockHeight === undefined ? {} : { $createdAtBlockHeight }),
        ...($createdAtCoreBlockHeight === undefined ? {} : { $createdAtCoreBlockHeight }),
      },
      credits: contention.credits,
      block: context.block,
      document: encodeDocument(collection.type, document),
    },
    context.rules.contestRules,
  );
}

/**
 * Returns what a document pays to contend: what it states, or where that is a maximum the price for the next contender.
 * @throws {ConsensusError} 40114 where the price is higher.
 */
export async function payEntry(
  scope: DocumentScope,
  document: Document,
  contention: PrefundedVotingBalance,
): Promise<PrefundedVotingBalance> {
  const { view, rules } = scope.context;
  if (!rules.contestRules.statesMaximum) return contention;
  const contest = await findContest(view, pollId(contestedPoll(scope, document, contention).poll));
  const price = entryPrice(rules.contestRules, contest?.contenders.size ?? 0);
  if (contention.paysAny !== true && contention.credits < price)
    throw new ConsensusError('DocumentContestNotPaidForError', {
      documentId: document.id,
      expectedAmount: price,
      paidAmount: contention.credits,
    });
  return { ...contention, credits: price };
}

/** Describes the contest that a document has entered. */
export interface ContestEntry {
  /** Base58. */
  readonly pollId: string;
  /** Milliseconds since the beginning of 1970. */
  readonly endsAt: number;
  /** Amount that the document paid into the fund of the contest, in addition to its fee. */
  readonly credits: bigint;
}

/** Returns the contest of a document that contends. */
export async function findContestEntry(
  view: StoreView,
  scope: DocumentScope,
  document: Document,
  contention: PrefundedVotingBalance,
): Promise<ContestEntry | undefined> {
  const id = pollId(contestedPoll(scope, document, contention).poll);
  const status = (await findContest(view, id))?.status;
  return status?.kind === 'Started'
    ? { pollId: identifierText(id), endsAt: status.endsAt, credits: contention.credits }
    : undefined;
}

function contestedPoll(
  { contract, collection }: DocumentScope,
  document: Document,
  { indexName }: PrefundedVotingBalance,
): { readonly poll: Poll; readonly resolution: number } {
  const index = contestedIndex(contract.id, collection.type, indexName);
  return { poll: pollFor(index, document), resolution: index.resolution };
}
