import type { ContractBook, RegisteredContract } from '../state/contract/contract-book.js';
import type { StoreView } from '../store/store.js';
import { slicedView, TimeSlices } from '../store/time-slices.js';
import { verifyTrees } from '../trees/state-tree/verify-trees.js';
import type { Difference } from '../verify/difference.js';
import { recountVotes, type ContestDifference } from '../verify/recount-votes.js';
import { verifyDocuments } from '../verify/verify-documents.js';
import type { UnreadableDocument, VerifiedType } from '../verify/type-verification.js';
import { verifyEntries } from '../verify/verify-entries.js';

/** Describes whether the stored data is consistent. */
export interface Verification {
  readonly ok: boolean;
  /** Differences of contracts, identities, masternodes, tokens and contests. */
  readonly entries: readonly Difference[];
  /** Counts documents and their derived entries. */
  readonly documents: readonly Difference[];
  /** Documents that an update of their contract has made unreadable: no difference, as the network accepts such updates. */
  readonly unreadable: readonly UnreadableDocument[];
  /** Differences of votes in contests that run. */
  readonly contests: readonly ContestDifference[];
}

/** Checks all entries, documents, contests and trees of a state against each other. */
export async function verifyState(whole: StoreView, contracts: ContractBook): Promise<Verification> {
  const slices = new TimeSlices();
  const view = slicedView(whole, slices);
  const { differences: entries, contracts: sound } = await verifyEntries(view, contracts);
  const { differences: documents, unreadable } = await verifyDocuments(view, typesOf(sound), slices);
  const contests = await recountVotes(view);
  const trees = await verifyTrees(view, contracts, slices);
  const ok = [entries, documents, contests, trees].every((found) => found.length === 0);
  return { ok, entries: [...entries, ...trees], documents, unreadable, contests };
}

const typesOf = (contracts: readonly RegisteredContract[]): VerifiedType[] =>
  contracts.flatMap(({ description, collection, formerCollections }) =>
    description.documentTypes.flatMap(({ name }) => {
      const type = collection(name);
      return type === undefined ? [] : [{ ...type, former: formerCollections(name) }];
    }),
  );
