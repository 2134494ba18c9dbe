import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, redo, undo } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { TextEdit } from '@dapikit/contract';
import { changedMembers, showChangedMembers, type ChangedMember } from './changed-members.js';
import { createDiagnostics, findRange, revealRange, type ShownDiagnostic } from './editor-diagnostics.js';
import { editorTheme } from './editor-theme.js';
import { hangingIndent } from './hanging-indent.js';
import { createKeywordHelp } from './keyword-help.js';
import type { Schema } from './schema-walk.js';

/** Describes the options of an editor. */
export interface EditorOptions {
  /** An empty element, in which the styles of the page do not apply. */
  readonly host: HTMLElement;
  /** The label for screen readers. */
  readonly label: string;
  readonly text: string;
  /** Gets the text each time the user changed it. */
  readonly onChange: (text: string) => void;
  /** Returns the schema of contracts; called each time. */
  readonly schema: () => Schema;
}

/** Describes an editor of a contract. */
export interface ContractEditor {
  /** Replaces the text, as one step that can be undone. */
  setText(text: string): void;
  /** Applies edits as one step that can be undone; none where the text is no longer `about`. */
  edit(edits: readonly TextEdit[], about: string): void;
  /** Underlines diagnostics, in place of the previous ones. */
  setDiagnostics(diagnostics: readonly ShownDiagnostic[]): void;
  /** Highlights changed members, in place of the previous ones. */
  setChanged(members: readonly ChangedMember[]): void;
  /** Selects a diagnostic and scrolls to it. */
  reveal(diagnostic: ShownDiagnostic): void;
  /** The element that scrolls. */
  readonly scroller: HTMLElement;
  undo(): void;
  redo(): void;
  close(): void;
}

/** Opens an editor. */
export function openEditor({ host, label, text, onChange, schema }: EditorOptions): ContractEditor {
  // The page's policy forbids inline styles, but not the style sheets of a shadow root.
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  let isOwnChange = false;
  const notify = EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged && !isOwnChange) onChange(state.doc.toString());
  });
  const attributes = EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [...EXTENSIONS, createKeywordHelp(schema), attributes, notify],
    }),
  });
  return {
    setText(next) {
      if (view.state.doc.toString() === next) return;
      isOwnChange = true;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: next },
        selection: { anchor: 0 },
      });
      isOwnChange = false;
    },
    edit(edits, about) {
      if (view.state.doc.toString() !== about) return;
      const changes = edits.map(({ range: { start, end }, text }) => ({
        from: start.offset,
        to: end.offset,
        insert: text,
      }));
      view.dispatch({ changes });
    },
    setDiagnostics: (diagnostics) => view.dispatch(createDiagnostics(view.state, diagnostics)),
    setChanged: (members) => view.dispatch({ effects: showChangedMembers(members) }),
    reveal: ({ diagnostic }) => revealRange(view, ...findRange(view.state, diagnostic)),
    scroller: view.scrollDOM,
    undo: () => void undo(view),
    redo: () => void redo(view),
    close: () => view.destroy(),
  };
}

const EXTENSIONS: readonly Extension[] = [
  lineNumbers(),
  foldGutter(),
  history(),
  drawSelection(),
  indentUnit.of('  '),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  hangingIndent,
  highlightActiveLine(),
  highlightActiveLineGutter(),
  search({ top: false }),
  json(),
  changedMembers,
  editorTheme,
  // Tab is not bound: it leaves the editor.
  keymap.of([
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...lintKeymap,
    ...searchKeymap,
    ...foldKeymap,
    ...historyKeymap,
    ...defaultKeymap,
  ]),
];
