/** Lists the hashes that an operator accepted after forks. */
export interface AcceptedHashes {
  /** Hashes of accepted blocks, by their heights. */
  readonly blocks: ReadonlyMap<number, string>;
  /** App hashes of accepted states of the platform, by their heights. */
  readonly states: ReadonlyMap<number, string>;
}

export const NOTHING_ACCEPTED: AcceptedHashes = { blocks: new Map(), states: new Map() };

const inOrder = (hashes: ReadonlyMap<number, string>): string =>
  JSON.stringify([...hashes].toSorted(([one], [other]) => one - other));

/** Returns whether the same blocks, or states, are accepted. */
export const isSameAccepted = (
  one: ReadonlyMap<number, string>,
  other: ReadonlyMap<number, string>,
): boolean => inOrder(one) === inOrder(other);
