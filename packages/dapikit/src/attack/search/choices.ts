import * as fc from 'fast-check';
import type { ActorName } from '../step/step.js';

/** Most items among which steps choose; those after them are never changed. */
const MAX_PICK = 7;

/** Chooses the identities of steps. */
export interface Cast {
  /** Chooses who acts. */
  readonly actors: fc.Arbitrary<ActorName>;
  /** Chooses whom a step names beside. */
  readonly others: fc.Arbitrary<ActorName>;
  /** Those among whom `others` chooses. */
  readonly named: readonly ActorName[];
}

/** Takes some of a list, with the first one. */
export type TakeFew = <Item>(items: readonly Item[]) => readonly Item[];

/** Chooses credits. */
export const prices = fc.constantFrom(1000n, 0n, 2000n);
/** Chooses amounts of tokens. */
export const amounts = fc.constantFrom(1n, 10n, 1_000_000n);
/** Chooses the number of an item of a list. */
export const picks = fc.nat({ max: MAX_PICK });
