import { indexEntries } from '../document/collection.js';
import { identifierText } from '../bytes/identifier.js';
import { bytesOf } from '../bytes/identifier-order.js';
import { contestedIndex, pollFor } from '../contest/contested-index.js';
import { contestOf, joinContest } from '../contest/contest-store.js';
import { pollId, type Poll } from '../contest/poll-id.js';
import { encodeDocument } from '../document/binary-form.js';
import type { Document } from '../document/document.js';
import type { StoreView } from '../store/store.js';
import type { Contention } from './document-action.js';
import type { DocumentWork } from './document-work.js';

/**
 * Lets a document contend for its values.
 * @throws {PlatformError} 40113, 40100, 40110, 40111 or 40112, in this order.
 * @throws {BadInput} when its keys are too long for an index, which it would only meet when it wins.
 */
export async function contend(work: DocumentWork, document: Document, contention: Contention): Promise<void> {
  const { context, collection } = work;
  const { poll, resolution } = contestedPoll(work, document, contention);
  indexEntries(collection, document);
  const { $createdAt, $createdAtBlockHeight, $createdAtCoreBlockHeight } = document.times;
  await joinContest(
    context.view,
    {
      poll,
      resolution,
      identityId: context.signer.id,
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
    context.terms.contests,
  );
}

/** Where a document contends. */
export interface ContestEntry {
  /** Base58. */
  readonly pollId: string;
  /** Milliseconds since the beginning of 1970. */
  readonly endsAt: number;
}

/** The contest of a document that contends. */
export async function contestEntry(
  view: StoreView,
  work: DocumentWork,
  document: Document,
  contention: Contention,
): Promise<ContestEntry | undefined> {
  const id = pollId(contestedPoll(work, document, contention).poll);
  const status = (await contestOf(view, id))?.status;
  return status?.kind === 'Started' ? { pollId: identifierText(id), endsAt: status.endsAt } : undefined;
}

function contestedPoll(
  { contract, collection }: DocumentWork,
  document: Document,
  { indexName }: Contention,
): { readonly poll: Poll; readonly resolution: number } {
  const index = contestedIndex(bytesOf(contract.id), collection.type, indexName);
  return { poll: pollFor(index, document), resolution: index.resolution };
}
