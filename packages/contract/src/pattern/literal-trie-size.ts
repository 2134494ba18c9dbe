import { countTransitions, countUnion, type StateCount } from './regex-size.js';

interface TrieState {
  /** Transitions since the last literal that ends here. */
  active: Map<string, TrieState>;
  /** Numbers of transitions before each literal that ends here. */
  readonly chunks: number[];
  hasTransitions: boolean;
}

const createState = (): TrieState => ({ active: new Map(), chunks: [], hasTransitions: false });

/**
 * Counts the states of alternatives that are literals: those with the same beginning share its states, and their order stays.
 *
 * Source: `regex-automata`, `nfa/thompson/literal_trie.rs`.
 */
export function countLiteralTrie(literals: readonly string[], isReverse: boolean): StateCount {
  const root = createState();
  const all = [root];
  for (const literal of literals) {
    let state = root;
    for (let at = 0; at < literal.length; at += 1) {
      const byte = literal.charAt(isReverse ? literal.length - 1 - at : at);
      const known = state.active.get(byte);
      const next = known ?? createState();
      if (known === undefined) all.push(next);
      state.active.set(byte, next);
      state.hasTransitions = true;
      state = next;
    }
    endLiteral(state);
  }
  // The end of all literals is a state, too.
  let states = 1;
  let bytes = 0;
  for (const state of all) {
    const count = countState(state);
    states += count.states;
    bytes += count.bytes;
  }
  return { states, bytes };
}

function endLiteral(state: TrieState): void {
  if (!state.hasTransitions && state.chunks.length > 0) return;
  state.chunks.push(state.active.size);
  state.active = new Map();
}

function countState({ active, chunks, hasTransitions }: TrieState): StateCount {
  if (!hasTransitions) return { states: 0, bytes: 0 };
  const filled = [...chunks, active.size].filter((transitions) => transitions > 0);
  const union = countUnion(filled.length + chunks.length);
  return filled.reduce((sum, transitions) => {
    const chunk = transitions === 1 ? { states: 1, bytes: 0 } : countTransitions(transitions);
    return { states: sum.states + chunk.states, bytes: sum.bytes + chunk.bytes };
  }, union);
}
