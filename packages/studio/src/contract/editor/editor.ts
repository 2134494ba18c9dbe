import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, redo, undo } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { TextEdit } from '@dapikit/contract';
import { changedPlaces, showChanged, type ChangedPlace } from './changed-places.js';
import { hangingIndent } from './hanging-indent.js';
import { keywordHelp } from './keyword-help.js';
import { look } from './look.js';
import type { Schema } from './schema-walk.js';
import { placeOf, reveal, squiggles, type ShownProblem } from './squiggles.js';

/** What an editor is opened with. */
export interface EditorOptions {
  /** An empty element. What is in it is apart from the styles of the page. */
  readonly host: HTMLElement;
  /** Its name for those who hear the page. */
  readonly label: string;
  readonly text: string;
  /** Is told each time the text was changed by whoever writes. */
  readonly changed: (text: string) => void;
  /** The schema of contracts, asked each time. */
  readonly schema: () => Schema;
}

/** An editor of a contract. */
export interface ContractEditor {
  /** Puts another text in place of the one that is there, as one step that can be undone. */
  setText(text: string): void;
  /** Makes edits as one step that can be undone; none where the text is no longer the one that they are about. */
  edit(edits: readonly TextEdit[], about: string): void;
  setProblems(problems: readonly ShownProblem[]): void;
  setChanged(places: readonly ChangedPlace[]): void;
  /** Goes to a problem. */
  reveal(problem: ShownProblem): void;
  undo(): void;
  redo(): void;
  close(): void;
}

/** Opens an editor. */
export function openEditor({ host, label, text, changed, schema }: EditorOptions): ContractEditor {
  // A shadow root takes style sheets that no policy on inline styles forbids.
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  let isOurs = false;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
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
        keywordHelp(schema),
        changedPlaces,
        look,
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged && !isOurs) changed(state.doc.toString());
        }),
        // Tab stays for going on: nobody is caught in the editor.
        keymap.of([
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...lintKeymap,
          ...searchKeymap,
          ...foldKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
      ],
    }),
  });
  return {
    setText(next) {
      if (view.state.doc.toString() === next) return;
      isOurs = true;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: next },
        selection: { anchor: 0 },
      });
      isOurs = false;
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
    setProblems: (problems) => view.dispatch(squiggles(view.state, problems)),
    setChanged: (places) => view.dispatch({ effects: showChanged(places) }),
    reveal: ({ diagnostic }) => reveal(view, ...placeOf(view.state, diagnostic)),
    undo: () => void undo(view),
    redo: () => void redo(view),
    close: () => view.destroy(),
  };
}
