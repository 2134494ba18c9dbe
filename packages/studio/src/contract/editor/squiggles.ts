import { setDiagnostics, type Diagnostic as Squiggle } from '@codemirror/lint';
import type { EditorState, TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Diagnostic } from '@dapikit/contract';
import { capital } from '../../components/sentence.js';
import { jsonPlaceAt } from './json-place.js';
import { paragraphs } from './paragraphs.js';

/** A problem, and what its button does where it can be mended at once. */
export interface ShownProblem {
  readonly diagnostic: Diagnostic;
  readonly mend?: () => void;
}

/** Puts squiggles under problems, in place of those that were there. */
export function squiggles(state: EditorState, problems: readonly ShownProblem[]): TransactionSpec {
  const { length } = state.doc;
  return setDiagnostics(
    state,
    problems.map(({ diagnostic, mend }) => {
      const [from, to] = placeOf(state, diagnostic);
      return {
        from: Math.min(from, length),
        to: Math.min(to, length),
        // What only the specification forbids, the network takes.
        severity: diagnostic.refusedBy === 'specification' ? 'warning' : diagnostic.severity,
        message: diagnostic.message,
        renderMessage: () => paragraphs('problem', [capital(diagnostic.message)]),
        ...(mend && { actions: [{ name: diagnostic.mend.text, apply: () => mend() }] }),
      } satisfies Squiggle;
    }),
  );
}

/** What is underlined: of something that goes over many lines only its name, or where it begins. */
export function placeOf(state: EditorState, { range }: Diagnostic): readonly [from: number, to: number] {
  if (range === undefined) return [0, 0];
  const { start, end } = range;
  if (start.line === end.line) return [start.offset, Math.max(end.offset, start.offset)];
  const before = state.sliceDoc(0, start.offset).trimEnd();
  const name = before.endsWith(':') ? jsonPlaceAt(state, before.slice(0, -1).trimEnd().length) : undefined;
  return name === undefined ? [start.offset, start.offset + 1] : [name.from, name.to];
}

/** Goes to a stretch of the text, and shows it in the middle. */
export function reveal(view: EditorView, from: number, to: number): void {
  const { length } = view.state.doc;
  const selection = { anchor: Math.min(from, length), head: Math.min(to, length) };
  view.dispatch({ selection, scrollIntoView: true });
  view.focus();
}
