import type { ContestShape } from '../document/document-shape.js';
import { ClientError } from '../error/client-error.js';
import { valueAt } from '../query/value-at.js';
import type { ContestAgreement } from './stored.js';

/** Names a contest and its price, as evo-sdk signs them. */
export interface ContestFund {
  readonly indexName: string;
  readonly credits: bigint;
}

/**
 * Returns the price of the contest that a document opens or joins; `undefined` for a document that nobody contends for: a fund for one would open a contest.
 * @throws {ClientError} when the document is contested and the agreement is less than the price.
 */
export function contestFund(
  contest: ContestShape | undefined,
  data: object,
  agreement: ContestAgreement | undefined,
): ContestFund | undefined {
  if (contest === undefined || !isContested(contest, data)) return undefined;
  const { index, credits } = contest;
  if ((agreement?.maxContestCredits ?? 0n) < credits)
    throw new ClientError(
      `masternodes vote on who gets these values (index ${index}), which costs ${credits} credits: agree with { maxContestCredits: ${credits}n }`,
    );
  return { indexName: index, credits };
}

const isContested = ({ matches }: ContestShape, data: object): boolean =>
  matches.every(({ path, pattern }) => {
    const value = valueAt(data, path);
    if (typeof value !== 'string') return false;
    if (pattern === undefined)
      throw new ClientError(
        `JavaScript has no pattern that says whether masternodes vote on this ${path}: create the document with evo-sdk`,
      );
    return new RegExp(pattern, 'u').test(value);
  });
