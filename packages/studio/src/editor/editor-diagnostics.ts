import { setDiagnostics, type Diagnostic as EditorDiagnostic } from '@codemirror/lint';
import type { EditorState, TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { Diagnostic } from '@dapikit/contract';
import { capitalize } from '../text/sentence.js';
import { positionAt } from './json-position.js';
import { createParagraphs } from './paragraphs.js';

/** Describes a diagnostic, and the action of its button where it has a fix. */
export interface ShownDiagnostic {
  readonly diagnostic: Diagnostic;
  readonly fix?: () => void;
}

/** Creates the transaction that underlines the diagnostics, in place of the previous ones. */
export function createDiagnostics(
  state: EditorState,
  diagnostics: readonly ShownDiagnostic[],
): TransactionSpec {
  const { length } = state.doc;
  return setDiagnostics(
    state,
    diagnostics.map(({ diagnostic, fix }) => {
      const [from, to] = findRange(state, diagnostic);
      return {
        from: Math.min(from, length),
        to: Math.min(to, length),
        severity: getEditorSeverity(diagnostic),
        message: diagnostic.message,
        renderMessage: () => createParagraphs('diagnostic-message', [capitalize(diagnostic.message)]),
        ...(fix && { actions: [{ name: diagnostic.fix.text, apply: () => fix() }] }),
      } satisfies EditorDiagnostic;
    }),
  );
}

/** Returns the severity in the editor: a warning for what only the specification forbids, as the network accepts it. */
function getEditorSeverity({ severity, rejectedBy }: Diagnostic): EditorDiagnostic['severity'] {
  if (severity === 'unusable') return 'error';
  return rejectedBy === 'specification' ? 'warning' : severity;
}

/** Returns the range to underline: of a value with many lines only its name, or its first character. */
export function findRange(state: EditorState, { range }: Diagnostic): readonly [from: number, to: number] {
  if (range === undefined) return [0, 0];
  const { start, end } = range;
  if (start.line === end.line) return [start.offset, Math.max(end.offset, start.offset)];
  const before = state.sliceDoc(0, start.offset).trimEnd();
  const name = before.endsWith(':') ? positionAt(state, before.slice(0, -1).trimEnd().length) : undefined;
  return name === undefined ? [start.offset, start.offset + 1] : [name.from, name.to];
}

/** Selects a range of the text and scrolls to it. */
export function revealRange(view: EditorView, from: number, to: number): void {
  const { length } = view.state.doc;
  const selection = { anchor: Math.min(from, length), head: Math.min(to, length) };
  view.dispatch({ selection, scrollIntoView: true });
  view.focus();
}
