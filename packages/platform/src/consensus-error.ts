import { CONTEST_ERRORS } from './errors/contest-errors.js';
import { CONTRACT_ERRORS } from './errors/contract-errors.js';
import { DOCUMENT_ERRORS } from './errors/document-errors.js';
import { IDENTITY_ERRORS } from './errors/identity-errors.js';
import type { Refusal } from './errors/refusal.js';
import { TOKEN_ERRORS } from './errors/token-errors.js';

/** All reasons to refuse an operation by their official names. */
const CONSENSUS_ERRORS = {
  ...DOCUMENT_ERRORS,
  ...CONTEST_ERRORS,
  ...CONTRACT_ERRORS,
  ...IDENTITY_ERRORS,
  ...TOKEN_ERRORS,
};

/** The official name of a reason to refuse an operation. */
export type ErrorName = keyof typeof CONSENSUS_ERRORS;

/** What an error of that name tells beside its message. */
export type ErrorPayload<Name extends ErrorName> = Parameters<(typeof CONSENSUS_ERRORS)[Name]['tell']>[0];

const TABLE: { readonly [Name in ErrorName]: Refusal<ErrorPayload<Name>> } = CONSENSUS_ERRORS;

/** An operation that the network refuses. */
export class PlatformError<Name extends ErrorName = ErrorName> extends Error {
  override readonly name: Name;
  /** The official number. */
  readonly code: number;
  /** Whether the signer pays for processing all the same, and the nonce is used up. Not by one who cannot. */
  isPaid: boolean;
  /** Ids in base58, credits and amounts as `bigint`; long texts are cut short. */
  readonly payload: ErrorPayload<Name>;
  readonly expected: string;
  readonly found: string;
  /** What to do. */
  readonly advice: string;
  /** What the signer was charged for it, in credits; set when that has been stored. */
  fee?: bigint;
  /** What else the network says at once: one error for each mistake in the data, each value that is not unique. */
  readonly also: readonly PlatformError[];

  /**
   * @param isPaid where the same error costs something in one operation and nothing in another.
   * @param also further errors of the same refusal.
   */
  constructor(
    name: Name,
    payload: ErrorPayload<Name>,
    isPaid: boolean = TABLE[name].isPaid,
    also: readonly PlatformError[] = [],
  ) {
    const { code, tell } = TABLE[name];
    const told = cutShort(payload);
    const { expected, found, advice, message } = tell(told);
    super(`${code} ${name}: ${message ?? `expected ${expected}, found ${found}: ${advice}`}`);
    this.name = name;
    this.code = code;
    this.isPaid = isPaid;
    this.payload = told;
    this.expected = expected;
    this.found = found;
    this.advice = advice;
    this.also = also;
  }
}

const LONGEST = 500;

/** The same with no text that is longer than what anything in an error needs: callers send what they like. */
function cutShort<Value>(value: Value): Value {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only texts change, which stay texts
  return cut(value) as Value;
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.length > LONGEST ? `${value.slice(0, LONGEST - 1)}…` : value;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map(cut);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cut(member)]));
}

/** Refuses an operation for several reasons of one kind at once: throws the first, which has the others. */
export function refuseFor<Name extends ErrorName>(name: Name, payloads: readonly ErrorPayload<Name>[]): void {
  const [first, ...others] = payloads;
  if (first === undefined) return;
  throw new PlatformError(
    name,
    first,
    undefined,
    others.map((payload) => new PlatformError(name, payload)),
  );
}

/** Every reason to refuse an operation: its name, number and whether it costs something. */
export function listErrors(): { readonly name: string; readonly code: number; readonly isPaid: boolean }[] {
  return Object.entries(CONSENSUS_ERRORS)
    .map(([name, { code, isPaid }]) => ({ name, code, isPaid }))
    .toSorted((a, b) => a.code - b.code);
}
