import type { Diagnostic, Transition } from '@dapikit/contract';

/** Numbers from one to another, both included. */
type Span = readonly [from: number, to: number];

const SIZE: Span = [10_602, 10_602];
const GROUPS: readonly Span[] = [
  [10_252, 10_252],
  [10_350, 10_359],
];
const TOKENS: readonly Span[] = [
  [10_253, 10_253],
  [10_006, 10_006],
  [10_251, 10_258],
  [10_265, 10_268],
  [10_271, 10_274],
];
const WORDS: readonly Span[] = [
  [10_262, 10_264],
  [10_269, 10_270],
];
const VERSION: Span = [10_212, 10_212];
const CONFIG: Span = [40_002, 40_002];

/**
 * Lists the official numbers of the checks before any payment, in the order of the network.
 *
 * Source: `data_contract_create/basic_structure` and `data_contract_update/basic_structure` in `packages/rs-drive-abci` of
 * dashpay/platform.
 */
const UNPAID: Readonly<Record<Transition, readonly Span[]>> = {
  create: [SIZE, VERSION, ...GROUPS, ...TOKENS, ...WORDS, CONFIG],
  update: [SIZE, ...GROUPS, ...TOKENS],
};

/** Codes that come first of the rest: the id of a new contract; what an update may not do with the contract as a whole. */
const FIRST_PAID: readonly number[] = [10_204, 10_400, 40_003, 10_212, 40_001, 40_002];

const spanOf = (code: number, transition: Transition): number =>
  UNPAID[transition].findIndex(([from, to]) => code >= from && code <= to);

/** Returns whether the signer pays although the contract is rejected with this number; nobody does where there is none. */
export const isPaidRejection = (code: number | undefined, transition: Transition): boolean =>
  code !== undefined && spanOf(code, transition) === -1;

/** The number of a changed option of a document type, which the network finds before a changed schema. */
const OPTION_CHANGED = 40_212;

/** Sorts errors in the order in which the network finds them; those of document types by the names of the types. */
export function sortInNetworkOrder(errors: readonly Diagnostic[], transition: Transition): Diagnostic[] {
  const turns = new Map<string, number>();
  for (const [turn, { at }] of errors.entries()) if (!turns.has(at)) turns.set(at, turn);
  return errors
    .map((error, own) => ({
      error,
      // Of two errors about one place, the first takes the turn of both.
      at: turns.get(error.at) ?? own,
      isOption: error.official?.code === OPTION_CHANGED,
      own,
      rank: rankOf(error, transition),
      type: typeOf(error),
    }))
    .toSorted(
      (a, b) =>
        a.rank - b.rank ||
        (a.type < b.type ? -1 : Number(a.type > b.type)) ||
        a.at - b.at ||
        Number(b.isOption) - Number(a.isOption) ||
        a.own - b.own,
    )
    .map(({ error }) => error);
}

/** Returns the rank of an error in the network's order. Errors without a number come from decoding and are first. */
function rankOf({ official }: Diagnostic, transition: Transition): number {
  const code = official?.code;
  if (code === undefined) return -1;
  const span = spanOf(code, transition);
  if (span !== -1) return span;
  const first = FIRST_PAID.indexOf(code);
  return UNPAID[transition].length + (first === -1 ? FIRST_PAID.length : first);
}

/** Returns the document type that an error is about, by its pointer. */
const typeOf = ({ at }: Diagnostic): string =>
  /^(?:\/documentSchemas|\/documents)?\/([^/]*)/.exec(at)?.[1] ?? '';
