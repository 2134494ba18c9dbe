import { RangeSetBuilder, type Extension } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';

/** The indent of a wrapped line, relative to its start. */
const STEP = 2;
const MAX_INDENT = 40;

const indents = Array.from({ length: MAX_INDENT + 1 }, (_, indent) =>
  Decoration.line({
    attributes: {
      style: `padding-left: calc(${indent + STEP}ch + 6px); text-indent: -${indent + STEP}ch`,
    },
  }),
);

function decorateLines({ state, visibleRanges }: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let last = -1;
  for (const { from, to } of visibleRanges)
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at);
      const indent = Math.min(line.text.search(/\S|$/), MAX_INDENT);
      const decoration = indents[indent];
      if (decoration && line.from > last) builder.add(line.from, line.from, decoration);
      last = line.from;
      at = line.to + 1;
    }
  return builder.finish();
}

/** Wraps long lines, indented under their start. */
export const hangingIndent: Extension = [
  EditorView.lineWrapping,
  ViewPlugin.define<{ decorations: DecorationSet; update(update: ViewUpdate): void }>(
    (view) => ({
      decorations: decorateLines(view),
      update({ docChanged, viewportChanged, view: changed }) {
        if (docChanged || viewportChanged) this.decorations = decorateLines(changed);
      },
    }),
    { decorations: ({ decorations }) => decorations },
  ),
];
