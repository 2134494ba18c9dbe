import { isFormat1, member, membersOf, integerOf } from './contract-parts.js';

/** Describes what a token of format 1 has beside one of format 0. */
export interface TokenExtension {
  /** False if nobody moves the token to another identity. */
  readonly isTransferable: boolean;
  /** The amount that each identity claims once, in the smallest unit; absent where the token is not given out so. */
  readonly amountPerIdentity?: bigint;
}

/** A token of format 0. */
export const PLAIN_TOKEN: TokenExtension = { isTransferable: true };

/** Returns what the tokens of a contract have beside those of format 0, by their positions. @param text the official JSON of an accepted contract */
export function listTokenExtensions(text: string): ReadonlyMap<number, TokenExtension> {
  const tokens = Object.entries(membersOf(member(JSON.parse(text), 'tokens')));
  return new Map(tokens.map(([position, token]) => [Number(position), extensionOf(token)]));
}

function extensionOf(token: unknown): TokenExtension {
  const isTransferable = !(isFormat1(token) && member(token, 'transferable') === false);
  const rules = member(token, 'distributionRules');
  const once = isFormat1(rules) ? (member(rules, 'oncePerIdentityDistribution') ?? undefined) : undefined;
  if (once === undefined) return { isTransferable };
  return {
    isTransferable,
    amountPerIdentity: integerOf(member(once, 'amount')),
  };
}
