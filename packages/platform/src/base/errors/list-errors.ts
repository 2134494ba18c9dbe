import { CONSENSUS_ERRORS, ConsensusError, type ConsensusErrorName } from './consensus-error.js';

/** Describes a reason to reject a transition. */
export interface ListedError {
  /** The official name. */
  readonly name: ConsensusErrorName;
  /** The official number. */
  readonly code: number;
  /** True if the signer pays for processing and the nonce is consumed where a block has the transition. */
  readonly isPaid: boolean;
  /** Says for people who pays, and when. */
  readonly cost: string;
  /** An error of this kind, with made-up identifiers and amounts. */
  readonly example: ConsensusError;
}

/** Words for an error of a block: a node that finds it before rejects the transition, and no block has it. */
const PAID_IN_BLOCK = "paid by the signer in a block, free where the node's check finds it before the block";

/** Returns every reason to reject a transition, sorted by its number. */
export const listErrors = (): readonly ListedError[] =>
  errorNames()
    .map((name) => listedError(name))
    .toSorted((a, b) => a.code - b.code);

function listedError(name: ConsensusErrorName): ListedError {
  const { isPaid, example: payload } = CONSENSUS_ERRORS[name];
  const example = new ConsensusError(name, payload);
  return { name, code: example.code, isPaid, cost: isPaid ? PAID_IN_BLOCK : 'free', example };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has these keys only
const errorNames = (): ConsensusErrorName[] => Object.keys(CONSENSUS_ERRORS) as ConsensusErrorName[];
