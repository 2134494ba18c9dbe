import type { CodePointSet } from './code-point-set.js';
import {
  countTransitions,
  countUnion,
  sizeOf,
  sumSizes,
  type RegexSize,
  type StateCount,
} from './regex-size.js';
import { splitUtf8, type ByteRange } from './utf8-sequences.js';

/** Caches sizes: Unicode classes are sets that patterns share. */
const SIZES = new WeakMap<CodePointSet, RegexSize>();

/** Calculates the size of a compiled class. */
export function calculateClassSize(set: CodePointSet): RegexSize {
  const cached = SIZES.get(set);
  if (cached !== undefined) return cached;
  const isAscii = set.every(([, last]) => last <= 0x7f);
  const size = isAscii
    ? sumSizes([sizeOf(countTransitions(set.length)), sizeOf({ states: 1, bytes: 0 })])
    : measureSequences(set.flatMap(([first, last]) => splitUtf8(first, last)));
  SIZES.set(set, size);
  return size;
}

/**
 * Adds the average of what the engine's caches lose: two states of a class in one place of a cache are compiled again. Measured on the official build.
 */
export const addLostBytes = (size: RegexSize, bytes: number): RegexSize =>
  sumSizes([size, sizeOf({ states: 0, bytes })]);

const measureSequences = (sequences: readonly ByteRange[][]): RegexSize => ({
  forward: new SuffixAutomaton().measure(sequences),
  reverse: measureReversed(sequences),
});

/**
 * Counts the states of the automaton that reads backwards: all sequences are alternatives, and those with the same first bytes share their states.
 *
 * Source: `regex-automata`, `nfa/thompson/compiler.rs`, `c_unicode_class_reverse_with_suffix`.
 */
function measureReversed(sequences: readonly ByteRange[][]): StateCount {
  const ids = new Map<string, number>();
  for (const sequence of sequences) {
    let end = 0;
    for (const [first, last] of sequence) {
      const key = `${end} ${first} ${last}`;
      const id = ids.get(key) ?? ids.size + 1;
      ids.set(key, id);
      end = id;
    }
  }
  const { states, bytes } = countUnion(sequences.length);
  return { states: states + 1 + ids.size, bytes };
}

interface OpenState {
  /** Finished transitions. */
  key: string;
  count: number;
  /** Bytes of the transition whose target is not finished. */
  last: ByteRange | undefined;
}

/**
 * Counts the states of the automaton that reads forwards: sequences in ascending order with the same end share its states.
 *
 * Source: `regex-automata`, `nfa/thompson/compiler.rs`, `Utf8Compiler`.
 */
class SuffixAutomaton {
  private readonly ids = new Map<string, number>();
  private readonly open: OpenState[] = [{ key: '', count: 0, last: undefined }];
  private transitions = 0;

  measure(sequences: readonly ByteRange[][]): StateCount {
    for (const sequence of sequences) this.add(sequence);
    this.close(0);
    const [root] = this.open;
    if (root !== undefined) this.finish(root);
    return { states: 1 + this.ids.size, bytes: countTransitions(this.transitions).bytes };
  }

  private add(sequence: readonly ByteRange[]): void {
    let shared = 0;
    for (const { last } of this.open) {
      const range = sequence[shared];
      if (last === undefined || last[0] !== range?.[0] || last[1] !== range[1]) break;
      shared += 1;
    }
    this.close(shared);
    const top = this.open.at(-1);
    if (top !== undefined) top.last = sequence[shared];
    for (const last of sequence.slice(shared + 1)) this.open.push({ key: '', count: 0, last });
  }

  /** Finishes the states behind the first ones. */
  private close(from: number): void {
    let next = 0;
    while (from + 1 < this.open.length) {
      const state = this.open.pop();
      if (state !== undefined) next = this.finish(endTransition(state, next));
    }
    const top = this.open.at(-1);
    if (top !== undefined) endTransition(top, next);
  }

  private finish({ key, count }: OpenState): number {
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    this.ids.set(key, this.ids.size + 1);
    this.transitions += count;
    return this.ids.size;
  }
}

function endTransition(state: OpenState, next: number): OpenState {
  if (state.last === undefined) return state;
  state.key += `${state.last.join(' ')} ${next};`;
  state.count += 1;
  state.last = undefined;
  return state;
}
