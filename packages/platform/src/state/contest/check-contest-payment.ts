import { ConsensusError } from '../../base/errors/consensus-error.js';
import type { ContestRules } from './contest-rules.js';

/** The first epoch in which documents can be contested. Source: `TARGET_EPOCH_INDEX` in dashpay/platform. */
const FIRST_EPOCH = 4;

/**
 * Rejects a create with a fund while a chain is young, as the network does. Whether a local chain does so is for the caller
 * to say: its epochs are long.
 *
 * @throws {ConsensusError} 10418 before epoch 4.
 */
export function checkContestEpoch(epoch: number): void {
  if (epoch < FIRST_EPOCH)
    throw new ConsensusError('ContestedDocumentsTemporarilyNotAllowedError', {
      currentEpoch: epoch,
      targetEpoch: FIRST_EPOCH,
    });
}

/** Describes a create and the contests of its type. */
export interface PaymentInput {
  /** 32 bytes. */
  readonly documentId: Uint8Array;
  /** The index for which the document is contested; nothing when it is not. */
  readonly contestedIndex: string | undefined;
  /** All contested indices of the document type. */
  readonly contestedIndexes: readonly string[];
  /** Payment of the create into a fund. */
  readonly prefunded: { readonly indexName: string; readonly credits: bigint } | undefined;
  /** Price for the first contender: see `entryPrice`. That of a later one is known where it joins. */
  readonly price: bigint;
}

/**
 * Returns the index whose contest a create starts or joins, or nothing when it is an ordinary create. The first check of a create.
 *
 * Source: `advanced_structure_v0` of `document_create_transition_action` in dashpay/platform. As there, before protocol 14
 * a fund that nobody asked for opens a contest, whatever is in it.
 * @throws {ConsensusError} when the fund is missing or wrong.
 * @throws {RangeError} when it names an index that is not contested: the network fails without a number there.
 */
export function checkContestPayment(
  input: PaymentInput,
  { rejectsNeedlessFund, statesMaximum }: ContestRules,
): string | undefined {
  const { documentId, contestedIndex, contestedIndexes, prefunded, price } = input;
  const paid = prefunded?.credits ?? 0n;
  if (contestedIndex !== undefined && (statesMaximum ? paid < price : paid !== price))
    throw new ConsensusError('DocumentContestNotPaidForError', {
      documentId,
      expectedAmount: price,
      paidAmount: paid,
    });
  if (prefunded === undefined) return undefined;
  const { indexName } = prefunded;
  if (rejectsNeedlessFund && contestedIndex === undefined)
    throw new ConsensusError('DocumentContestNotRequiredError', { documentId });
  if (rejectsNeedlessFund && contestedIndex !== undefined && contestedIndex !== indexName)
    throw new ConsensusError('DocumentContestIndexMismatchError', {
      expected: contestedIndex,
      given: indexName,
    });
  if (contestedIndexes.includes(indexName)) return indexName;
  throw new RangeError(
    `expected the name of a contested index in the prefunded voting balance, found ${JSON.stringify(indexName.slice(0, 60))}: name one of ${contestedIndexes.join(', ')}`,
  );
}
