import { CONSENSUS_ERRORS, ConsensusError, type ConsensusErrorName } from './consensus-error.js';
import { ERROR_EXAMPLES } from './error-examples.js';

/** Describes a reason to reject a transition. */
export interface ListedError {
  /** The official name. */
  readonly name: ConsensusErrorName;
  /** The official number. */
  readonly code: number;
  /** Whether the signer pays for processing and the nonce is consumed. */
  readonly isPaid: boolean;
  /** An error of this kind, with made-up identifiers and amounts. */
  readonly example: ConsensusError;
}

/** Returns every reason to reject a transition, sorted by its number. */
export const listErrors = (): readonly ListedError[] =>
  errorNames()
    .map((name) => listedError(name))
    .toSorted((a, b) => a.code - b.code);

function listedError(name: ConsensusErrorName): ListedError {
  const definition = CONSENSUS_ERRORS[name];
  const example = new ConsensusError(
    name,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an example of the same definition
    ('example' in definition ? definition.example : ERROR_EXAMPLES[name]) as never,
  );
  return { name, code: example.code, isPaid: definition.isPaid, example };
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table has these keys only
const errorNames = (): ConsensusErrorName[] => Object.keys(CONSENSUS_ERRORS) as ConsensusErrorName[];
