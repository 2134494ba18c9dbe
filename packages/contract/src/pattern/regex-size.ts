/** Holds what a compiled pattern is made of: states, and the bytes that they refer to. */
export interface StateCount {
  readonly states: number;
  readonly bytes: number;
}

/**
 * Holds the size of a compiled pattern: the automaton that reads forwards, and the one that reads backwards. The limit applies to each.
 */
export interface RegexSize {
  readonly forward: StateCount;
  readonly reverse: StateCount;
}

/** Counts the bytes of a transition between states, and of a reference to a state. */
const TRANSITION_BYTES = 8;
const REFERENCE_BYTES = 4;

const combine = (a: StateCount, b: StateCount): StateCount => ({
  states: a.states + b.states,
  bytes: a.bytes + b.bytes,
});
const multiply = ({ states, bytes }: StateCount, times: number): StateCount => ({
  states: states * times,
  bytes: bytes * times,
});

/** Adds up sizes. */
export function sumSizes(sizes: readonly RegexSize[]): RegexSize {
  return sizes.reduce(
    (sum, size) => ({
      forward: combine(sum.forward, size.forward),
      reverse: combine(sum.reverse, size.reverse),
    }),
    sizeOfStates(0),
  );
}

/** Multiplies a size, for a part that is compiled several times. */
export const multiplySize = ({ forward, reverse }: RegexSize, times: number): RegexSize => ({
  forward: multiply(forward, times),
  reverse: multiply(reverse, times),
});

/** Calculates the size of states that refer to nothing but the next state. */
export const sizeOfStates = (forward: number, reverse = forward): RegexSize => ({
  forward: { states: forward, bytes: 0 },
  reverse: { states: reverse, bytes: 0 },
});

/** Counts a state with transitions for bytes. */
export const countTransitions = (transitions: number): StateCount => ({
  states: 1,
  bytes: transitions * TRANSITION_BYTES,
});

/** Counts a state that continues at one of several states. */
export const countUnion = (alternatives: number): StateCount => ({
  states: 1,
  bytes: alternatives * REFERENCE_BYTES,
});

/** Makes a size of the same count in both directions. */
export const sizeOf = (count: StateCount): RegexSize => ({ forward: count, reverse: count });

/** Calculates the bytes of the larger automaton, on a machine with states of this many bytes. */
export function calculateBytes({ forward, reverse }: RegexSize, stateBytes: number): number {
  const bytesOf = ({ states, bytes }: StateCount): number => states * stateBytes + bytes;
  return Math.max(bytesOf(forward), bytesOf(reverse));
}
